// Modules that bin/console.ts makes.

/** From the folders of console/pages. */
declare module 'tributary:pages' {
  export const pages: readonly import('./frame/page.ts').ListedPage[];
}

/** From the catalogue of errors: what to do, by code. */
declare module 'tributary:remedies' {
  export const remedies: Readonly<Record<string, string>>;
}
