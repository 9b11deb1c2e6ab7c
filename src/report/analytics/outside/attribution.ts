// The table of credit as readers outside see it: what is folded together has one row, `(others)`. Spend is no figure of people.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Call } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { unitsOf } from '../../../base/kit/decimals.ts';
import { type AttributionData, type CreditRow, type Earned, type KeyRow, type Table, tabulate } from '../attribution-table.ts';
import { type Figures, live } from '../figures.ts';
import { filtersOf } from '../filters.ts';
import { pointer } from '../receipts/receipt.ts';
import { cachedByVersion } from '../report.ts';
import { asWarnings } from '../warnings.ts';
import { addSums, type Cell, type Sums } from './cells.ts';
import { cellsWithin, checkOutside, noteOf, reasonOf, type Withheld, withCells } from './reader.ts';

type Schemas = components['schemas'];
const DIMENSIONS = ['channel', 'source', 'medium', 'campaign', 'ad'] as const;
type Dimension = (typeof DIMENSIONS)[number];
const OTHERS = '(others)';

const isDimension = (dimension: string): dimension is Dimension => DIMENSIONS.some((each) => each === dimension);

const earnedOf = (sums: Sums): Earned => ({
  weight: sums.weight,
  value: sums.value,
  paidWeight: sums.paid_weight,
  paidValue: sums.paid_value,
  unpricedWeight: sums.unpriced_weight,
  unpricedPaidWeight: sums.unpriced_paid_weight,
  pricedWeight: sums.priced_weight,
  pricedPaidWeight: sums.priced_paid_weight,
});

interface Reported {
  data: AttributionData;
  meta: { models: CreditRow['models'] };
}

/** The table with credit of cells alone: by key, folded together, and what no touch earned. */
function tableOf({ data, meta }: Reported, cells: readonly Cell[], dimension: Dimension, isFiltered: boolean): Table {
  const byKey = Map.groupBy(
    cells.filter((cell) => cell.channel !== ''),
    (cell) => cell[dimension] ?? OTHERS,
  );
  const named = new Map(data.rows.map((row) => [row.key, row]));
  const spends = new Map(data.rows.map(({ key, spend }) => [key, spend === null ? null : unitsOf(spend, 6)]));
  const spentOn = [...spends].flatMap(([key, spend]) => (spend === null || spend === 0n ? [] : [key]));
  const rows = [...new Set([...byKey.keys(), ...spentOn])].map((key): KeyRow => {
    const own = byKey.get(key);
    const sums = own && addSums(own.map((cell) => cell.sums));
    return {
      key,
      label: named.get(key)?.label ?? key,
      platform: named.get(key)?.platform ?? null,
      accountId: named.get(key)?.account_id ?? null,
      spend: spends.get(key) ?? null,
      touches: Number(sums?.touches ?? 0n),
      conversionsTouched: Number(sums?.conversions_touched ?? 0n),
      earned: new Map(sums ? meta.models.map((model) => [model, earnedOf(sums)]) : []),
    };
  });
  const spend = data.totals.spend === null ? null : unitsOf(data.totals.spend, 6);
  return { rows, models: meta.models, isFiltered, everything: earnedOf(addSums(cells.map(({ sums }) => sums))), spend };
}

const withoutFigures = <Row extends { models: object }>(row: Row): Row => ({ ...row, models: {} });

/** Rows without a cell have spend alone. */
function withheldIn(
  data: AttributionData,
  table: Table,
  reason: Withheld['reason'],
): { data: AttributionData; withheld: Withheld[] } {
  const isEmpty = new Set(table.rows.filter(({ earned }) => earned.size === 0).map(({ key }) => key));
  const rows = data.rows.map((row) => (isEmpty.has(row.key) ? withoutFigures(row) : row));
  const withheld = rows.flatMap((row, i) =>
    isEmpty.has(row.key) ? [{ at: pointer('data', 'rows', i), figures: ['models' as const], reason }] : [],
  );
  return { data: { ...data, rows }, withheld };
}

type Report = (base: ReadBase, profileId: string, params: Asked, figures: Figures) => Promise<Reported & Answered>;
type Asked = Omit<Call<'getAttribution'>['params'], 'as_of' | 'audience' | 'models' | 'goal'>;
interface Answered {
  meta: Schemas['AttributionMeta'];
  warnings?: { code: string; message: string }[];
}

/** @param report The table of members, for what was spent. */
export async function outsideAttribution(call: Call<'getAttribution'>, base: ReadBase, report: Report) {
  const { profileId } = call.profile;
  const { audience: _, models, goal, ...query } = call.params;
  const { date_from, date_to, dimension } = query;
  checkOutside(base, profileId, query);
  if (!isDimension(dimension))
    throw new ApiError('invalid_parameter', `dimension: with audience=outside it is one of ${DIMENSIONS.join(', ')}.`);
  const filters = filtersOf(query);
  const days = { from: date_from, to: date_to };
  const found = await withCells(base, profileId, days, () =>
    cachedByVersion(base, profileId, ['attribution outside', query], async () => {
      const { data, meta, warnings } = await report(base, profileId, query, live(base, profileId));
      return { data, meta, warnings };
    }),
  );
  const { cells } = found;
  const { frame } = cells;
  for (const model of models ?? []) checkOutside(base, profileId, { model }, frame);
  if (goal !== undefined && goal !== frame.goal)
    throw new ApiError('invalid_parameter', `goal: with audience=outside it is the default one, ${frame.goal}.`);
  const shown = cellsWithin(cells, 'outcomes', days, filters);
  const isFiltered = Object.values(filters).some((filter) => filter !== null);
  const table = tableOf(found, shown, dimension, isFiltered);
  const total = addSums(shown.map(({ sums }) => sums));
  const touched = { touches: total.touches, conversions_touched: total.conversions_touched };
  const reason = reasonOf(cells, 'outcomes', days);
  const { data, withheld } = withheldIn(tabulate(table, touched, dimension), table, reason);
  const isNothing = shown.length === 0;
  return {
    data: isNothing ? { ...data, unattributed: withoutFigures(data.unattributed), totals: withoutFigures(data.totals) } : data,
    meta: { ...found.meta, data_driven: null },
    outside: noteOf(
      cells,
      isNothing
        ? [
            ...withheld,
            ...['totals', 'unattributed'].map((part) => ({ at: pointer('data', part), figures: ['models' as const], reason })),
          ]
        : withheld,
    ),
    ...asWarnings((found.warnings ?? []).filter(({ code }) => code === 'spend_incomplete')),
  };
}
