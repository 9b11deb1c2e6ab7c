// Ids of ad platforms' own cookies, which senders put among click ids and properties. They are signals of a browser and no evidence of a click: no
// fact has them (`signals.ts` keeps those that may be kept).
import type { BrowserSignal } from '../../../base/contract/slice-hooks.ts';
import type { EventInput } from '../event-input.ts';

type CookieId = Exclude<BrowserSignal, 'user_agent' | 'ip'>;

/** By the cookie's name, and by the name that the platform's interface has for it. */
const NAMES: Readonly<Record<string, CookieId>> = {
  fbp: 'fbp',
  _fbp: 'fbp',
  ttp: 'ttp',
  _ttp: 'ttp',
  sc_cookie1: 'sc_cookie1',
  scid: 'sc_cookie1',
  _scid: 'sc_cookie1',
};
/** As a click id it is evidence of the click in it; as a property of a page it is the cookie. */
const OF_PAGES: Readonly<Record<string, CookieId>> = { ...NAMES, fbc: 'fbc', _fbc: 'fbc' };
/** A property of a server's may have any name; Meta's ids are known by their form. */
const META_ID = /^fb\.\d\.\d+\../;

type Values = Readonly<Record<string, unknown>>;

/** Hostile input may have any name. */
const nameIn = (names: Readonly<Record<string, CookieId>>, name: string): CookieId | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;

function* idsIn({ click_ids, properties }: EventInput): Generator<[where: 'click_ids' | 'properties', name: string, CookieId]> {
  if (isValues(click_ids))
    for (const name in click_ids) {
      const id = nameIn(NAMES, name.trim().toLowerCase());
      if (id) yield ['click_ids', name, id];
    }
  if (isValues(properties))
    for (const name in properties) {
      const id = nameIn(OF_PAGES, name);
      if (id) yield ['properties', name, id];
    }
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

function valueAt(input: EventInput, where: 'click_ids' | 'properties', name: string): unknown {
  const values: unknown = input[where];
  return isValues(values) ? values[name] : undefined;
}

const isTaken = (where: 'click_ids' | 'properties', value: unknown, isServer: boolean): boolean =>
  where === 'click_ids' || !isServer || (typeof value === 'string' && META_ID.test(value));

/** The ids that an event brings. */
export function cookieIdsOf(input: EventInput, isServer = true): Partial<Record<CookieId, string>> {
  const found: Partial<Record<CookieId, string>> = {};
  for (const [where, name, id] of idsIn(input)) {
    const value = valueAt(input, where, name);
    if (typeof value === 'string' && isTaken(where, value, isServer)) found[id] ??= value;
  }
  return found;
}

/** The same event without them; itself where it has none. */
export function withoutCookieIds(input: EventInput, isServer: boolean): EventInput {
  let without: EventInput = input;
  for (const [where, name] of idsIn(input)) {
    if (!isTaken(where, valueAt(input, where, name), isServer)) continue;
    const others = Object.entries(Object(without[where])).filter(([each]) => each !== name);
    without = { ...without, [where]: Object.fromEntries(others) };
  }
  return without;
}
