// Sales seen twice: payments that both count and may report one sale, the most money first, and what the merchant says of two. Nothing is joined
// without a decision.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { numberOf, personId, publicId } from '../../base/kit/ids.ts';
import { prepared, statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { type CustomerDescription, describeCustomers } from '../identity/index.ts';
import { decimalOf, unitsOf } from './amounts.ts';
import { correctPayment, underPaymentMutex } from './corrections.ts';
import { checkComputed, nameOf } from './payments.ts';

type Row = WarehouseRow<'warehouse/collect/payments/sale_pairs_list'>;
type Pair = components['schemas']['SalePair'];
type Side = Pair['payments'][number];
type Verdict = 'same' | 'apart' | 'undecided';

interface MaybeTwice {
  currency: string;
  /** Payments that may repeat another. */
  payments: number;
  /** What they are worth, net of refunds: exact decimal text. It is part of what is counted. */
  amount: string;
}

/** The money that may be counted twice, by currency; none where nothing is computed yet. */
async function maybeTwice(base: ReadBase, profileId: string): Promise<MaybeTwice[]> {
  if (!(await base.warehouse.exists(profileId))) return [];
  const rows = await base.warehouse.query({ profileId }, prepared('warehouse/collect/payments/maybe_twice_list', {}));
  return rows.map(({ currency, payments, amount }) => ({
    currency,
    payments: Number(payments),
    amount: decimalOf(unitsOf(amount)),
  }));
}

const NO_CURSOR = { cursor_amount: null, cursor_a: null, cursor_b: null };

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return NO_CURSOR;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, amount, a, b] = /^(\d{1,12}(?:\.\d{1,6})?)\|(\d{1,18})\|(\d{1,18})$/.exec(text) ?? [];
  if (amount === undefined || a === undefined || b === undefined)
    throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  return { cursor_amount: amount, cursor_a: BigInt(a), cursor_b: BigInt(b) };
}

const cursorAfter = ({ amount, payment_a, payment_b }: Row): string =>
  Buffer.from(`${amount}|${payment_a}|${payment_b}`).toString('base64url');

async function readPairs(
  base: ReadBase,
  profileId: string,
  params: { status: string; limit: number; cursor?: string | undefined },
) {
  const { status, limit, cursor } = params;
  const after = readCursor(cursor);
  if (!(await checkComputed(base, profileId))) return [];
  const plan = prepared('warehouse/collect/payments/sale_pairs_list', { status, limit: limit + 1, ...after });
  return base.warehouse.query({ profileId }, plan);
}

/** What a caller may know of the payers and keys of the payments of a page. */
interface Details {
  people: ReadonlyMap<bigint, CustomerDescription>;
  references: ReadonlyMap<bigint, string>;
}

interface ReportRow {
  seq: bigint;
  at: string;
  type: string;
  system: string;
  amount: string;
  currency: string;
  person: bigint | null;
  counts: boolean;
}

function shownReport(profileId: string, row: ReportRow, { people, references }: Details): Side {
  const { seq, person } = row;
  const described = person === null ? undefined : people.get(person);
  const isKnown = person !== null && person > 0n;
  return {
    payment_id: publicId('fact', profileId, seq),
    paid_at: row.at,
    event_type: row.type,
    system: row.system,
    reference: references.get(seq) ?? null,
    amount: decimalOf(unitsOf(row.amount)),
    currency: row.currency,
    payer: isKnown
      ? { customer_profile_id: personId(profileId, person), name: nameOf(described), email: described?.primary_email ?? null }
      : null,
    is_counted: row.counts,
  };
}

const reportsOf = (row: Row): ReportRow[] => [
  {
    seq: row.payment_a,
    at: row.a_at,
    type: row.a_type,
    system: row.a_system,
    amount: row.a_amount,
    currency: row.a_currency,
    person: row.a_person,
    counts: row.a_counts,
  },
  {
    seq: row.payment_b,
    at: row.b_at,
    type: row.b_type,
    system: row.b_system,
    amount: row.b_amount,
    currency: row.b_currency,
    person: row.b_person,
    counts: row.b_counts,
  },
];

/** Only connected accounts name their payments; the keys of other senders are hashes. */
function referencesOf(base: ReadBase, profileId: string, seqs: readonly bigint[]): ReadonlyMap<bigint, string> {
  const found = hooksOf(base).flatMap(({ shopOrders }) => {
    const names = shopOrders?.references(base, profileId, seqs) ?? [];
    return seqs.flatMap((seq, at): [bigint, string][] => (typeof names[at] === 'string' ? [[seq, names[at]]] : []));
  });
  return new Map(found);
}

