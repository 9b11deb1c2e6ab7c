// Identity resolution: what other slices may call.

export { erasedRepeats, type Repeatable } from './erasure/erased-facts.ts';
export { adoptErasures, eraseDue, isErasing } from './erasure/erasing.ts';
export { type Holdings, holdingsOf } from './holdings.ts';
export {
  IDENTIFIER_TYPES,
  type IdentifierType,
  type Normalised,
  normaliseIdentifier,
  PRIORITIES,
} from './identifiers.ts';
export { takeCustomers } from './import.ts';
export { browserText, isJoinToken, joinedBrowsers, redeemJoinToken, sealJoinToken } from './links/joined-browsers.ts';
export { DEFAULT_TOKEN_BROWSERS, decideTokenBrowsers } from './links/link-token-limit.ts';
export { isKnown as isKnownCustomer } from './links/link-tokens.ts';
export { openLinkToken } from './links/sealed-link.ts';
export { pairOf } from './matching/pairs.ts';
export { personsInQueue, personsOfProposal } from './matching/proposals.ts';
export { MESSAGES_DAYS, type MessageRule, messageRules, noteMessagesRemoved, ruleOf as retentionRule } from './retention/run.ts';
export { type CustomerDescription, describeCustomers } from './search/describe.ts';
export { customerByEmail, customerByExternalId, customerByPhone, customersMatching, findCustomers } from './search/search.ts';
export { headOf, membersOf } from './stitching/components.ts';
export { identifierKeyOf, visitorKeyOf } from './stitching/evidence.ts';
export { edgePayload, refuseMergedAway, requireCustomer } from './stitching/merges.ts';
export { stitch } from './stitching/stitch.ts';
export { tokenise } from './tokens.ts';
