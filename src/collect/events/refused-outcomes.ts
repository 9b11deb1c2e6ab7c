// Counts of outcomes that the door refused, by sender and reason: they are in no figure, and a profile should know how much money that is. A count is kept
// in this process and written once a second, so that a flood costs no write each; of one day a profile has a limited number of rows, and what
// is beyond adds to sums. Of an outcome only its type, its amount and the number of its key are kept.
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import type { RefusedCall } from '../../base/contract/slice-hooks.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { readAmount, readCurrency } from './enrich/money.ts';
import { outcomeNumber } from './enrich/references.ts';
import { tokeniserOf } from './enrich/tokeniser.ts';
import { typeKey } from './event-types.ts';
import { LIMITS } from './reading.ts';

export type RefusedReason = 'used_key' | 'wrong_amount' | 'wrong_time' | 'wrong_field';

const SAVE_EVERY_MS = 1_000;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 200;
const SCALE = 6;
/** Rows of a profile and day with one outcome each, and all together. */
const [MOST_KEYS, MOST_ROWS] = [300, 400];
/** Between two writes; a flood adds to the sums of what is there. */
const MOST_WAITING = 1_000;
const OTHER = 'other types';
/** Apart, as refunds would be taken off the sum of others. */
const OTHER_REFUNDS = 'other refunds';
const REFUND = 'refund';
/** A type as programs name it; any other text may be anything. */
const isPlainType = (type: string): boolean => /^[a-z][\w.-]{0,59}$/i.test(type) && !/\d{5}/.test(type);

interface Refused {
  profileId: string;
  day: string;
  sender: string;
  eventType: string;
  reason: RefusedReason;
  /** Empty: of several outcomes, or without a key. */
  outcomeKey: string;
  currency: string;
  outcomes: number;
  attempts: number;
  /** In millionths; below 0 of what would lower figures, as a refund. */
  amount: bigint;
}

interface Counting {
  waiting: Map<string, Refused>;
  timer: NodeJS.Timeout | undefined;
  cleaned: string;
}

const countingOf = (base: Pick<Base, 'memo'>): Counting =>
  base.memo('collect/events refused outcomes', (): Counting => ({ waiting: new Map(), timer: undefined, cleaned: '' }));

const nameOf = ({ profileId, day, sender, eventType, reason, outcomeKey, currency }: Refused): string =>
  JSON.stringify([profileId, day, sender, eventType, reason, outcomeKey, currency]);

