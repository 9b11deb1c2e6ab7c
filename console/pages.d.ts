// The list of pages, which bin/console.ts makes from the folders of console/pages.
declare module 'tributary:pages' {
  export const pages: readonly import('./frame/page.ts').ListedPage[];
}
