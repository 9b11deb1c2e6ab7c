// One reading of another tool's history as the event that it is here.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../base/kit/canonical.ts';
import { momentOfWallClock, shiftsOfZone } from '../../../base/kit/time/zone-shifts.ts';
import type { EventInput } from '../../../collect/events/index.ts';
import type { Reading } from '../../../collect/imports/index.ts';

export interface Purchase {
  amount: string;
  currency: string;
}
/** By transaction: purchases of the file and of earlier imports. */
export type Purchases = (transaction: string) => Purchase | undefined;

interface EventContext {
  /** Of paths without one. */
  host: string | undefined;
  purchases: Purchases;
  zone: string;
  /** The tool that wrote the file. */
  source: string;
}

type Row = { input: EventInput; id?: string } | { words: string };
type Of<Kind extends Reading['kind']> = Extract<Reading, { kind: Kind }>;

const LAST_SECOND_MS = 86_399_000;

/** Members that have a value. */
const filled = (members: Record<string, string | undefined>): Record<string, string> | undefined => {
  const found = Object.entries(members).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  return found.length === 0 ? undefined : Object.fromEntries(found);
};

/** An outcome of a day alone is at its end, so that visits of that day can have led to it; a visit at its beginning. */
function momentOf(
  { at, day }: { at?: number | undefined; day?: string | undefined },
  zone: string,
  isOutcome: boolean,
): number | undefined {
  if (at !== undefined || day === undefined) return at;
  return momentOfWallClock(shiftsOfZone(zone), Date.parse(day) + (isOutcome ? LAST_SECOND_MS : 0)) * 1000;
}

function pageOf({ url, path }: Readonly<Record<string, string>>, host: string | undefined): string | undefined {
  if (url !== undefined || path === undefined || host === undefined) return url;
  return `https://${host}${path.startsWith('/') ? '' : '/'}${path}`;
}

function viewOf({ id, name, visitor, values, ...moment }: Of<'event'>, { host, zone, source: tool }: EventContext): Row {
  const { title, referrer, referrer_host, user, source, medium, campaign, term, content } = values;
  const { gclid, fbclid, msclkid, ttclid, campaign_id, adset_id, ad_account, consent_ads } = values;
  const input: EventInput = {
    event_type: name,
    anonymous_id: visitor,
    occurred_at: momentOf(moment, zone, false),
    url: pageOf(values, host),
    page_title: title,
    referrer: referrer ?? (referrer_host === undefined ? undefined : `https://${referrer_host}/`),
    utm: filled({ source, medium, campaign, term, content }),
    click_ids: filled({ gclid, fbclid, msclkid, ttclid }),
    ad: filled({ campaign_id, adset_id, account_id: ad_account }),
    user_traits: filled({ external_id: user }),
    // That cookies of ads were allowed says nothing of what may be sent to a platform.
    properties: consent_ads?.toLowerCase() === 'no' ? { ad_user_data: 'denied' } : undefined,
  };
  return { input, ...(id === undefined ? {} : { id: `${tool}/${id}` }) };
}

/** Money without an id is known by who paid what when. */
const keyOfContent = (content: object): string =>
  `import:${createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 32)}`;

function outcomeOf(reading: Of<'outcome'>, { purchases, zone, source }: EventContext): Row {
  const { type, transaction_id, visitor, user, amount, currency } = reading;
  const isRefund = type === 'refund';
  const whole = isRefund && amount === undefined ? purchases(transaction_id ?? '') : undefined;
  if (isRefund && transaction_id === null) return { words: 'The refund names no purchase.' };
  if (isRefund && amount === undefined && !whole)
    return {
      words: `The refund has no amount, and its purchase ${transaction_id} is neither in the file nor was it imported before.`,
    };
  const value = whole ?? (amount === undefined || currency === undefined ? undefined : { amount, currency });
  const occurred_at = momentOf(reading, zone, true);
  // Of a whole refund there is one; of parts there may be several.
  const part = whole ? '' : `:${amount}:${occurred_at}`;
  const key = isRefund ? `${transaction_id}:refunded${part}` : (transaction_id ?? undefined);
  const input: EventInput = {
    event_type: type === 'purchase' ? 'payment_received' : type,
    idempotency_key: key ?? (value && keyOfContent({ visitor, user, occurred_at, value })),
    ...(isRefund ? { refund_of: transaction_id } : {}),
    ...(type === 'purchase' && transaction_id !== null ? { sale: { system: source, order_ids: [transaction_id] } } : {}),
    anonymous_id: visitor ?? undefined,
    occurred_at,
    value,
    user_traits: filled({ external_id: user }),
  };
  return { input };
}

/** Undefined of what brings nothing. */
export function eventRowOf(reading: Reading, context: EventContext): Row | undefined {
  if (reading.kind === 'event') return viewOf(reading, context);
  if (reading.kind === 'outcome') return outcomeOf(reading, context);
  if (reading.kind !== 'identify' && reading.kind !== 'alias') return undefined;
  const [visitor, user] = reading.kind === 'identify' ? [reading.visitor, reading.user] : [reading.from, reading.to];
  const occurred_at = momentOf(reading, context.zone, false);
  return { input: { event_type: 'identify', anonymous_id: visitor, occurred_at, user_traits: { external_id: user } } };
}
