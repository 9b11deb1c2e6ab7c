// The preview of a merge, before anybody decides: the two persons, the merged person, and how credit would change, computed
// by the models that would compute it afterwards.

import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { personId } from '../../base/kit/ids.ts';
import { preparedParts, statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import {
  type CustomerDescription,
  describeCustomers,
  type Holdings,
  holdingsOf,
  personsOfProposal,
  requireCustomer,
} from '../../collect/identity/index.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { creditIfMerged } from '../../credit/what-if/index.ts';
import {
  asWarnings,
  atOneVersion,
  convertedMoney,
  decimalText,
  frameOf,
  type ReportFrame,
  rateWarnings,
  roundedQuotient,
} from '../analytics/index.ts';
import { peopleRows } from './customers.ts';

type PreviewRow = WarehouseRow<'warehouse/report/customers/merge_preview_get'>;
type PersonRow = Awaited<ReturnType<typeof peopleRows>> extends Map<bigint, infer Found> ? Found : never;
type Answer = components['schemas']['MergePreviewAnswer'];
type Side = components['schemas']['MergeSide'];
type Goal = components['schemas']['MergeGoal'];

const MILLION = 1_000_000n;

export const getMergeProposalPreview = reading('getMergeProposalPreview', (call, base) =>
  preview(base, call.profile.profileId, () => personsOfProposal(base, call.profile.profileId, call.params.id)),
);

export const getMergePreview = reading('getMergePreview', (call, base) => {
  const { profileId } = call.profile;
  return preview(base, profileId, () => {
    const one = requireCustomer(base, profileId, call.params.customer_profile_id);
    const two = requireCustomer(base, profileId, call.params.other_customer_profile_id);
    if (one === two) throw new ApiError('invalid_parameter', 'other_customer_profile_id: name two different customers.');
    return one < two ? [one, two] : [two, one];
  });
});

function preview(base: ReadBase, profileId: string, persons: () => [bigint, bigint]): Promise<Answer> {
  return atOneVersion(base, profileId, async () => {
    const [into, merged] = persons();
    const frame = await frameOf(base, profileId, undefined);
    const prices = await peopleRows(base, profileId, [into, merged]);
    const described = describeCustomers(base, profileId, [into, merged]);
    const sides = [into, merged].map((person) => sideOf(base, profileId, person, prices.get(person), described.get(person)));
    const [older, younger] = sides as [Side, Side];
    const isOne = into === merged;
    const rows = await creditRows(base, profileId, [into, merged], frame);
    return {
      data: {
        customers: [older, younger],
        merged: isOne ? older : together(older, younger, rows[0]),
        moves: {
          identifiers: isOne ? 0 : Object.values(younger.holdings).reduce((sum, count) => sum + count, 0),
          sessions: isOne ? 0 : younger.session_count,
          conversions: isOne ? 0 : younger.conversion_count,
          cash_revenue: isOne ? '0' : younger.cash_revenue,
        },
        attribution: { model: frame.model, currency: frame.currency, goals: goalsOf(rows) },
      },
      meta: { profile_id: profileId, version: frame.version },
      ...asWarnings(rateWarnings(rows.flatMap((row) => row.unpriced_currencies))),
    };
  });
}

function sideOf(
  base: ReadBase,
  profileId: string,
  person: bigint,
  row: PersonRow | undefined,
  described: CustomerDescription | undefined,
): Side {
  return {
    customer_profile_id: personId(profileId, person),
    first_name: described?.first_name ?? null,
    last_name: described?.last_name ?? null,
    identifiers: {
      external_ids: described?.external_ids ?? [],
      crm_contact_ids: described?.crm_contact_ids ?? [],
      emails: described?.emails ?? [],
      phones: described?.phones ?? [],
    },
    holdings: allHoldings(holdingsOf(base, profileId, person)),
    first_seen_at: (row?.first_seen_at ?? described?.first_seen_at ?? null) as string | null,
    last_seen_at: (row?.last_seen_at ?? described?.last_seen_at ?? null) as string | null,
    session_count: Number(row?.session_count ?? 0),
    conversion_count: Number(row?.conversion_count ?? 0),
    cash_revenue: convertedMoney(row?.cash_revenue),
  };
}

const allHoldings = (stored: Holdings): Side['holdings'] => ({
  external_id: stored.external_id ?? 0,
  crm_contact_id: stored.crm_contact_id ?? 0,
  national_id: stored.national_id ?? 0,
  email: stored.email ?? 0,
  phone: stored.phone ?? 0,
  anonymous_id: stored.anonymous_id ?? 0,
});

/** @param row any row of the preview: each says what the merged person would have converted and paid; none when neither has. */
function together(older: Side, younger: Side, row: PreviewRow | undefined): Side {
  const { identifiers: a, holdings: x } = older;
  const { identifiers: b, holdings: y } = younger;
  const hasName = older.first_name !== null || older.last_name !== null;
  return {
    customer_profile_id: older.customer_profile_id,
    first_name: hasName ? older.first_name : younger.first_name,
    last_name: hasName ? older.last_name : younger.last_name,
    identifiers: {
      external_ids: [...a.external_ids, ...b.external_ids],
      crm_contact_ids: [...a.crm_contact_ids, ...b.crm_contact_ids],
      emails: [...a.emails, ...b.emails],
      phones: [...a.phones, ...b.phones],
    },
    holdings: {
      external_id: x.external_id + y.external_id,
      crm_contact_id: x.crm_contact_id + y.crm_contact_id,
      national_id: x.national_id + y.national_id,
      email: x.email + y.email,
      phone: x.phone + y.phone,
      anonymous_id: x.anonymous_id + y.anonymous_id,
    },
    first_seen_at: earliest(older.first_seen_at, younger.first_seen_at),
    last_seen_at: latest(older.last_seen_at, younger.last_seen_at),
    session_count: older.session_count + younger.session_count,
    conversion_count: Number(row?.conversion_count ?? 0),
    cash_revenue: convertedMoney(row?.cash_revenue),
  };
}

const earliest = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && Date.parse(b) < Date.parse(a)) ? b : a;
const latest = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a;

