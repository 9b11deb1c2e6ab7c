// The identity in an event: identifiers and the browser as keyed tokens, the clear values encrypted and nowhere else.
import { countryCodeOf } from '../../../base/kit/countries.ts';
import { key62 } from '../../../base/kit/ids.ts';
import {
  type BrowserNames,
  detailsOf,
  IDENTIFIER_TYPES,
  type IdentifierType,
  identifierKeyOf,
  LINK_TOKEN,
  LINKED_CUSTOMER,
  PHONE_AS_GIVEN,
  PRIORITIES,
  visitorKeyOf,
} from '../../identity/pure.ts';
import type { EventBody } from '../event-body.ts';
import type { EnrichContext } from '../event-input.ts';
import { LIMITS, type Reading } from '../reading.ts';

/** Country codes of edges for "unknown" (XX) and for Tor (T1). */
const NO_COUNTRIES = new Set(['XX', 'ZZ', 'T1']);

export interface Identity {
  browser?: BrowserNames;
  identifierTokens: Record<string, string>;
  identifiers: NonNullable<EventBody['identifiers']>;
  traits?: Uint8Array;
}

/** Tokens of the browser and of the person's identifiers; the clear values go, encrypted, into the traits. */
export function identityOf(reading: Reading, context: EnrichContext, hasPage: boolean): Identity {
  const { event } = reading;
  const { tokens } = context;
  const identity: Identity = { identifierTokens: {}, identifiers: [] };
  const overrides = event.user_traits ?? {};
  const country = countryOf(overrides.country);
  const clear: Record<string, string> = {};
  const take = (type: IdentifierType | 'anonymous_id', value: unknown): string | undefined => {
    const text = reading.text(type, value, type === 'anonymous_id' ? LIMITS.anonymous_id : LIMITS.trait);
    if (text === undefined) return undefined;
    const normal = tokens.normalise(type, text, country);
    if (normal.refused === undefined) return normal.value;
    reading.flags.add(`refused_${type}`);
    if (normal.refused === 'unparseable') clear[PHONE_AS_GIVEN] = text;
    return undefined;
  };
  const browser = take('anonymous_id', event.anonymous_id);
  if (browser !== undefined) identity.browser = tokens.browser(browser);
  if (event.user_traits) {
    for (const type of IDENTIFIER_TYPES) {
      const taken = take(type, overrides[type]);
      if (taken === undefined) continue;
      const token = tokens.token(type, taken);
      clear[type] = taken;
      identity.identifierTokens[type] = token;
      const identifier_key = identifierKeyOf(type, token).toString();
      identity.identifiers.push({ type, priority: PRIORITIES[type], identifier_key });
    }
  }
  const linked = linkedBy(reading, context);
  if (browser !== undefined && linked !== undefined) {
    clear[LINKED_CUSTOMER] = linked.toString();
    clear[LINK_TOKEN] = key62(`link:${String(event.svc_t)}`).toString();
  }
  const strongest = identity.identifiers[0];
  if (!strongest && clear[LINKED_CUSTOMER] === undefined) return identity;
  // A page opened by someone known but without a browser id: the person's own token represents the browser.
  if (strongest && browser === undefined && hasPage) {
    const token = `id:${strongest.type}:${identity.identifierTokens[strongest.type]}`;
    identity.browser = { token, visitorKey: visitorKeyOf(token).toString() };
  }
  if (browser !== undefined) clear['anonymous_id'] = browser;
  for (const name of ['first_name', 'last_name'] as const) {
    const text = reading.text(`user_traits.${name}`, overrides[name], LIMITS.trait);
    if (text !== undefined) clear[name] = text;
  }
  if (country !== undefined) clear['country'] = country;
  Object.assign(clear, detailsOf(event.properties));
  identity.traits = tokens.encryptTraits(JSON.stringify(clear));
  return identity;
}

/** The customer of a link token; one that was changed, has expired or is of another profile is flagged and means nothing. */
function linkedBy({ event, flags }: Reading, { trust, tokens, receivedAt }: EnrichContext): bigint | undefined {
  const { svc_t: token } = event;
  if (trust !== 'browser' || token === undefined || token === null || token === '') return undefined;
  const customer = typeof token === 'string' ? tokens.linkedCustomer(token, receivedAt) : undefined;
  if (typeof customer === 'bigint') return customer;
  flags.add('refused_link_token');
  if (customer === 'expired') flags.add('expired_link_token');
  return undefined;
}

export function countryOf(value: unknown): string | undefined {
  const code = typeof value === 'string' ? countryCodeOf(value) : undefined;
  return code === undefined || NO_COUNTRIES.has(code) ? undefined : code;
}
