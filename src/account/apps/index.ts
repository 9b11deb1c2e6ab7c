// Exports of apps and agents for other slices: consumer apps and their agreements, OAuth clients, grants and tokens.
export { findAppByBasic } from './app-basic.ts';
export { allApps, renewAppSecret, revokeApp } from './app-keeping.ts';
export {
  APP_TOKEN_PREFIX,
  type AppTier,
  authorizationsOf,
  authorizeApp,
  cutOffAt,
  findApp,
  findAppToken,
  issueAppToken,
  registerApp,
  returnOrigins,
  type Storefront,
} from './apps.ts';
export { dpaOf } from './dpa.ts';
export {
  createGrant,
  findUserToken,
  grantedScopes,
  issueUserToken,
  registerClient,
  revokeGrant,
  revokeGrantsOf,
  USER_TOKEN_PREFIX,
} from './grants.ts';
export {
  type AuthorizationRequest,
  approveAuthorization,
  denyAuthorization,
  readAuthorizationRequest,
} from './oauth/authorize.ts';
export { registerOAuthClient } from './oauth/clients.ts';
export { OAuthError, type OAuthErrorCode } from './oauth/error.ts';
export { DEFAULT_SCOPES, mcpUrlOf, OAUTH_PATHS, resourceMetadata, serverMetadata } from './oauth/metadata.ts';
export { answerRevocation } from './oauth/revoke.ts';
export { answerTokenRequest } from './oauth/token.ts';
export type { FormPost } from './oauth/token-call.ts';
export { reachableProfiles } from './reachable-profiles.ts';
export { startStepUp } from './step-up.ts';
export { type WorkspaceFacts, workspaceFacts } from './workspace-facts.ts';
