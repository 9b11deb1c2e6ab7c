// Texts of the service name operations of the API, which a program calls. On a page they name the page where a person does the same;
// operations that only programs call stay as they are.

/** Starts of paths, the longer before the shorter, with the title of the page. Written in one piece, as it is part of the first load. */
const PAGES = (
  'attribution/changes=What we knew when|attribution=Attribution|quality=Quality|tracking/events=Live|tracking/ops=Quality|' +
  'tracking/verification=Setup steps|tracking=Tracker|identity=Identity|profile/freshness=Live|profile/recompute-status=Overview|' +
  'profile/exchange-rates=Goals and channels|profile/recompute-fx=Goals and channels|connections=Connections|payments=Payments|' +
  'goals/definitions=Goals and channels|spend=Import'
)
  .split('|')
  .map((each) => each.split('='));
const OPERATION = /\b(?:GET|POST|PUT|PATCH) (?:\/api\/v1)?\/([\w{}/-]+)/g;

export const inPageWords = (text: string): string =>
  text
    .replace(OPERATION, (whole, path: string) => {
      const page = PAGES.find(([start]) => `${path}/`.startsWith(`${start}/`))?.[1];
      return page === undefined ? whole : `the page ${page}`;
    })
    .replace(/(^|[.:] )the page /g, '$1The page ');
