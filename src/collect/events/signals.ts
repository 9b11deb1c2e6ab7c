// Signals of a browser by which ad platforms match its conversions: its name (user agent), its address, and their own cookies. They are no facts:
// nothing of them is in the journal. Kept are those that an enabled destination uses, sealed and for days (`base/short-lived`): of a server's event
// that brings them, and of a browser that has agreed to the use of its data for ads. What is kept goes when its delivery ends, at a refusal and with
// an erasure.
import { isIP } from 'node:net';
import { setImmediate as otherTurns } from 'node:timers/promises';
import { z } from 'zod';
import type { Base, IntakeBase, ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { BROWSER_SIGNALS, type BrowserSignal } from '../../base/contract/slice-hooks.ts';
import { BoundedMap } from '../../base/kit/bounded-map.ts';
import { isPrivateAddress } from '../../base/kit/networks.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { outcomeNumber } from './enrich/references.ts';
import { tokeniserOf } from './enrich/tokeniser.ts';
import type { EventInput } from './event-input.ts';
import { withTcChoices } from './tc-string.ts';

export type BrowserSignals = Partial<Record<BrowserSignal, string>>;
/** As senders bring them. */
export type SentSignals = Partial<Record<BrowserSignal, string | undefined>>;

const MAX_LENGTH = 2_048;
const SEEN_BROWSERS = 20_000;

const shape = z.partialRecord(z.enum(BROWSER_SIGNALS), z.string());

const YES = ['granted', 'true', 'yes', '1'];
const NO = ['denied', 'false', 'no', '0'];

/** What an event says of the use of its browser's data for ads; undefined: nothing. */
export function adWordOf({ properties }: EventInput): 'yes' | 'no' | undefined {
  const word = String((properties && withTcChoices(properties).properties['ad_user_data']) ?? '')
    .trim()
    .toLowerCase();
  return YES.includes(word) ? 'yes' : NO.includes(word) ? 'no' : undefined;
}

/** None where no enabled destination uses any. */
export function usedSignals(base: IntakeBase | ReadBase, profileId: string): ReadonlySet<BrowserSignal> {
  const used = new Set<BrowserSignal>();
  for (const { adSignals } of hooksOf(base)) for (const name of adSignals?.(base, profileId) ?? []) used.add(name);
  return used;
}

/** A private one is that of a proxy, or of a machine at the sender's. */
const isVisitors = (address: string): boolean => isIP(address) !== 0 && !isPrivateAddress(address);

/** The used ones of these, without what is empty, too long or no visitor's address. */
function usable(signals: SentSignals, used: ReadonlySet<BrowserSignal>): BrowserSignals {
  const found: BrowserSignals = {};
  for (const name of BROWSER_SIGNALS) {
    const value = signals[name]?.trim();
    if (!used.has(name) || value === undefined || value === '' || value.length > MAX_LENGTH) continue;
    if (name !== 'ip' || isVisitors(value)) found[name] = value;
  }
  return found;
}

const outcomeName = (outcomeKey: bigint): string => `outcome ${outcomeKey}`;
const browserName = (visitorKey: bigint | string): string => `browser ${visitorKey}`;

/** A server's event that brings signals, by its idempotency key. */
export interface WithSignals {
  key: string;
  signals: SentSignals;
}

/**
 * Before the events are stored, so that no delivery comes before their signals. Answers the function that takes back what is new of events that are
 * not: refused ones, and repetitions, whose deliveries may have ended. An event is taken without its signals where they cannot be kept.
 */
export async function keepOutcomeSignals(
  base: IntakeBase,
  profileId: string,
  events: readonly WithSignals[],
): Promise<(isNoNewOne: (key: string) => boolean) => Promise<void>> {
  const used = events.length === 0 ? new Set<BrowserSignal>() : usedSignals(base, profileId);
  const tokens = tokeniserOf(base, profileId);
  const keys = new Map<string, string>();
  const values = new Map<string, string>();
  for (const { key, signals } of events) {
    const kept = usable(signals, used);
    if (Object.keys(kept).length === 0) continue;
    const name = outcomeName(outcomeNumber(tokens.tokenBytes('outcome', key)));
    // Of two with one key the first is stored.
    if (values.has(name)) continue;
    keys.set(name, key);
    values.set(name, JSON.stringify(kept));
  }
  let news: string[] = [];
  await keeping(base, async () => {
    news = await base.shortLived.put(profileId, values, { isKept: true });
  });
  return async (isNoNewOne) => {
    const useless = news.filter((name) => isNoNewOne(keys.get(name) ?? ''));
    if (useless.length > 0) await keeping(base, () => base.shortLived.remove(profileId, useless));
  };
}

/** Intake goes on without signals. */
async function keeping(base: IntakeBase, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    base.log.error({ err: error }, 'signals of browsers could not be kept: conversions are matched without them');
  }
}

/** A browser as a request shows it. */
export interface SeenBrowser {
  anonymousId: string;
  /** What it says of the use of its data for ads. */
  word: 'yes' | 'no';
  signals: SentSignals;
}

/** Which browsers' signals are on disk as they are, so that a page view writes nothing. */
const seenOf = (base: IntakeBase | ReadBase) =>
  base.memo('kept browser signals', () => ({ known: new BoundedMap<true>(SEEN_BROWSERS) }));

/** Keeps the signals of a browser that agreed, and destroys those of one that refuses. */
export async function keepBrowserSignals(base: IntakeBase, profileId: string, browsers: readonly SeenBrowser[]): Promise<void> {
  if (browsers.length === 0) return;
  const used = usedSignals(base, profileId);
  if (used.size === 0) return;
  const tokens = tokeniserOf(base, profileId);
  for (const { anonymousId, word, signals } of browsers) {
    const { value } = tokens.normalise('anonymous_id', anonymousId);
    if (value === undefined) continue;
    const name = browserName(tokens.browser(value).visitorKey);
    if (word === 'no') await keeping(base, () => forget(base, profileId, [name]));
    else await keepOne(base, profileId, name, usable(signals, used));
  }
}

