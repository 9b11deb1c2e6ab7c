// What of identity is pure: a second entry of this slice, for intake that runs in a thread of its own and must not load the rest.
export { detailsOf } from './details.ts';
export { identifierKeyOf, LINK_TOKEN, LINKED_CUSTOMER, PHONE_AS_GIVEN, visitorKeyOf } from './evidence.ts';
export { IDENTIFIER_TYPES, type IdentifierType, type Normalised, normaliseIdentifier, PRIORITIES } from './identifiers.ts';
export { openLinkToken } from './sealed-link.ts';
export { type BrowserNames, browserNames, forgetTokens, type HasKeys, tokenise } from './tokens.ts';
