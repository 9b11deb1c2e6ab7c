// Intervals of the table of credit: of the rows and the totals. A ratio to spend varies as the credit in it does.
import { type AttributionData, type CreditRow, columnOf, type Earned, NOTHING, type Table } from '../attribution-table.ts';
import { pointer } from '../receipts/receipt.ts';
import { type Interval, peopleOfMoney, type Spread, sumInterval, type Variation } from './intervals.ts';

type Credited = AttributionData['totals']['models'][string];
type SpreadRow = NonNullable<CreditRow['spread']>[number];
type Squares = Pick<SpreadRow, 'weight_squares' | 'value_squares' | 'paid_weight_squares' | 'paid_value_squares'>;

const NO_SQUARES: Squares = { weight_squares: 0n, value_squares: 0n, paid_weight_squares: 0n, paid_value_squares: 0n };

const weightSpread = (sum: bigint, squares: bigint): Spread => ({ sum: Number(sum), squares: Number(squares) });
/** Squares of money are in units of 10^-4, its sum in those of 10^-12. */
const valueSpread = (sum: bigint, squares: bigint): Spread => ({ sum: Number(sum) / 1e8, squares: Number(squares) });

interface Chances {
  earned: Earned;
  squares: Squares;
  variation: number;
}

/** Intervals of the figures of a row or of the totals under one model. */
function intervalsOf(at: string, printed: Credited, { earned, squares, variation }: Chances): Interval[] {
  const spreads = {
    conversions: weightSpread(earned.weight, squares.weight_squares),
    revenue: valueSpread(earned.value, squares.value_squares),
    roas: valueSpread(earned.paidValue, squares.paid_value_squares),
    cost_per_conversion: weightSpread(earned.paidWeight, squares.paid_weight_squares),
  };
  const mostOf = {
    revenue: peopleOfMoney(spreads.conversions, variation),
    roas: peopleOfMoney(spreads.cost_per_conversion, variation),
    conversions: undefined,
    cost_per_conversion: undefined,
  };
  const names = Object.keys(spreads) as (keyof typeof spreads)[];
  return names.flatMap((name) => {
    const value = printed[name];
    return value === null ? [] : [sumInterval(at + pointer(name), Number(value), spreads[name], mostOf[name])];
  });
}

export function attributionIntervals(
  { data, table, found }: { data: AttributionData; table: Table; found: CreditRow },
  { goal: variation }: Variation,
): Interval[] {
  const byPlace = new Map((found.spread ?? []).map((row) => [JSON.stringify([row.key, row.model]), row]));
  const squaresOf = (key: string | null, model: string): Squares => byPlace.get(JSON.stringify([key, model])) ?? NO_SQUARES;
  const rows = new Map(table.rows.map((row) => [row.key, row]));
  const ofRows = data.rows.flatMap(({ key, models }, i) =>
    Object.entries(models).flatMap(([model, printed]) => {
      const earned = rows.get(key)?.earned.get(model) ?? NOTHING;
      return intervalsOf(pointer('data', 'rows', i, 'models', model), printed, {
        earned,
        squares: squaresOf(key, model),
        variation,
      });
    }),
  );
  const ofTotals = Object.entries(data.totals.models).flatMap(([model, printed]) => {
    const { credited, whole } = columnOf(table, model);
    const ofAll = { weight_squares: found.total_weight_squares, value_squares: found.total_value_squares };
    const squares = { ...squaresOf(null, model), ...(table.isFiltered ? {} : ofAll) };
    return intervalsOf(pointer('data', 'totals', 'models', model), printed, {
      earned: { ...credited, ...whole },
      squares,
      variation,
    });
  });
  return [...ofRows, ...ofTotals];
}
