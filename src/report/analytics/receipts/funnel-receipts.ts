// Receipts of a funnel.
import { decimalText } from '../../../base/kit/decimals.ts';
import type { FunnelRow } from '../traffic/traffic-figures.ts';
import { exactTerm, type Figure, pointer, type Rows, term, whole } from './receipt.ts';
import { type CoveredTime, conversionsBehind, eventsBehind } from './rows-behind.ts';

interface About {
  covered: CoveredTime;
  goal: string;
}

const peopleTerm = (name: string, row: FunnelRow | undefined, path?: string) => {
  const people = exactTerm(name, row?.people ?? null, 0, 'people');
  return path === undefined ? people : { ...people, path };
};

/** @param keys The rows of each key in the order of the steps, the totals first. */
export function* funnelFigures([totals = [], ...keys]: readonly (readonly FunnelRow[])[], about: About): Generator<Figure> {
  const rowsOf = (steps: readonly FunnelRow[], i: number): Rows[] =>
    i === steps.length - 1 ? [conversionsBehind(about.covered, about.goal)] : [eventsBehind(about.covered)];
  for (const i of totals.keys()) yield* stepFigures(totals, i, rowsOf(totals, i));
  for (const [at, steps] of keys.entries()) {
    const place = pointer('data', 'rows', at);
    for (const [i, row] of steps.entries())
      yield whole(`${place}/people/${i}`, 'People of the row who took this step.', peopleTerm('people', row), rowsOf(steps, i));
    yield {
      path: `${place}/percent_of_first`,
      text: 'The people of the last step in per cent of those of the first.',
      formula: 'round(100 × last ÷ first, 6)',
      terms: [
        peopleTerm('last', steps.at(-1), `${place}/people/${steps.length - 1}`),
        peopleTerm('first', steps[0], `${place}/people/0`),
      ],
      rows: rowsOf(steps, steps.length - 1),
    };
  }
}

function stepFigures(steps: readonly FunnelRow[], i: number, rows: Rows[]): Figure[] {
  const at = pointer('data', 'steps', i);
  const [row, before] = [steps[i], steps[i - 1]];
  const people = peopleTerm('people', row, `${at}/people`);
  const previous = peopleTerm('before', before, i === 0 ? undefined : pointer('data', 'steps', i - 1, 'people'));
  const micros = row?.median_micros ?? null;
  return [
    whole(`${at}/people`, 'People who took this step after those before it.', peopleTerm('people', row), rows),
    i === 0
      ? whole(`${at}/lost`, 'Nobody is lost before the first step.', exactTerm('lost', 0n, 0, 'people'), rows)
      : {
          path: `${at}/lost`,
          text: 'People who went no further than the step before.',
          formula: 'before − people',
          terms: [previous, people],
          rows,
        },
    {
      path: `${at}/percent_of_first`,
      text: 'The people in per cent of those of the first step.',
      formula: 'round(100 × people ÷ first, 6)',
      terms: [people, peopleTerm('first', steps[0], '/data/steps/0/people')],
      rows,
    },
    {
      path: `${at}/percent_of_previous`,
      text: 'The people in per cent of those of the step before.',
      formula: 'round(100 × people ÷ before, 6)',
      terms: [people, previous],
      rows,
    },
    whole(
      `${at}/median_seconds`,
      'Half of the people took no longer from the step before.',
      term('seconds', micros === null ? null : decimalText(micros, 6), 'seconds'),
      rows,
    ),
  ];
}
