// Payments as the merchant knows them: what servers reported, with its reversals and what was settled by hand.

import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { personId, publicId } from '../../base/kit/ids.ts';
import { microsOf } from '../../base/kit/time/instants.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { type CustomerDescription, describeCustomers } from '../identity/index.ts';
import { decimalOf, unitsOf } from './amounts.ts';

export type PaymentRow = WarehouseRow<'warehouse/collect/payments/payments_list'>;
type Payment = components['schemas']['Payment'];

function rangeOf({ from, to }: Call<'listPayments'>['params']): { from_micros: bigint | null; to_micros: bigint | null } {
  if (from === undefined && to === undefined) return { from_micros: null, to_micros: null };
  if (from === undefined || to === undefined) throw new ApiError('range_invalid', 'from and to: send both, or neither.');
  const [from_micros, to_micros] = [microsOf(from), microsOf(to)];
  if (from_micros > to_micros) throw new ApiError('range_invalid', 'from: is after to.');
  return { from_micros, to_micros };
}

const cursorAfter = (row: PaymentRow): string => Buffer.from(`${row.occurred_micros}|${row.outcome_seq}`).toString('base64url');

function readCursor(cursor: string | undefined): { cursor_micros: bigint | null; cursor_seq: bigint | null } {
  if (cursor === undefined) return { cursor_micros: null, cursor_seq: null };
  const [, micros, seq] = /^(-?\d{1,18})\|(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (micros === undefined || seq === undefined)
    throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  return { cursor_micros: BigInt(micros), cursor_seq: BigInt(seq) };
}

interface PaymentsQuery {
  payment_seq?: bigint;
  among?: bigint[] | null;
  from_micros?: bigint | null;
  to_micros?: bigint | null;
  only_unidentified?: boolean;
  cursor_micros?: bigint | null;
  cursor_seq?: bigint | null;
  limit: number;
}

/** False for a profile without facts. @throws service_unavailable where the first facts are still on their way to the warehouse. */
export async function checkComputed(base: ReadBase, profileId: string): Promise<boolean> {
  if (await base.warehouse.exists(profileId)) return true;
  if (base.journal.lastSeq(profileId) === 0n) return false;
  throw new ApiError('service_unavailable', 'The warehouse of this profile is being built.', {}, 5);
}

export async function readPayments(base: ReadBase, profileId: string, request: PaymentsQuery): Promise<PaymentRow[]> {
  if (!(await checkComputed(base, profileId))) return [];
  const params = {
    payment_seq: null,
    among: null,
    from_micros: null,
    to_micros: null,
    only_unidentified: false,
    cursor_micros: null,
    cursor_seq: null,
    ...request,
  };
  return base.warehouse.query({ profileId }, statement('warehouse/collect/payments/payments_list', params));
}

/** Payments that do not count because another payment of the same sale does, in the form of the others. */
async function readSameSale(base: ReadBase, profileId: string, request: PaymentsQuery): Promise<PaymentRow[]> {
  if (!(await checkComputed(base, profileId))) return [];
  const { among = null, from_micros = null, to_micros = null, cursor_micros = null, cursor_seq = null, limit } = request;
  const params = { among, from_micros, to_micros, cursor_micros, cursor_seq, limit };
  return base.warehouse.query({ profileId }, statement('warehouse/collect/payments/payments_same_sale_list', params));
}

export const nameOf = (person: CustomerDescription | undefined): string | null =>
  [person?.first_name, person?.last_name].filter((part) => part).join(' ') || null;

const decimal = (value: string): string => decimalOf(unitsOf(value));

function payerOf(profileId: string, row: PaymentRow, people: Map<bigint, CustomerDescription>): Payment['payer'] {
  const person = row.person_key;
  if (person <= 0n) return null;
  const described = people.get(person);
  return {
    customer_profile_id: personId(profileId, person),
    name: nameOf(described),
    email: described?.primary_email ?? null,
    is_assigned: row.is_assigned,
  };
}

/** Seqs of refunds that were recorded by hand. */
function manualAmong(base: ReadBase, profileId: string, rows: PaymentRow[]): Set<bigint> {
  const payment_seqs = `[${rows.map((row) => row.outcome_seq).join(',')}]`;
  const found = base.state.statement('collect/payments/refunds_among').allBig({ profile_id: profileId, payment_seqs });
  return new Set(found.map((row) => row.refund_seq));
}

/** Rows of `payments_list` as they are answered; who paid in clear only where that may be read. */
function shownPayments(base: ReadBase, profileId: string, rows: PaymentRow[], mayReadPeople: boolean): Payment[] {
  const persons = [...new Set(rows.map((row) => row.person_key).filter((person) => person > 0n))];
  const people = mayReadPeople ? describeCustomers(base, profileId, persons) : new Map<bigint, CustomerDescription>();
  const manual = manualAmong(base, profileId, rows);
  const id = (seq: bigint): string => publicId('fact', profileId, seq);
  return rows.map((row) => {
    const payer = payerOf(profileId, row, people);
    return {
      payment_id: id(row.outcome_seq),
      paid_at: row.occurred_at,
      event_type: row.event_type,
      currency: row.currency,
      amount: decimal(row.amount),
      refunded_amount: decimal(row.refunded_amount),
      net_amount: decimal(row.net_amount),
      excess_refund_amount: decimal(row.excess_refund_amount),
      is_installment: row.first_seq !== null,
      first_payment_id: row.first_seq === null ? null : id(row.first_seq),
      status: payer ? 'identified' : 'unidentified',
      payer,
      same_sale_as: row.counted_seq === null ? null : id(row.counted_seq),
      refunds: row.refunds.map((refund) => ({
        refund_id: id(refund.seq),
        refunded_at: refund.refunded_at,
        amount: decimal(refund.amount),
        is_manual: manual.has(refund.seq),
      })),
    };
  });
}

type Asked = Call<'listPayments'>['params'];

const isNewestFirst = ({ sort, order }: Asked): boolean => sort === 'paid_at' && order === 'desc';

interface Page {
  rows: PaymentRow[];
  /** Of the row after which more follow. */
  cursor: string | null;
}

async function newestPage(base: ReadBase, profileId: string, params: Asked): Promise<Page> {
  const { status, limit, cursor } = params;
  const read = status === 'same_sale' ? readSameSale : readPayments;
  const query = { ...rangeOf(params), ...readCursor(cursor), only_unidentified: status === 'unidentified', limit: limit + 1 };
  const rows = await read(base, profileId, query);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, cursor: last ? cursorAfter(last) : null };
}

