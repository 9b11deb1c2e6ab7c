// Receipts of the list of paths.
import { decimalText, trimmedDecimal } from '../../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import { exactTerm, type Figure, pointer, term, whole } from './receipt.ts';
import { type Covered, conversionsBehind } from './rows-behind.ts';

type Row = WarehouseRow<'warehouse/report/analytics/attribution_paths_list'>;

interface About {
  covered: Covered;
  goal: string;
  currency: string;
  transform: string;
}

const moneyTerm = (value: string | null, currency: string) =>
  term('value', value === null ? null : trimmedDecimal(value), currency);

export function* pathFigures(rows: readonly Row[], about: About): Generator<Figure> {
  const shown = rows.filter(({ path }) => path !== null);
  for (const [i, row] of shown.entries()) yield* figuresOfPath(pointer('data', i), row, about);
  const [first] = rows;
  if (first) yield* figuresOfTotals(first, about);
}

function figuresOfPath(at: string, row: Row, { covered, goal, currency, transform }: About): Figure[] {
  // A list in a query is separated by commas.
  const isListed = row.path?.every((channel) => !channel.includes(','));
  const rows = [conversionsBehind(covered, goal, isListed ? { path: row.path?.join(','), transform } : {})];
  const conversions = exactTerm('conversions', row.conversions, 0, 'conversions');
  const counted = { ...conversions, path: `${at}/conversions` };
  const seconds = row.duration_micros === null ? null : decimalText(row.duration_micros, 6);
  return [
    whole(`${at}/conversions`, 'Conversions along this path.', conversions, rows),
    whole(`${at}/revenue`, 'Value of these conversions after reversals.', moneyTerm(row.revenue, currency), rows),
    {
      path: `${at}/avg_touches`,
      text: 'Touches before the transform for each conversion.',
      formula: 'round(touches ÷ conversions, 6)',
      terms: [exactTerm('touches', row.touches, 0, 'touches'), counted],
      rows,
    },
    {
      path: `${at}/avg_time_to_complete_seconds`,
      text: 'Seconds from the first touch of the path to the conversion, for each conversion.',
      formula: 'round(seconds ÷ conversions, 3)',
      terms: [term('seconds', seconds, 'seconds'), counted],
      rows,
    },
  ];
}

function figuresOfTotals(row: Row, { covered, goal, currency }: About): Figure[] {
  const at = '/meta/totals';
  const rows = [conversionsBehind(covered, goal)];
  return [
    whole(`${at}/paths`, 'Different paths.', exactTerm('paths', row.paths, 0, 'paths'), rows),
    whole(
      `${at}/conversions`,
      'Conversions with a path.',
      exactTerm('conversions', row.path_conversions, 0, 'conversions'),
      rows,
    ),
    whole(`${at}/revenue`, 'Value of these conversions after reversals.', moneyTerm(row.path_revenue, currency), rows),
  ];
}
