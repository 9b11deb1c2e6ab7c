// The address of a file that is read by schedule. A Google Sheet is known by any of its addresses, and read as CSV: one that is shared by link, or published.
export type SourceKind = 'url' | 'google_sheet';

export interface SourceAddress {
  kind: SourceKind;
  /** The address to request. */
  url: string;
}

const SHEETS = 'https://docs.google.com';
const SHEET_PATH = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?:(e)\/)?([\w-]{10,200})(?:\/|$)/;
/** Where Google sends who is not signed in. */
const SIGN_IN_HOSTS = new Set(['accounts.google.com', 'workspace.google.com']);

/** Undefined where the text is no https address. @param sheets Replaces Google's own origin. */
export function readAddress(text: string, sheets = SHEETS): SourceAddress | undefined {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const [, published, id] = url.origin === SHEETS ? (SHEET_PATH.exec(url.pathname) ?? []) : [];
  if (id === undefined) return { kind: 'url', url: url.href };
  const gid = /(?:^|[#&?])gid=(\d{1,12})/.exec(`${url.search}${url.hash}`)?.[1];
  const tab = gid === undefined ? '' : `&gid=${gid}`;
  return {
    kind: 'google_sheet',
    url: published
      ? `${sheets}/spreadsheets/d/e/${id}/pub?output=csv${tab}`
      : `${sheets}/spreadsheets/d/${id}/export?format=csv${tab}`,
  };
}

/** A page on which people sign in at Google, in place of a Sheet. */
export const isSignIn = (url: URL, kind: SourceKind): boolean =>
  SIGN_IN_HOSTS.has(url.hostname) || (kind === 'google_sheet' && /ServiceLogin|\/signin\b/i.test(url.pathname));

/** The name of a file without an address in it: the last part of its path, or the name that people gave the source. */
export function fileNameOf({ kind, url }: SourceAddress, name: string): string {
  const last = decodeURIComponentSafely(new URL(url).pathname.split('/').at(-1) ?? '');
  return kind === 'url' && /\.[a-z0-9]{2,8}$/i.test(last) ? last.slice(-200) : `${name.slice(0, 190)}.csv`;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