/** The same outcome again is one outcome; several in one row add up. */
function joined(one: Refused, more: Refused): Refused {
  const attempts = one.attempts + more.attempts;
  if (one.outcomeKey !== '') return { ...more, attempts };
  return { ...one, attempts, outcomes: one.outcomes + more.outcomes, amount: one.amount + more.amount };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNamed = (sent: unknown): boolean => (typeof sent === 'string' || typeof sent === 'number') && sent !== '';

/** What can be read of the money, also of an amount that was refused for its sign. */
function moneyOf(event: Record<string, unknown>, isBelow: boolean): { amount: bigint; currency: string } {
  const value = isObject(event['value']) ? event['value'] : {};
  const sent = value['amount'];
  const { amount } = readAmount(
    typeof sent === 'number' ? Math.abs(sent) : typeof sent === 'string' ? sent.replace(/^\s*-/, '') : sent,
  );
  const currency = readCurrency(value['currency']);
  return amount === undefined || currency === undefined
    ? { amount: 0n, currency: '' }
    : { amount: unitsOf(amount, SCALE) * (isBelow ? -1n : 1n), currency };
}

function keyOf(base: ReadBase, profileId: string, sent: unknown): string {
  if (!isNamed(sent) || String(sent).length > LIMITS.idempotency_key) return '';
  const { tokenBytes } = tokeniserOf(keeperOf(base), profileId);
  return outcomeNumber(tokenBytes('outcome', String(sent))).toString();
}

/** Refusals of what an outcome says; limits and access are none. */
const OF_CONTENT: ReadonlySet<string> = new Set(['validation_error', 'invalid_request', 'payment_ref_invalid', 'amount_invalid']);

/** The member that a refusal names is the first word of its sentence. */
function reasonOf({ code, message }: Pick<RefusedCall, 'code' | 'message'>): RefusedReason | undefined {
  if (code === 'idempotency_key_conflict') return 'used_key';
  if (!OF_CONTENT.has(code)) return undefined;
  const member = /^(?:events[.[]\d+\]?\.)?([\w.]+):/.exec(message)?.[1] ?? '';
  if (/^(?:value|amount|currency)\b/.test(member)) return 'wrong_amount';
  return member === 'occurred_at' || member === 'paid_at' ? 'wrong_time' : 'wrong_field';
}

interface RefusedEvent extends Pick<RefusedCall, 'principal' | 'profileId' | 'code' | 'message'> {
  /** As it was sent. */
  event: unknown;
}

/** Counts one outcome that the door refused for what it says; other refusals (limits, access) are none of the outcome. */
export function countRefusedOutcome(read: ReadBase, { principal, profileId, code, message, event }: RefusedEvent): void {
  const reason = reasonOf({ code, message });
  const sender = principal.kind === 'key' ? principal.credentialId : principal.kind;
  if (reason !== undefined) countRefused(keeperOf(read), { profileId, sender, reason, event });
}

/** Counts an outcome of a file that was not taken, by the layout of the file. */
export function countRefusedRow(base: Base, profileId: string, { layout, ...refused }: RefusedRow): void {
  countRefused(base, { profileId, sender: `${FILE}${layout}`, ...refused });
}

interface RefusedRow {
  layout: string;
  reason: RefusedReason;
  event: unknown;
  /** Figures would be lower with it; otherwise the event says whether it is a refund. */
  isLowering?: boolean;
}

/** Before the layout of a file, where a sender is named. */
export const FILE = 'file:';

/** What is wrong with a row of an events file; the words begin with the column. */
export function reasonOfRow(words: string): RefusedReason {
  if (/^idempotency_key: used\b/.test(words)) return 'used_key';
  if (/^(?:value_amount|value|currency)\b/.test(words)) return 'wrong_amount';
  return /^occurred_at\b/.test(words) ? 'wrong_time' : 'wrong_field';
}

interface CountedRefusal extends Pick<Refused, 'profileId' | 'sender' | 'reason'>, Pick<RefusedRow, 'isLowering'> {
  event: unknown;
}

const otherOf = ({ amount }: Pick<Refused, 'amount'>): string => (amount < 0n ? OTHER_REFUNDS : OTHER);

/** Sums of several outcomes have refunds apart. */
function typeOf(type: string, isRefund: boolean, outcomeKey: string): string {
  if (isRefund && (outcomeKey === '' || !isPlainType(type))) return REFUND;
  return isPlainType(type) ? type : OTHER;
}

function countRefused(base: Base, { profileId, sender, reason, event, isLowering }: CountedRefusal): void {
  const counting = countingOf(base);
  const sent = isObject(event) ? event : {};
  const type = typeof sent['event_type'] === 'string' ? sent['event_type'].trim() : '';
  const isRefund = isNamed(sent['refund_of']) || typeKey(type) === REFUND;
  const isBelow = isLowering ?? isRefund;
  const outcomeKey = counting.waiting.size < MOST_WAITING ? keyOf(base, profileId, sent['idempotency_key']) : '';
  const refused: Refused = {
    profileId,
    day: dayOf(base.clock.now()),
    reason,
    outcomes: 1,
    attempts: 1,
    ...moneyOf(sent, isBelow),
    sender,
    eventType: typeOf(type, isBelow, outcomeKey),
    outcomeKey,
  };
  const kept = counting.waiting.size < 2 * MOST_WAITING ? refused : { ...refused, eventType: otherOf(refused) };
  const before = counting.waiting.get(nameOf(kept));
  counting.waiting.set(nameOf(kept), before ? joined(before, kept) : kept);
  counting.timer ??= setTimeout(() => saveRefused(base), SAVE_EVERY_MS).unref();
}

/** The hook of calls: an outcome or a batch of them that was refused as a whole. */
export function countRefusedCall(base: ReadBase, call: RefusedCall): void {
  if (call.operationId !== 'createEvent' && call.operationId !== 'createEventBatch') return;
  const { body } = call;
  const events = isObject(body) && Array.isArray(body['events']) ? body['events'].slice(0, MOST_WAITING) : [body];
  for (const event of events) countRefusedOutcome(base, { ...call, event });
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Writes down what was counted; when the service stops, too. */
export function saveRefused(base: Base): void {
  const counting = countingOf(base);
  clearTimeout(counting.timer);
  counting.timer = undefined;
  if (counting.waiting.size === 0 || !base.state.db.open) return;
  try {
    base.state.txUnsynced(() => {
      forgetOld(base, counting);
      for (const refused of counting.waiting.values()) write(base, refused);
    });
    counting.waiting.clear();
  } catch (error) {
    // A full disk, say: what was counted is kept for the next time.
    base.log.warn({ err: error }, 'refused outcomes could not be counted; the service tries again');
    counting.timer = setTimeout(() => saveRefused(base), SAVE_EVERY_MS).unref();
  }
}

function forgetOld({ state, clock }: Base, counting: Counting): void {
  const today = dayOf(clock.now());
  if (counting.cleaned === today) return;
  state.statement('collect/events/refused_outcomes_forget').run({ before: dayOf(clock.now() - KEPT_DAYS * DAY_MS) });
  counting.cleaned = today;
}

/** Beyond its number of rows a day has sums alone, and then one type of them. */
function write(base: Base, refused: Refused): void {
  const { profileId, day } = refused;
  const { rows_of_day: rows = 0 } =
    base.state.statement('collect/events/refused_outcomes_count').get({ profile_id: profileId, day, since: day }) ?? {};
  const row = stored(base, refused);
  if (row || rows < MOST_KEYS || (refused.outcomeKey === '' && rows < MOST_ROWS)) {
    put(base, refused, row);
    return;
  }
  const sum = { ...refused, outcomeKey: '', ...(rows < MOST_ROWS ? {} : { eventType: otherOf(refused), sender: 'others' }) };
  put(base, sum, stored(base, sum));
}

type Row = { outcomes: number; attempts: number; amount: string };

const columnsOf = ({ profileId, day, sender, eventType, reason, outcomeKey, currency }: Refused) => ({
  profile_id: profileId,
  day,
  sender,
  event_type: eventType,
  reason,
  outcome_key: outcomeKey,
  currency,
});

const stored = (base: Base, refused: Refused): Row | undefined =>
  base.state.statement('collect/events/refused_outcome_get').get(columnsOf(refused));

function put(base: Base, refused: Refused, row: Row | undefined): void {
  const before = row && { ...refused, outcomes: row.outcomes, attempts: row.attempts, amount: unitsOf(row.amount, SCALE) };
  const { outcomes, attempts, amount } = before ? joined(before, refused) : refused;
  base.state
    .statement('collect/events/refused_outcome_put')
    .run({ ...columnsOf(refused), outcomes, attempts, amount: decimalText(amount, SCALE) });
}

/** The refused outcomes of some days (UTC), as they are known by now. */
export function refusedOutcomes(base: ReadBase, profileId: string, { from, to }: { from: string; to: string }) {
  saveRefused(keeperOf(base));
  return base.state.statement('collect/events/refused_outcomes_list').all({ profile_id: profileId, from_day: from, to_day: to });
}

/** How many attempts were refused since a day. */
export function refusedAttempts(base: ReadBase, profileId: string, since: string): number {
  saveRefused(keeperOf(base));
  const row = base.state.statement('collect/events/refused_outcomes_count').get({ profile_id: profileId, day: since, since });
  return row?.attempts ?? 0;
}

/** The key of an outcome may be one of the person's. */
export function unlinkRefused(base: Base, profileId: string): void {
  saveRefused(base);
  base.state.statement('collect/events/refused_outcomes_unlink').run({ profile_id: profileId });
}
