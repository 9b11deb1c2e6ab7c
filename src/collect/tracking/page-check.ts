// The diagnosis of a page's text and headers about its tracker, in words for anyone who installs it. A pure function of both.

export type CheckName = 'page_reached' | 'script_found' | 'key_matches' | 'policy_lets_in' | 'live_event';

export interface Check {
  name: CheckName;
  /** Null: unknown from here. */
  passed: boolean | null;
  message: string;
}

export interface SeenPage {
  url: string;
  status: number;
  location: string | undefined;
  policy: string | undefined;
  html: string;
}

const TRACKER = /\/(?:trk_live_[\w-]+|tracker-[0-9a-f]{20})\.js(?![\w.-])/;
const KEY = /trk_live_[\w-]+/;

const check = (name: CheckName, passed: boolean | null, message: string): Check => ({ name, passed, message });

export function checksOf(page: SeenPage, key: string): Check[] {
  const reached = reachedCheck(page);
  if (!reached.passed) return [reached];
  const html = withoutComments(page.html);
  const found = scriptTags(html).flatMap((tag) => {
    const src = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag);
    const address = src?.[1] ?? src?.[2] ?? src?.[3] ?? '';
    const url = TRACKER.test(address) ? URL.parse(address, page.url) : null;
    return url && /^https?:$/.test(url.protocol) ? [{ tag, address: url.href }] : [];
  });
  const [first] = found;
  if (!first) return [reached, missingCheck(html)];
  const keys = found.flatMap(({ tag }) => KEY.exec(tag)?.[0] ?? []);
  return [
    reached,
    check('script_found', true, `The tracker is on the page: ${first.address}.`),
    keysCheck(keys, key),
    policyCheck(page, first.address),
  ];
}

// TRICKY: what is opened over and over and never closed is read once. A pattern would read on to the end from each of them, and a page of
// a megabyte hold the service for minutes.

/** The page without comments; one that does not end hides the rest of the page, as in a browser. */
function withoutComments(html: string): string {
  const kept: string[] = [];
  for (let at = 0; ; ) {
    const from = html.indexOf('<!--', at);
    kept.push(html.slice(at, from < 0 ? undefined : from));
    const end = from < 0 ? -1 : html.indexOf('-->', from + 2);
    if (end < 0) return kept.join('');
    at = end + 3;
  }
}

function scriptTags(html: string): string[] {
  const tags: string[] = [];
  const opening = /<script\b/gi;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const end = html.indexOf('>', opening.lastIndex);
    if (end < 0) break;
    tags.push(html.slice(found.index, end + 1));
    opening.lastIndex = end + 1;
  }
  return tags;
}

function reachedCheck({ status, location }: SeenPage): Check {
  if (status === 200) return check('page_reached', true, 'The page was reached.');
  const leads = location === undefined ? '' : ` and leads on to ${location}: verify that address`;
  return check('page_reached', false, `The page returns ${status}${leads}.`);
}

function missingCheck(html: string): Check {
  if (/googletagmanager\.com\/gtm\.js|\bGTM-[A-Z0-9]{4,}/.test(html))
    return check('script_found', null, 'Tag Manager is on the page; what it adds shows only in a browser. Open the page in one.');
  if (TRACKER.test(html))
    return check(
      'script_found',
      null,
      'The page names the tracker; whether it loads it shows only in a browser. Open it in one.',
    );
  return check(
    'script_found',
    false,
    'The tracker is not on the page: put the tag of GET /api/v1/tracking/snippet into its head.',
  );
}

function keysCheck(keys: readonly string[], key: string): Check {
  if (keys.length === 0) return check('key_matches', false, 'The tag names no key: a pinned script needs its data-settings.');
  const other = keys.find((each) => each !== key);
  if (other !== undefined)
    return check('key_matches', false, `The tag has the key ${other}; the profile's is ${key}. Replace the tag.`);
  if (keys.length > 1) return check('key_matches', false, `The tag is there ${keys.length} times on the page; once is enough.`);
  return check('key_matches', true, "The tag has the profile's key.");
}

function policyCheck({ policy, url }: SeenPage, script: string): Check {
  const collect = new URL('collect', script).href;
  const barred = [
    letsIn(policy, ['script-src-elem', 'script-src'], script, url) ? [] : [`script-src ${new URL(script).origin}`],
    letsIn(policy, ['connect-src'], collect, url) ? [] : [`connect-src ${new URL(collect).origin}`],
  ].flat();
  if (barred.length === 0) return check('policy_lets_in', true, "The page's policy lets the tracker in.");
  return check('policy_lets_in', false, `The page's Content-Security-Policy keeps the tracker out; add ${barred.join(' and ')}.`);
}

/** Do all policies let this address in? Several come as one text with commas. */
const letsIn = (policies = '', names: string[], address: string, page: string): boolean =>
  policies.split(',').every((policy) => oneLetsIn(policy, names, address, page));

/** The decision of the first of these directives that the policy has. Nonces and digests can only be judged by a browser. */
function oneLetsIn(policy: string, names: string[], address: string, page: string): boolean {
  const directives = new Map(
    policy.split(';').map((each) => {
      const [directive = '', ...sources] = each.trim().toLowerCase().split(/\s+/);
      return [directive, sources] as const;
    }),
  );
  const sources = [...names, 'default-src'].map((name) => directives.get(name)).find((found) => found);
  if (!sources) return true;
  const { protocol, origin, host, hostname } = new URL(address);
  return sources.some((source) => {
    if (source === '*' || source === protocol || source === "'strict-dynamic'" || source.startsWith("'nonce-")) return true;
    if (source === "'self'") return origin === new URL(page).origin;
    const [, scheme, named = ''] = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/]+)/.exec(source) ?? [];
    if (scheme !== undefined && scheme !== protocol) return false;
    return named === host || named === hostname || (named.startsWith('*.') && hostname.endsWith(named.slice(1)));
  });
}
