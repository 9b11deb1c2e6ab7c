// A profile's own domains joined: a link between two of them carries a token, and the browser that opens the page with it counts as the one
// that left the other domain. A token is sealed with the profile's key and bound to that browser and to the target's host; it works once, for two
// minutes. It joins browsers and names no customer. Past events stay with the browser that they were of.
import { type Base, type IntakeBase, keeperOf } from '../../../base/base.ts';
import { key62 } from '../../../base/kit/ids.ts';
import { browserNames } from '../tokens.ts';

const CONTEXT = 'joined_browser';
const LIFE_MS = 120_000;
/** Before the sealed part: a link token that names a customer has none. */
const PREFIX = 'b-';
const MAX_TOKEN = 2_000;
const MAX_BROWSER = 256;
/** A chain of joins that is longer is cut; a circle of them cannot arise, as the last browser of a chain is joined. */
const MAX_HOPS = 8;
const SEPARATOR = '\n';

type Writer = Base | IntakeBase;

/** A browser's id as it is compared. */
export const browserText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' || text.length > MAX_BROWSER || text.includes(SEPARATOR) ? undefined : text;
};

export const isJoinToken = (token: unknown): token is string => typeof token === 'string' && token.startsWith(PREFIX);

const visitorOf = (base: Base, profileId: string, browser: string): bigint =>
  BigInt(browserNames(base, profileId, browser).visitorKey);

/** For a link from this browser to a page of this host. */
export function sealJoinToken(writer: Writer, profileId: string, { browser, host }: { browser: string; host: string }): string {
  const base = keeperOf(writer);
  const expires = base.clock.now() + LIFE_MS;
  const text = [expires, host, joinedBrowser(base, profileId, browser)].join(SEPARATOR);
  return PREFIX + Buffer.from(base.state.keys.encrypt(profileId, CONTEXT, text)).toString('base64url');
}

interface Opened {
  host: string;
  browser: string;
}

/** The content of a token; undefined if it was changed, is another profile's or has expired. */
function openJoinToken(base: Base, profileId: string, token: string): Opened | undefined {
  const sealed = token.slice(PREFIX.length);
  const bytes = Buffer.from(sealed, 'base64url');
  // TRICKY: base64url has spare bits at its end; a token that differs in them alone is still another token.
  if (token.length > MAX_TOKEN || bytes.toString('base64url') !== sealed) return undefined;
  try {
    const [expires, host, browser] = base.state.keys.decrypt(profileId, CONTEXT, bytes).split(SEPARATOR);
    return host && browser && Number(expires) > base.clock.now() ? { host, browser } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Joins the browser that brings a token to the one that the token is of.
 * @returns False if the token means nothing: changed, expired, another profile's or host's, or used by another browser.
 */
export function redeemJoinToken(
  writer: Writer,
  profileId: string,
  { token, browser, host }: { token: string; browser: string; host: string },
): boolean {
  const base = keeperOf(writer);
  const opened = openJoinToken(base, profileId, token);
  if (!opened || opened.host !== host) return false;
  const now = base.clock.now();
  const visitor_key = visitorOf(base, profileId, browser);
  const token_key = key62(`join:${token}`);
  return base.state.txUnsynced(() => {
    const { statement } = base.state;
    const used = statement('collect/identity/join_token_get').get({ profile_id: profileId, token_key });
    // The same post may come again.
    if (used) return BigInt(used.visitor_key) === visitor_key;
    statement('collect/identity/join_tokens_expire').run({ profile_id: profileId, before: now - LIFE_MS });
    statement('collect/identity/join_token_put').run({ profile_id: profileId, token_key, visitor_key, used_at: now });
    join(base, profileId, { visitor_key, opened, now });
    return true;
  });
}

/** A browser that is known as a customer's stays what it is: what it does later would be taken from them. */
function join(
  base: Base,
  profileId: string,
  { visitor_key, opened, now }: { visitor_key: bigint; opened: Opened; now: number },
): void {
  const { statement } = base.state;
  const joined = joinedBrowser(base, profileId, opened.browser);
  const joined_key = visitorOf(base, profileId, joined);
  const isKnown = statement('collect/identity/browser_get').get({ profile_id: profileId, visitor_key }) !== undefined;
  if (joined_key === visitor_key || isKnown) return;
  const sealed = base.state.keys.encrypt(profileId, CONTEXT, joined);
  statement('collect/identity/joined_browser_put').run({
    profile_id: profileId,
    visitor_key,
    joined_key,
    joined: Buffer.from(sealed),
    joined_at: now,
  });
}

/** The browser as which this one counts. */
function joinedBrowser(base: Base, profileId: string, browser: string): string {
  let now = browser;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const row = base.state
      .statement('collect/identity/joined_browser_get')
      .get({ profile_id: profileId, visitor_key: visitorOf(base, profileId, now) });
    if (!row) return now;
    now = base.state.keys.decrypt(profileId, CONTEXT, row.joined);
  }
  return now;
}

/** A function that says as which browser an event's counts; undefined while no browser of the profile was joined. */
export function joinedBrowsers(writer: Writer, profileId: string): ((browser: string) => string) | undefined {
  const base = keeperOf(writer);
  if (!base.state.statement('collect/identity/joined_browsers_any').get({ profile_id: profileId })) return undefined;
  return (browser) => joinedBrowser(base, profileId, browser);
}