async function keepOne(base: IntakeBase, profileId: string, name: string, signals: BrowserSignals): Promise<void> {
  if (Object.keys(signals).length === 0) return;
  const seen = seenOf(base);
  let isNew = false;
  const day = new Date(base.clock.now()).toISOString().slice(0, 10);
  seen.known.get(`${profileId} ${name} ${day} ${JSON.stringify(signals)}`, () => {
    isNew = true;
    return true;
  });
  if (!isNew) return;
  const before = keptOf(base, profileId, name);
  // An id that came earlier does not live longer because its browser is here again.
  const own = before?.day === base.shortLived.today ? before.signals : {};
  await keeping(base, () => base.shortLived.put(profileId, new Map([[name, JSON.stringify({ ...own, ...signals })]])));
}

function keptOf(
  base: IntakeBase | ReadBase,
  profileId: string,
  name: string,
): { signals: BrowserSignals; day: number } | undefined {
  const kept = base.shortLived.get(profileId, [name]).get(name);
  return kept && { signals: readJson('the signals of a browser', shape, kept.text), day: kept.day };
}

async function forget(base: IntakeBase | ReadBase, profileId: string, names: readonly string[], isWiped = false): Promise<void> {
  if (base.shortLived.get(profileId, names).size === 0 && !isWiped) return;
  seenOf(base).known = new BoundedMap(SEEN_BROWSERS);
  await base.shortLived.remove(profileId, names, { isWiped });
}

/** The event of a conversion, and the browser that it names. */
export interface SignalSource {
  outcomeKey: bigint | null;
  visitorKey: bigint | null;
}

/** What the event brought; beside it, what its browser agreed to. */
export function signalsOf(base: ReadBase, profileId: string, { outcomeKey, visitorKey }: SignalSource): BrowserSignals {
  return {
    ...(visitorKey === null ? {} : keptOf(base, profileId, browserName(visitorKey))?.signals),
    ...(outcomeKey === null ? {} : keptOf(base, profileId, outcomeName(outcomeKey))?.signals),
  };
}

/** Those of these events that have signals. */
export const withSignals = (base: ReadBase, profileId: string, outcomeKeys: Iterable<bigint>): bigint[] =>
  [...new Set(outcomeKeys)].filter((key) => base.shortLived.get(profileId, [outcomeName(key)]).size > 0);

/** Every delivery of these events has ended. */
export const endOutcomeSignals = (base: Base, profileId: string, outcomeKeys: readonly bigint[]): Promise<void> =>
  forget(base, profileId, outcomeKeys.map(outcomeName));

/** @param erased Keys of outcomes as the journal has them, and browsers. */
export const eraseSignals = (
  base: Base,
  profileId: string,
  { outcomeKeys, visitorKeys }: { outcomeKeys: readonly Uint8Array[]; visitorKeys: readonly bigint[] },
): Promise<void> =>
  forget(base, profileId, [...outcomeKeys.map((key) => outcomeName(outcomeNumber(key))), ...visitorKeys.map(browserName)], true);

const PAGE_NAMES = 500;

/** Destroys what is too old, and what no destination of a profile uses any more: one was removed, or the privacy mode was raised. */
export const signalsUpkeep = defineSchedule({
  kind: 'browser_signals_upkeep',
  times: { everySeconds: 3_600 },
  leaseSeconds: 600,
  retry: { attempts: 3 },
  failureText: 'signals of browsers that are too old could not be deleted; the service retries automatically',
  run: async (base: Base) => {
    for (const profileId of base.shortLived.profiles()) await narrow(base, profileId, usedSignals(base, profileId));
    await base.shortLived.expire();
  },
});

async function narrow(base: Base, profileId: string, used: ReadonlySet<BrowserSignal>): Promise<void> {
  if (used.size === 0) return forgetAll(base, profileId);
  const narrowed = base.memo('used browser signals', () => new Map<string, string>());
  const names = [...used].sort().join();
  if (narrowed.get(profileId) === names) return;
  for (let after = ''; ; ) {
    const page = base.shortLived.names(profileId, after, PAGE_NAMES);
    const last = page.at(-1);
    if (last === undefined) break;
    for (const name of page.filter(isOfBrowsers)) await narrowOne(base, profileId, name, used);
    after = last;
    await otherTurns();
  }
  narrowed.set(profileId, names);
}

/** The store has other values, too. */
const isOfBrowsers = (name: string): boolean => /^(?:outcome|browser) /.test(name);

async function forgetAll(base: Base, profileId: string): Promise<void> {
  let hasOthers = false;
  for (let after = ''; ; ) {
    const page = base.shortLived.names(profileId, after, PAGE_NAMES);
    const last = page.at(-1);
    if (last === undefined) break;
    const own = page.filter(isOfBrowsers);
    hasOthers ||= own.length < page.length;
    if (own.length > 0) await base.shortLived.remove(profileId, own);
    after = last;
  }
  if (!hasOthers) await base.shortLived.purge(profileId);
}

async function narrowOne(base: Base, profileId: string, name: string, used: ReadonlySet<BrowserSignal>): Promise<void> {
  const before = keptOf(base, profileId, name);
  if (!before) return;
  const kept = usable(before.signals, used);
  if (Object.keys(kept).length === Object.keys(before.signals).length) return;
  await forget(base, profileId, [name]);
  const { day } = before;
  if (Object.keys(kept).length > 0) await base.shortLived.put(profileId, new Map([[name, JSON.stringify(kept)]]), { day });
}
