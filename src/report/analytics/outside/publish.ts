// What leaves sign-in is stored as it left, with the report that has it. From then on the days have these figures for every reader outside, so that two
// reports never differ by what came late for a single person.
import type { Base, ReadBase } from '../../../base/base.ts';
import type { Version } from '../../../credit/pipeline/index.ts';
import { type CellsOfDays, storedDays, writeCells } from './cells.ts';
import { moved, outsideCells } from './reader.ts';

interface Days {
  date_from: string;
  date_to: string;
}

export interface ToPublish {
  version: Version;
  days: CellsOfDays[];
}

/** The cells that a report about these days has and that have not left before. */
export async function cellsToPublish(base: ReadBase, profileId: string, { date_from, date_to }: Days): Promise<ToPublish> {
  const { frame, unpublished } = await outsideCells(base, profileId, { from: date_from, to: date_to });
  return { version: frame.version, days: unpublished };
}

/** In the transaction of the report that has them. @throws ApiError where another report has published one of the days meanwhile */
export function publishCells(tx: Base, profileId: string, cells: readonly CellsOfDays[]): void {
  const now = tx.clock.now();
  for (const { kind, days, basis, cells: own } of cells) {
    const [first = '', last = ''] = [days[0], days.at(-1)];
    const range = { profile_id: profileId, date_from: first.slice(0, 8).concat('01'), date_to: last.slice(0, 8).concat('31') };
    const published = tx.state.statement('report/analytics/outside_days_list').all(range);
    if (published.some((row) => row.kind === kind && storedDays.read(row.days).some((day) => days.includes(day)))) throw moved();
    const row = { kind, first_day: first, last_day: last, days: storedDays.write(days), basis, cells: writeCells(own) };
    tx.state.statement('report/analytics/outside_day_add').run({ profile_id: profileId, now, ...row });
  }
}
