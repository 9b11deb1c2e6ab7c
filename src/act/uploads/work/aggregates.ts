// Daily sums that another tool measured. Nothing of them can be attributed: the check sheet shows them beside what was measured here.
import type { Base } from '../../../base/base.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { BY_COMMAND, type ElsewhereDay, effectOf, putDay, totalOf } from '../elsewhere/days.ts';
import { type KindWork, noOutcome, type Outcome, type Work } from './work.ts';

const DAYS_AT_ONCE = 500;

interface Found {
  days: Map<string, ElsewhereDay>;
  /** A row is of an hour. */
  hasHours: boolean;
  /** Rows that are parts of a day. */
  parts: { rows: number; first: { line: number }[] };
}

function outcomeOf(base: Base, work: Work, { days, parts }: Found): Outcome {
  const outcome = noOutcome();
  for (const day of days.values()) {
    const isSame = effectOf(base, work.request.profileId, day) === 'same';
    if (isSame) outcome.known += 1;
    else outcome.created += 1;
  }
  if (parts.rows > 0) outcome.left_out = [{ reason: 'part_of_day', ...parts }];
  return outcome;
}

async function commit(base: Base, work: Work, found: Found, onRows: (rows: number) => void): Promise<Outcome> {
  const { request, memory } = work;
  const outcome = outcomeOf(base, work, found);
  const days = [...found.days.values()];
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    base.state.tx(() => {
      for (const day of days.slice(at, at + DAYS_AT_ONCE)) putDay(base, request.profileId, memory?.importId ?? BY_COMMAND, day);
    });
    onRows(Math.min(at + DAYS_AT_ONCE, days.length));
  }
  return outcome;
}

/** Counts of a day in two lists of a file are one day. False where the day has one of them. */
function addDay({ days }: Found, day: ElsewhereDay): boolean {
  const name = `${day.source} ${day.day}`;
  const before = days.get(name)?.counts ?? {};
  if (Object.keys(day.counts).some((each) => each in before)) return false;
  days.set(name, { ...day, counts: { ...before, ...day.counts } });
  return true;
}

export function aggregatesWork(base: Base, work: Work): KindWork {
  const found: Found = { days: new Map(), hasHours: false, parts: { rows: 0, first: [] } };
  return {
    see: (reading, { layout }) => {
      if (reading.kind === 'left_out' && reading.reason === 'hour') found.hasHours = true;
      if (reading.kind !== 'aggregate') return;
      const counts = totalOf(reading.values);
      const source = layout?.source ?? '';
      if (counts && addDay(found, { source, day: reading.day, counts })) return;
      found.parts.rows += 1;
      if (found.parts.first.length < 20) found.parts.first.push({ line: reading.line });
    },
    ready: async () => {
      const isOfMonths = found.days.size > 1 && [...found.days.values()].every(({ day }) => day.endsWith('-01'));
      if (found.hasHours || isOfMonths)
        throw new UnusableFile(
          `The file has sums of ${found.hasHours ? 'hours' : 'months'}, which are not compared with anything. Export the sums by day.`,
        );
      if (found.days.size === 0)
        throw new UnusableFile(
          'The file has parts of days alone, as by source or page, which are not compared with anything. Import the report of all visits by day, or the whole archive.',
        );
      return {
        preview: async () => outcomeOf(base, work, found),
        commit: (onRows) => commit(base, work, found, onRows),
      };
    },
  };
}
