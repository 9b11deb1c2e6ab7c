// Figures of visits as buttons that open their receipts, and their changes, which are figures too.
import { Figure } from '../../receipts/receipts.tsx';
import type { Derived, Origin, Source, SourceQuery } from '../../receipts/source.ts';
import type { Before, Figures, Member } from './asked.ts';
import { COLUMNS, changeText, show } from './words.ts';

const PATH = '/api/v1/traffic';
const UNITS: Readonly<Record<Member, string>> = {
  ...{ visits: 'visits', people: 'people', views: 'page views', bounce_rate: 'of the visits' },
  ...{ avg_engaged_seconds: 'seconds', conversions: 'conversions' },
};

export interface Place {
  /** The operation, if it is another than that of sources. */
  path?: string;
  query: SourceQuery;
  /** Of the object that has the figures. */
  pointer: string;
}

const sourceOf = ({ path = PATH, query, pointer }: Place, member: Member): Source => ({
  ...{ path, query: { ...query } },
  pointer: `${pointer}/${member}`,
});

/** A share is printed as per cent, which the answer does not have. */
function originOf(place: Place, member: Member, value: number | string): Origin {
  const source = sourceOf(place, member);
  if (member !== 'bounce_rate') return source;
  const term = { name: 'bounce_rate', label: 'Bounce rate', value: String(value), unit: UNITS.bounce_rate, source };
  return { text: 'The share of visits that bounced, in per cent.', formula: '100 × bounce_rate', terms: [term] };
}

interface FigureProps {
  member: Member;
  /** Whose figure it is, e.g. a key. */
  of: string;
  figures: Figures;
  place: Place;
}

export function VisitFigure({ member, of, figures, place }: FigureProps) {
  const value = figures[member];
  const column = COLUMNS.find((each) => each.member === member);
  if (value === null) return <span class="soft missing">{column?.missing ?? '–'}</span>;
  return (
    <Figure name={`${column?.text} of ${of}`} source={originOf(place, member, value)}>
      {show(member, value)}
    </Figure>
  );
}

interface ChangeProps extends FigureProps {
  before: Before | undefined;
}

function derivedChange({ member, figures, place, before }: ChangeProps): { size: number; source: Derived } | undefined {
  const [now, then] = [figures[member], before?.figures[member]];
  const isShare = member === 'bounce_rate';
  if (before === undefined || now === null || then === null || then === undefined) return undefined;
  if (Number(then) === 0 && !isShare) return undefined;
  const points = 100 * (Number(now) - Number(then));
  const term = (name: string, label: string, value: number | string, at: Place) => ({
    ...{ name, label, value: String(value), unit: UNITS[member] },
    source: sourceOf(at, member),
  });
  return {
    size: isShare ? points : points / Number(then),
    source: {
      text: isShare ? 'The change in percentage points.' : 'The change from the compared figure, in per cent of it.',
      formula: isShare ? '100 × (now − before)' : '100 × (now − before) ÷ before',
      terms: [
        term('now', 'In the period', now, place),
        term('before', 'Compared with', then, { ...before, ...(place.path === undefined ? {} : { path: place.path }) }),
      ],
    },
  };
}

/** Nothing where the other figure is 0 or not known. */
export function VisitChange(props: ChangeProps) {
  const found = derivedChange(props);
  const moreIs = COLUMNS.find(({ member }) => member === props.member)?.moreIs;
  if (found === undefined || moreIs === undefined) return null;
  const isGood = found.size > 0 === (moreIs === 'better');
  const look = Math.abs(found.size) < 0.05 ? 'soft' : isGood ? 'traffic-better' : 'traffic-worse';
  return (
    <span class="traffic-change">
      <Figure name={`Change of ${props.member} of ${props.of}`} source={found.source} class={look}>
        {changeText(found.size, props.member === 'bounce_rate' ? 'points' : '%')}
      </Figure>
    </span>
  );
}