/** The current credit and its prices are read before credit is replaced. */
const BEFORE = {
  rates: 'warehouse/report/money/day_rates',
  macros: 'warehouse/report/money/converted',
  before: 'warehouse/report/customers/merge_credit_before',
} as const;

const creditRows = (
  base: ReadBase,
  profileId: string,
  persons: [bigint, bigint],
  { model }: ReportFrame,
): Promise<PreviewRow[]> =>
  ask(base, profileId, [
    ...preparedParts(BEFORE, { person_keys: persons, model }, ['asked', 'of_people']).statements,
    ...creditIfMerged([...new Set(persons)], persons[0]),
    // Over the credit that `creditIfMerged` put instead of the stored one.
    statement('warehouse/credit/what-if/weighted_credit'),
    statement('warehouse/report/customers/merge_credit_after'),
    statement('warehouse/report/customers/merge_preview_get'),
  ]);

/** Millionths of a conversion as a decimal. */
const conversions = (row: PreviewRow, side: 'before' | 'after'): string => decimalText(row[`conversions_${side}`], 6);
/** Millionths of millionths of money, at six decimals; null where all of it lacks a rate. */
function revenue(row: PreviewRow, side: 'before' | 'after'): string | null {
  const units = row[`revenue_${side}`];
  return units === null ? null : decimalText(roundedQuotient(units, MILLION), 6);
}

const changeOf = (row: PreviewRow): Omit<Goal, 'goal' | 'channels'> => ({
  conversions_before: conversions(row, 'before'),
  conversions_after: conversions(row, 'after'),
  revenue_before: revenue(row, 'before'),
  revenue_after: revenue(row, 'after'),
});

/** The row without a channel is the goal's own, and comes first. */
function goalsOf(rows: readonly PreviewRow[]): Goal[] {
  const channelsOf = (goal: string) =>
    rows.flatMap((row) => (row.goal === goal && row.channel !== null ? [{ channel: row.channel, ...changeOf(row) }] : []));
  return rows
    .filter((row) => row.channel === null)
    .map((row) => ({ goal: row.goal, ...changeOf(row), channels: channelsOf(row.goal) }));
}
