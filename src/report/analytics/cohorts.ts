// Payback by cohort: people by the month in which their cash first moved, and what they paid in each month since, net of refunds. A person's
// cash follows the credit of the conversion that acquired them, and the parts of each cell are rounded so that they are its part of the cash ledger exactly.
import { profileDay } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { apportion, decimalText, ratio, roundedQuotient, unitsOf } from '../../base/kit/decimals.ts';
import { isInstant, millisOf } from '../../base/kit/time/instants.ts';
import { prepared, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { pooledPayback } from './cohort-payback.ts';
import { convertedMoney } from './figures.ts';
import { filtersOf, spendLabels } from './filters.ts';
import { cohortFigures } from './receipts/cohort-receipts.ts';
import { pooledFigures } from './receipts/pooled-receipts.ts';
import { report } from './report.ts';
import { olderRateWarnings, rateWarnings, spendWarnings } from './warnings.ts';

export type CohortRow = WarehouseRow<'warehouse/report/analytics/cohorts_list'>;
type Row = CohortRow;
export type Cell = Omit<components['schemas']['CohortCell'], 'is_ripe'>;
export type CohortsData = ReturnType<typeof dataOf>;

const MAX_MONTHS = 36;
const MILLION = 1_000_000n;

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

function checkMonths(from: string, to: string): void {
  const months = monthNumber(to) - monthNumber(from) + 1;
  if (months < 1) throw new ApiError('invalid_date_range', `month_from: must not be after month_to (${from} > ${to}).`);
  if (months > MAX_MONTHS)
    throw new ApiError('invalid_date_range', `month_to: a range spans at most ${MAX_MONTHS} months, this one ${months}.`);
}

/** The content of a cell, in millionths of the currency; `elsewhere` is credited to origins that filters leave out. */
export interface Parts {
  paid: bigint;
  unpaid: bigint;
  unattributed: bigint;
  elsewhere: bigint;
}

/** The parts of a row, rounded together to its part of the ledger. */
function partsOf(row: Row): Parts {
  const ledger = unitsOf(row.ledger, 6);
  const shares = [row.paid_millionths, row.unpaid_millionths, row.unattributed_millionths].map((value) => unitsOf(value, 6));
  const rest = shares.reduce((left, share) => left - share, ledger * MILLION);
  const [paid = 0n, unpaid = 0n, unattributed = 0n, elsewhere = 0n] = apportion([...shares, rest], MILLION, ledger);
  return { paid, unpaid, unattributed, elsewhere };
}

/** Does all money of a sum lack a rate? Null where there was none. */
type LacksRates = boolean | null;
const bothLack = (one: LacksRates, other: LacksRates): LacksRates =>
  one === null || other === null ? (one ?? other) : one && other;
const lackAmong = (rows: readonly Row[], of: (row: Row) => LacksRates): LacksRates =>
  rows.reduce<LacksRates>((lack, row) => bothLack(lack, of(row)), null);

/** Null where nothing is known because all of it lacks a rate. */
const moneyText = (units: bigint, lacksRates: LacksRates): string | null => (lacksRates ? null : decimalText(units, 6));
const peopleOf = (millionths: bigint): number => Number(decimalText(millionths, 6));

const perPerson = (amount: bigint | null, millionths: bigint): string | null =>
  amount === null || millionths === 0n ? null : decimalText(roundedQuotient(amount * MILLION, millionths), 6);

interface Running {
  cohort: string | null;
  paid: bigint;
  all: bigint;
  paidLacks: LacksRates;
  allLack: LacksRates;
}

const nothingYet = (cohort: string | null): Running => ({ cohort, paid: 0n, all: 0n, paidLacks: null, allLack: null });

/** The cells, each with what its cohort paid up to it. */
function cellsOf(rows: readonly Row[]): Cell[] {
  const before = nothingYet(null);
  return rows.map((row) => {
    const { paid, unpaid, unattributed } = partsOf(row);
    if (row.cohort !== before.cohort) Object.assign(before, nothingYet(row.cohort));
    before.paid += paid;
    before.all += paid + unpaid;
    before.paidLacks = bothLack(before.paidLacks, row.paid_lacks_rates);
    before.allLack = bothLack(before.allLack, row.credited_lacks_rates);
    const spend = row.spend === null ? null : unitsOf(row.spend, 6);
    const isPayback = spend !== null && spend !== 0n && row.cohort !== null;
    return {
      cohort: row.cohort?.slice(0, 7) ?? 'earlier',
      months_since: row.months_since === null ? null : Number(row.months_since),
      month: row.cash_month?.slice(0, 7) ?? null,
      people: peopleOf(row.people_millionths),
      spend: convertedMoney(row.spend),
      cash: moneyText(paid + unpaid, row.credited_lacks_rates),
      paid_cash: moneyText(paid, row.paid_lacks_rates),
      unattributed_cash: moneyText(unattributed, row.unattributed_lacks_rates),
      cumulative_cash: moneyText(before.all, before.allLack),
      cumulative_paid_cash: moneyText(before.paid, before.paidLacks),
      spend_per_person: perPerson(spend, row.people_millionths),
      cumulative_cash_per_person: perPerson(before.allLack ? null : before.all, row.people_millionths),
      payback: isPayback && !before.paidLacks ? ratio(before.paid, spend) : null,
    };
  });
}

/** People of each cohort once; a row repeats them. */
const sumOf = (rows: readonly Row[], of: (row: Row) => bigint): bigint =>
  rows.reduce((sum, row) => (row.months_since === null || row.months_since === 0n ? sum + of(row) : sum), 0n);

function dataOf(rows: readonly Row[]) {
  const ledger = rows.reduce((sum, row) => sum + unitsOf(row.ledger, 6), 0n);
  const parts = rows.map(partsOf);
  const elsewhere = parts.reduce((sum, part) => sum + part.elsewhere, 0n);
  const unattributed = parts.reduce((sum, part) => sum + part.unattributed, 0n);
  const cash = parts.reduce((sum, { paid, unpaid }, i) => (rows[i]?.cohort === null ? sum : sum + paid + unpaid), 0n);
  const people = {
    unattributed: sumOf(rows, (row) => row.unattributed_people_millionths),
    credited: sumOf(rows, (row) => row.people_millionths),
    earlier: sumOf(rows, (row) => (row.cohort === null ? row.people_millionths : 0n)),
    all: sumOf(rows, (row) => row.all_people) * MILLION,
  };
  return {
    rows: cellsOf(rows),
    cohorts: {
      people: peopleOf(people.credited - people.earlier),
      cash: moneyText(
        cash,
        lackAmong(rows, (row) => (row.cohort === null ? null : row.credited_lacks_rates)),
      ),
    },
    unattributed: {
      people: peopleOf(people.unattributed),
      cash: moneyText(
        unattributed,
        lackAmong(rows, (row) => row.unattributed_lacks_rates),
      ),
    },
    elsewhere: {
      people: peopleOf(people.all - people.credited - people.unattributed),
      cash: decimalText(elsewhere, 6),
    },
    totals: {
      people: peopleOf(people.all),
      cash: moneyText(
        ledger,
        lackAmong(rows, (row) => row.lacks_rates),
      ),
      spend: convertedMoney(rows[0]?.range_spend ?? null),
    },
  };
}

/** The day of these figures: of the requested instant, or now, which no stored answer knows. */
export function todayOf(base: ReadBase, profileId: string, asOf: string | undefined): string {
  const now = base.clock.now();
  return profileDay(base, profileId, asOf !== undefined && isInstant(asOf) ? Math.min(millisOf(asOf), now) : now);
}

export function cohortsAnswer(call: Call<'getCohorts'>, base: ReadBase) {
  const { profileId } = call.profile;
  // With the day of the figures, so that a kept answer is not one of yesterday.
  const params = { ...call.params, today: todayOf(base, profileId, call.params.as_of) };
  const { month_from, month_to, model, as_of, today } = params;
  checkMonths(month_from, month_to);
  const [from, to] = [`${month_from}-01`, lastDayOf(month_to)];
  const filters = filtersOf(params);
  const shown = { date_from: from, date_to: to, as_of, outagesOnly: true };
  return report(
    { base, profileId, operation: 'getCohorts', params, shown },
    ({ moneyOf }) => {
      const money = moneyOf(from, to);
      const request = { ...filters, money_from: from, money_to: to, model: model ?? null, ...money.params };
      const labels = ['in_range', ...spendLabels(filters), ...money.labels];
      return prepared('warehouse/report/analytics/cohorts_list', request, labels);
    },
    (rows, { frame, dayStart }) => {
      const [first] = rows;
      const data = dataOf(rows);
      const cells = data.rows.map((cell) => ({ ...cell, is_ripe: lastDayOf(cell.month ?? month_to) < today }));
      const steps = pooledPayback(cells);
      const about = { covered: { profileId, date_from: from, date_to: to, dayStart }, currency: frame.currency };
      return {
        data: { ...data, rows: cells, pooled: steps.map(({ printed }) => printed) },
        meta: {
          month_from,
          month_to,
          profile_id: profileId,
          currency: frame.currency,
          timezone: frame.timezone,
          model: model ?? frame.model,
        },
        warnings: [
          ...spendWarnings(first?.is_spend_incomplete === true, from, to),
          ...rateWarnings(first?.unpriced_currencies ?? []),
          ...olderRateWarnings(first?.older_rates),
        ],
        *receipts() {
          yield* pooledFigures(steps, cells, about);
          yield* cohortFigures({ rows, parts: rows.map(partsOf), data, ...about });
        },
      };
    },
  );
}

export const getCohorts = reading('getCohorts', cohortsAnswer);
