// The pure part of identity: a second entry of this slice, for intake that runs in a thread of its own and must not load the rest.

export { IDENTIFIER_TYPES, type IdentifierType, type Normalised, normaliseIdentifier, PRIORITIES } from './identifiers.ts';
export { openLinkToken } from './links/sealed-link.ts';
export { detailsOf } from './stitching/details.ts';
export { identifierKeyOf, LINK_TOKEN, LINKED_CUSTOMER, PHONE_AS_GIVEN, visitorKeyOf } from './stitching/evidence.ts';
export { type BrowserNames, browserNames, forgetTokens, type HasKeys, tokenise } from './tokens.ts';
