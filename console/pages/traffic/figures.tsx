// Figures of visits as buttons that open their receipts, and their changes, which are figures too.
import { Figure } from '../../receipts/receipts.tsx';
import type { Derived, Origin, Source, SourceQuery } from '../../receipts/source.ts';
import { type Column, changeText, show } from './words.ts';

/** The object of an answer that has the figures. */
export interface Place {
  path: string;
  query: SourceQuery;
  pointer: string;
}

export type Figures = Readonly<Record<string, number | string | null>>;

const sourceOf = ({ path, query, pointer }: Place, { member }: Column): Source => ({
  path,
  query: { ...query },
  pointer: `${pointer}/${member}`,
});

/** A share is printed as per cent, which the answer does not have. */
function originOf(place: Place, column: Column, value: number | string): Origin {
  const source = sourceOf(place, column);
  if (column.kind !== 'share') return source;
  const term = { name: column.member, label: column.text, value: String(value), unit: column.unit, source };
  return { text: 'The share, in per cent.', formula: `100 × ${column.member}`, terms: [term] };
}

interface FigureProps {
  column: Column;
  /** Whose figure it is, e.g. a key. */
  of: string;
  figures: Figures;
  place: Place;
}

export function VisitFigure({ column, of, figures, place }: FigureProps) {
  const value = figures[column.member] ?? null;
  if (value === null) return <span class="soft missing">{column.missing ?? '–'}</span>;
  return (
    <Figure name={`${column.text} of ${of}`} source={originOf(place, column, value)}>
      {show(column.kind, value)}
    </Figure>
  );
}

/** A figure that is compared with, and where it is from. */
export interface Before {
  figures: Figures;
  place: Place;
}

interface ChangeProps extends FigureProps {
  before: Before | undefined;
}

function derivedChange({ column, figures, place, before }: ChangeProps): { size: number; source: Derived } | undefined {
  const [now, then] = [figures[column.member] ?? null, before?.figures[column.member] ?? null];
  const isShare = column.kind === 'share';
  if (before === undefined || now === null || then === null) return undefined;
  if (Number(then) === 0 && !isShare) return undefined;
  const points = 100 * (Number(now) - Number(then));
  const term = (name: string, label: string, value: number | string, at: Place) => ({
    name,
    label,
    value: String(value),
    unit: column.unit,
    source: sourceOf(at, column),
  });
  return {
    size: isShare ? points : points / Number(then),
    source: {
      text: isShare ? 'The change in percentage points.' : 'The change from the compared figure, in per cent of it.',
      formula: isShare ? '100 × (now − before)' : '100 × (now − before) ÷ before',
      terms: [term('now', 'In the period', now, place), term('before', 'Compared with', then, before.place)],
    },
  };
}

/** Nothing where the other figure is 0 or not known. */
export function VisitChange(props: ChangeProps) {
  const found = derivedChange(props);
  if (found === undefined) return null;
  const { member, moreIs, kind } = props.column;
  const isGood = found.size > 0 === (moreIs === 'better');
  const look = Math.abs(found.size) < 0.05 ? 'soft' : isGood ? 'traffic-better' : 'traffic-worse';
  return (
    <span class="traffic-change">
      <Figure name={`Change of ${member} of ${props.of}`} source={found.source} class={look}>
        {changeText(found.size, kind === 'share' ? 'points' : '%')}
      </Figure>
    </span>
  );
}
