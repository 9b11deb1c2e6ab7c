// Where pages of the console are that others link to: operations by their answers, other pages by their links.

export const profilePath = (profileId: string): string => `/console/${profileId}/`;

/** Where the steps are that a profile's figures need. */
export const setupPath = (profileId: string): string => `${profilePath(profileId)}setup`;
