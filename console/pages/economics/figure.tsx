// A figure of the page as a button that opens its receipt; where there is none, the reason.
import { Figure } from '../../receipts/receipts.tsx';
import type { Origin, SourceQuery } from '../../receipts/source.ts';
import { type Column, type Figures, missingText, show } from './words.ts';

interface FigureProps {
  column: Column;
  /** Whose figure it is, e.g. a channel. */
  of: string;
  figures: Figures;
  /** The pointer of the object that has the figures. */
  at: string;
  query: SourceQuery;
  currency: string;
}

/** A fraction is printed in per cent, which the answer does not have. */
function originOf({ column, figures, at, query }: FigureProps, value: number | string): Origin {
  const { member, text, kind } = column;
  const source = { path: '/api/v1/economics', query: { ...query }, pointer: `${at}/${member}` };
  if (kind !== 'fraction') return source;
  const term = { name: member, label: text, value: String(value), unit: `of ${figures.impressions ?? 0} impressions`, source };
  return { text: 'The share, in per cent.', formula: `100 × ${member}`, terms: [term] };
}

export function EconomicsFigure(props: FigureProps) {
  const { column, of, figures, currency } = props;
  const value = figures[column.member];
  if (value === null) return <span class="soft economics-missing">{missingText(figures, column.member)}</span>;
  return (
    <Figure name={`${column.text} of ${of}`} source={originOf(props, value)}>
      {show(column.kind, value, currency)}
    </Figure>
  );
}
