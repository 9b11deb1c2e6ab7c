// What other slices and the doors may use of access: who calls, what they may, and how people, keys and roles are made.

export { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
export { checkAudit, writeAudit } from './audit.ts';
export { type Access, authorize, type Need } from './authorize.ts';
export {
  allProfiles,
  findProfile,
  liveProfiles,
  profilesOf,
  type ReachedProfile,
  reachableProfiles,
  registerProfile,
  registerWorkspace,
  setProfileRole,
  setWorkspaceRole,
  workspacesOf,
} from './containers.ts';
export { actorOf, identify, identifySession } from './identify.ts';
export { checkedName } from './names.ts';
export { createPerson, createSession, findPerson, normaliseEmail, type Person, revokeSession } from './people.ts';
export { INSTALLATION_KEY_SCOPES } from './scopes.ts';
export { createSignInLink, redeemSignInLink, type SignInLink } from './sign-in-links.ts';
