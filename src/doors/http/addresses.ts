// Where the console's pages are, for anyone who links to them without loading the pages themselves.

/** Signs a person in once; the token is `createSignInLink`'s. */
export const signInPath = (token: string): string => `/console/sign-in/${token}`;

/** Where a link from a mail leads: to the page on which a password is chosen. */
export const mailLinkPath = (token: string): string => `/console/link/${encodeURIComponent(token)}`;

/** The page of the state of a mail that a person requested. */
export const mailStatePath = (mailId: string): string => `/console/mail/${mailId}`;

export const newWorkspacePath = '/console/workspaces/new';

export { profilePath } from '../../base/kit/console-paths.ts';
