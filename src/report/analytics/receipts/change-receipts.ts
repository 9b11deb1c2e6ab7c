// Receipts of what moved a figure: a side is the report of attribution as it was known then, a cause the difference of two such reports.
import type { components } from '../../../base/contract/types.ts';
import { type Figure, pointer, type Rows, type Term, term } from './receipt.ts';
import { reportBehind } from './rows-behind.ts';

type Schemas = components['schemas'];
type Measures = Schemas['ChangedFigures'];
type Name = keyof Measures;

const NAMES: readonly Name[] = ['spend', 'revenue', 'outcomes', 'credited_revenue'];
const TEXTS: Readonly<Record<Name, string>> = {
  spend: 'What ads cost',
  revenue: 'Value of the outcomes after reversals',
  outcomes: 'Conversions',
  credited_revenue: 'Value of the outcomes that touches are credited with',
};

export interface ChangesAbout {
  /** A figure's place, and its values in each state in order: the earlier side, then after each cause. */
  splits: readonly { at: string; states: readonly Measures[] }[];
  causes: readonly string[];
  currency: string;
  /** The report of a side. */
  side: { from: Record<string, string>; to: Record<string, string> };
}

export function* changeFigures({ splits, causes, currency, side }: ChangesAbout): Generator<Figure> {
  const behind = { from: [reportBehind(side.from)], to: [reportBehind(side.to)] };
  for (const { at, states } of splits)
    for (const name of NAMES) {
      const [first, last] = [states[0], states.at(-1)];
      const unit = name === 'outcomes' ? 'conversions' : currency;
      const isKnown = states.some((measures) => measures[name] !== null);
      const difference = (path: string, text: string, before: Measures | undefined, after: Measures | undefined): Figure => ({
        path,
        text,
        formula: 'after − before',
        terms: [valueTerm('after', after?.[name], isKnown, unit), valueTerm('before', before?.[name], isKnown, unit)],
        rows: [...behind.from, ...behind.to],
      });
      yield sideFigure(
        `${at}/from/${name}`,
        `${TEXTS[name]}, as known at the earlier point.`,
        term('figure', first?.[name] ?? null, unit),
        behind.from,
      );
      yield sideFigure(
        `${at}/to/${name}`,
        `${TEXTS[name]}, as known at the later point.`,
        term('figure', last?.[name] ?? null, unit),
        behind.to,
      );
      yield difference(`${at}/movement/${name}`, 'What is known at the later point, less what was known before.', first, last);
      for (const [i, cause] of causes.entries())
        yield difference(
          `${at}/causes${pointer(cause, name)}`,
          'The report with what this cause adds, less the report without it. What was unknown counts as 0.',
          states[i],
          states[i + 1],
        );
    }
}

const sideFigure = (path: string, text: string, figure: Term, rows: Rows[]): Figure => ({
  path,
  text,
  formula: 'figure',
  terms: [figure],
  rows,
});

const valueTerm = (name: string, value: string | null | undefined, isKnown: boolean, unit: string): Term =>
  term(name, isKnown ? (value ?? '0') : null, unit);