function detailsOf(base: ReadBase, profileId: string, reports: readonly ReportRow[]): Details {
  const persons = reports.flatMap(({ person }) => (person !== null && person > 0n ? [person] : []));
  const seqs = reports.map(({ seq }) => seq);
  return {
    people: describeCustomers(base, profileId, [...new Set(persons)]),
    references: referencesOf(base, profileId, [...new Set(seqs)]),
  };
}

const REASONS = ['same_person', 'same_order', 'same_payment', 'same_moment', 'decided'] as const;

export const listSalePairs = reading('listSalePairs', async (call, base) => {
  const { status, limit, cursor } = call.params;
  const { profileId } = call.profile;
  const rows = await readPairs(base, profileId, { status, limit, cursor });
  const page = rows.slice(0, limit);
  const mayReadPeople = call.principal.scopes.has('customers:read');
  const details = mayReadPeople
    ? detailsOf(base, profileId, page.flatMap(reportsOf))
    : { people: new Map<bigint, CustomerDescription>(), references: new Map<bigint, string>() };
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(
      (row): Pair => ({
        status,
        reason: REASONS.find((reason) => reason === row.reason) ?? 'same_person',
        is_same_money: row.is_same_money,
        payments: reportsOf(row).map((report) => shownReport(profileId, report, details)),
      }),
    ),
    meta: { profile_id: profileId, status, maybe_twice: await maybeTwice(base, profileId) },
    pagination: { has_next: last !== undefined, cursor: last ? cursorAfter(last) : null },
  };
});

/** The seq of a payment's id. */
function seqOf(base: ReadBase, profileId: string, field: string, id: string): bigint {
  const seq = numberOf('fact', profileId, id);
  if (seq === undefined || seq > base.journal.lastSeq(profileId))
    throw new ApiError('not_found', `${field}: there is no such payment.`);
  return seq;
}

const verdictOf = (isSame: boolean | null): Verdict => (isSame === null ? 'undecided' : isSame ? 'same' : 'apart');

interface PairSeqs {
  payment_a: bigint;
  payment_b: bigint;
}

/** What was said of a pair in a moment that the figures do not have yet. */
function verdictSince(base: ReadBase, profileId: string, pair: PairSeqs, after: bigint): Verdict | undefined {
  const params = { profile_id: profileId, after, payment_a: String(pair.payment_a), payment_b: String(pair.payment_b) };
  const verdict = base.state.statement('collect/payments/sale_pair_decided').get(params)?.verdict;
  return (['same', 'apart', 'undecided'] as const).find((each) => each === verdict);
}

export const putSalePair = stateChange('putSalePair', {
  around: underPaymentMutex,
  prepare: async (call, base) => {
    const { profileId } = call.profile;
    const one = seqOf(base, profileId, 'payment_id', call.params.payment_id);
    const other = seqOf(base, profileId, 'other_payment_id', call.body.other_payment_id);
    if (one === other) throw new ApiError('validation_error', 'other_payment_id: is the payment itself.');
    const pair = one < other ? { payment_a: one, payment_b: other } : { payment_a: other, payment_b: one };
    await checkComputed(base, profileId);
    const landed = base.state.cursor('landed_decision', profileId);
    const rows = await base.warehouse.query({ profileId }, statement('warehouse/collect/payments/sale_pair_get', pair));
    const [first, second] = rows;
    if (!first || !second) throw new ApiError('not_found', 'There is no such payment, or it is not computed yet.');
    return { pair, earlier: verdictSince(base, profileId, pair, landed) ?? verdictOf(first.is_same) };
  },
  change: (call, base, { pair, earlier }) => {
    const { payment_id } = call.params;
    const { other_payment_id, verdict } = call.body;
    const { profileId } = call.profile;
    const answer = {
      data: { payment_id, other_payment_id, verdict, changed: verdict !== earlier },
      meta: { profile_id: profileId },
    };
    if (verdict === earlier) return answer;
    const payload = { payment_a: pair.payment_a.toString(), payment_b: pair.payment_b.toString(), verdict };
    const detail = { other_payment_id, verdict, was: earlier };
    correctPayment(
      base,
      call,
      { kind: 'sale_pair', subject: payment_id, payload, action: 'payment.sale_pair_decided', detail },
      () => undefined,
    );
    return answer;
  },
});
