// Receipts of pages and of the sequences in which visits viewed them.
import { type JourneyRow, type PageRow, type Pair, pairsOf, SIDES } from '../traffic/traffic-figures.ts';
import { exactTerm, type Figure, pointer, whole } from './receipt.ts';
import { type CoveredTime, conversionsBehind, eventsBehind } from './rows-behind.ts';

interface About {
  covered: Record<(typeof SIDES)[number], CoveredTime>;
  goal: string;
}

/** Of rows and of totals, in both periods. */
function* eachOf<Row extends { place: bigint }>(
  rows: readonly Row[],
  of: (at: string, row: Row, side: (typeof SIDES)[number]) => Figure[],
): Generator<Figure> {
  const { totals, keys } = pairsOf(rows);
  const named: [string, Pair<Row>][] = keys.map((pair, i) => [pointer('data', 'rows', i), pair]);
  named.push([pointer('data', 'totals'), totals]);
  for (const [at, pair] of named) for (const side of SIDES) yield* of(`${at}/${side}`, pair[side], side);
}

const credited = (at: string, millionths: bigint, text: string, { covered, goal }: About, side: (typeof SIDES)[number]): Figure =>
  whole(`${at}/conversions`, text, exactTerm('conversions', millionths, 6, 'conversions'), [
    conversionsBehind(covered[side], goal),
  ]);

export const pageFigures = (rows: readonly PageRow[], about: About): Generator<Figure> =>
  eachOf(rows, (at, row, side) => {
    const events = [eventsBehind(about.covered[side])];
    const counted = (name: 'views' | 'visits' | 'people' | 'entries' | 'exits', text: string, unit: string): Figure =>
      whole(`${at}/${name}`, text, exactTerm(name, row[name], 0, unit), events);
    const hasTime = row.engaged_ms > 0n;
    return [
      counted('views', 'Views of the page.', 'page views'),
      counted('visits', 'Visits with such a view.', 'visits'),
      counted('people', 'Distinct people with such a visit.', 'people'),
      counted('entries', 'Visits that began on the page.', 'visits'),
      counted('exits', 'Visits whose last page it was.', 'visits'),
      {
        path: `${at}/bounce_rate`,
        text: row.entries === 0n ? 'Not known: no visit began here.' : 'The share of entries that viewed nothing else.',
        formula: 'round(bounces ÷ entries, 6)',
        terms: [
          exactTerm('bounces', row.bounces, 0, 'visits'),
          { ...exactTerm('entries', row.entries, 0, 'visits'), path: `${at}/entries` },
        ],
        rows: events,
      },
      {
        path: `${at}/avg_engaged_seconds`,
        text: hasTime ? 'Engaged seconds on the page for each view.' : 'Not measured: no engaged time was reported here.',
        formula: 'round(engaged_seconds ÷ views, 3)',
        terms: [
          exactTerm('engaged_seconds', hasTime ? row.engaged_ms : null, 3, 'seconds'),
          { ...exactTerm('views', row.views, 0, 'page views'), path: `${at}/views` },
        ],
        rows: events,
      },
      credited(at, row.credited_millionths, 'Conversions credited to visits that viewed the page.', about, side),
    ];
  });

export const journeyFigures = (rows: readonly JourneyRow[], about: About): Generator<Figure> =>
  eachOf(rows, (at, row, side) => {
    const events = [eventsBehind(about.covered[side])];
    const counted = (name: 'visits' | 'people' | 'longer_visits', text: string, unit: string): Figure =>
      whole(`${at}/${name}`, text, exactTerm(name, row[name], 0, unit), events);
    return [
      counted('visits', 'Visits with these pages in this order.', 'visits'),
      counted('people', 'Distinct people with such a visit.', 'people'),
      counted('longer_visits', 'Of the visits those with more pages after the last one.', 'visits'),
      credited(at, row.credited_millionths, 'Conversions credited to these visits.', about, side),
    ];
  });
