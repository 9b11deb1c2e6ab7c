// Texts of the service name operations of the API, which a program calls. On a page they name the page where a person does the same;
// operations that only programs call stay as they are.

/** Starts of paths, the longest first, with the title of the page. */
const PAGES: readonly (readonly [string, string])[] = [
  ['/attribution/changes', 'Why it moved'],
  ['/attribution', 'Attribution'],
  ['/quality', 'Quality'],
  ['/tracking/events', 'Live'],
  ['/tracking/ops', 'Quality'],
  ['/tracking/verification', 'Setup steps'],
  ['/tracking/custom-domains', 'Tracker'],
  ['/tracking/settings', 'Tracker'],
  ['/identity', 'Identity'],
  ['/profile/freshness', 'Live'],
  ['/profile/recompute-status', 'Overview'],
  ['/profile/exchange-rates', 'Settings'],
  ['/connections', 'Connections'],
  ['/payments', 'Payments'],
  ['/goals/definitions', 'Goals and channels'],
];
const OPERATION = /\b(?:GET|POST|PUT|PATCH) (?:\/api\/v1)?((?:\/[\w{}-]+)+)/g;

export const inPageWords = (text: string): string =>
  text
    .replace(OPERATION, (whole, path: string) => {
      const page = PAGES.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
      return page === undefined ? whole : `the page ${page}`;
    })
    .replace(/(^|[.:] )the page /g, '$1The page ');