/** The places of a page in another order first, then its payments. */
async function sortedPage(base: ReadBase, profileId: string, params: Asked): Promise<Page> {
  const { status, limit, cursor } = params;
  if (!(await checkComputed(base, profileId))) return { rows: [], cursor: null };
  const places = await base.warehouse.query(
    { profileId },
    statement('warehouse/collect/payments/payments_sorted_list', {
      ...rangeOf(params),
      ...readSortedCursor(params, cursor),
      sort: params.sort,
      is_ascending: params.order === 'asc',
      is_same_sale: status === 'same_sale',
      only_unidentified: status === 'unidentified',
      limit: limit + 1,
    }),
  );
  const page = places.slice(0, limit);
  const last = places.length > limit ? page.at(-1) : undefined;
  const read = status === 'same_sale' ? readSameSale : readPayments;
  const among = page.map(({ outcome_seq }) => outcome_seq);
  const found = page.length === 0 ? [] : await read(base, profileId, { among, limit: page.length });
  const bySeq = new Map(found.map((row) => [row.outcome_seq, row]));
  const next = last && [params.sort, params.order, last.sort_currency, last.sort_key, last.outcome_seq].join('|');
  return {
    rows: among.flatMap((seq) => bySeq.get(seq) ?? []),
    cursor: next === undefined ? null : Buffer.from(next).toString('base64url'),
  };
}

const NO_PLACE = { cursor_currency: null, cursor_key: null, cursor_seq: null };

/** A cursor of another order is refused: its page would skip payments. */
function readSortedCursor({ sort, order }: Asked, cursor: string | undefined) {
  if (cursor === undefined) return NO_PLACE;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, of, currency, key, seq] = /^(\w+\|\w+)\|([A-Z]{0,3})\|(-?\d{1,32}(?:\.\d{1,6})?)\|(\d{1,18})$/.exec(text) ?? [];
  if (of !== `${sort}|${order}` || currency === undefined || key === undefined || seq === undefined)
    throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave; send the same sort and order again.');
  return { cursor_currency: currency, cursor_key: key, cursor_seq: BigInt(seq) };
}

export const listPayments = reading('listPayments', async (call, base) => {
  const { profileId } = call.profile;
  const read = isNewestFirst(call.params) ? newestPage : sortedPage;
  const { rows, cursor } = await read(base, profileId, call.params);
  return {
    data: shownPayments(base, profileId, rows, call.principal.scopes.has('customers:read')),
    meta: { profile_id: profileId, status: call.params.status },
    pagination: { has_next: cursor !== null, cursor },
  };
});
