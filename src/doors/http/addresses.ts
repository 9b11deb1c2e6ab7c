// Where the console's pages are, for anyone who links to them without loading the pages themselves.

/** Signs a person in once; the token is `createSignInLink`'s. */
export const signInPath = (token: string): string => `/console/sign-in/${token}`;

/** Where a link from a mail leads: to the page on which a password is chosen. */
export const mailLinkPath = (token: string): string => `/console/link/${encodeURIComponent(token)}`;

/** The page of the state of a mail that a person requested. */
export const mailStatePath = (mailId: string): string => `/console/mail/${mailId}`;

/** Where members of a workspace sign in at its provider. */
export const ssoPath = (workspaceId: string): string => `/console/sso/${workspaceId}`;

/** The page on which the break-glass owner opens the workspace without its provider. */
export const breakGlassPath = (workspaceId: string): string => `${ssoPath(workspaceId)}/break-glass`;

/** Where a provider sends a browser back to: one address for all workspaces, which is registered there. */
export const ssoCallbackPath = '/console/sso/callback';

/** The link by which a person accepts what a provider calls them. */
export const ssoLinkPath = (token: string): string => `/console/sso/link/${encodeURIComponent(token)}`;

export const newWorkspacePath = '/console/workspaces/new';

export { profilePath } from '../../base/kit/console-paths.ts';
