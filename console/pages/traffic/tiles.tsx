// The figures of all visits: each with its change.
import type { Schemas } from '../../api/client.ts';
import type { Comparing } from './asked.ts';
import { type Place, VisitChange, VisitFigure } from './figures.tsx';
import { COLUMNS } from './words.ts';

interface TilesProps {
  answer: Schemas['TrafficAnswer'];
  comparing: Comparing;
  query: Place['query'];
}

const WITHHELD = {
  period_running: 'Not compared: the period is not over',
  before_data: 'Not compared: no data of the other days',
} as const;

export function Tiles({ answer: { data, meta }, comparing, query }: TilesProps) {
  const figures = data.totals.current;
  const before = comparing.before();
  const place = { path: '/api/v1/traffic', query, pointer: '/data/totals/current' };
  return (
    <ul class="traffic-tiles">
      {COLUMNS.map((column) => {
        const { member, text, reason, meaning } = column;
        const withheld = before === undefined ? null : meta.comparison[reason];
        return (
          <li key={member} class="tile">
            <h2>{text}</h2>
            <p class="tile-figure">
              <VisitFigure of="all visits" column={column} figures={figures} place={place} />
            </p>
            {withheld === null ? (
              <VisitChange of="all visits" column={column} figures={figures} place={place} before={before} />
            ) : (
              <p class="note">{WITHHELD[withheld]}</p>
            )}
            <p class="note">{meaning}</p>
          </li>
        );
      })}
    </ul>
  );
}
