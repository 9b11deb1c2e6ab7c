// Identity resolution: what other slices may call.
export { headOf, membersOf } from './components.ts';
export { erasedRepeats, type Repeatable } from './erased-facts.ts';
export { adoptErasures, eraseDue, isErasing } from './erasing.ts';
export { identifierKeyOf, visitorKeyOf } from './evidence.ts';
export { type Holdings, holdingsOf } from './holdings.ts';
export {
  IDENTIFIER_TYPES,
  type IdentifierType,
  type Normalised,
  normaliseIdentifier,
  PRIORITIES,
} from './identifiers.ts';
export { DEFAULT_TOKEN_BROWSERS, decideTokenBrowsers } from './link-token-limit.ts';
export { isKnown as isKnownCustomer } from './link-tokens.ts';
export { refuseMergedAway, requireCustomer } from './merges.ts';
export { personsOfProposal } from './proposals.ts';
export { openLinkToken } from './sealed-link.ts';
export {
  type CustomerDescription,
  customerByEmail,
  customerByExternalId,
  customerByPhone,
  customersMatching,
  describeCustomers,
  findCustomers,
} from './search.ts';
export { stitch } from './stitch.ts';
export { tokenise } from './tokens.ts';
