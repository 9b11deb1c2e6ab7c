// Outages in the days of figures: a notice beside them, and gaps that graphs mark.

import type { Schemas } from '../api/client.ts';
import type { Gap } from '../charts/line.tsx';
import { todayIn } from '../question/days.ts';
import { moment, plural, unbroken } from '../words/format.ts';
import { inPageWords } from '../words/pages.ts';

interface Answer {
  outages?: Schemas['FiguresOutages'];
  warnings?: Schemas['Warnings'];
}

/** The sentence of the service; nothing where the days lack nothing. */
export function OutageNotice({ of }: { of: Answer }) {
  const warning = of.warnings?.find(({ code }) => code === 'outage');
  return warning === undefined ? null : <p class="notice">{unbroken(inPageWords(warning.message))}</p>;
}

interface Step {
  date_from: string;
  date_to: string;
}

/** The points of a graph by days or weeks that lack something. */
export function gapsOf({ outages = [] }: Answer, steps: readonly Step[], timezone: string): Gap[] {
  const dayOf = (instant: string): string => todayIn(timezone, Date.parse(instant));
  return outages.flatMap(({ sender, from, to, usual }) => {
    const [first, last] = [dayOf(from), to === null ? undefined : dayOf(new Date(Date.parse(to) - 1).toISOString())];
    const at = steps.findIndex(({ date_to }) => date_to >= first);
    const until = last === undefined ? steps.length - 1 : steps.findLastIndex(({ date_from }) => date_from <= last);
    if (at < 0 || until < at) return [];
    const span = `${moment(from, timezone)} to ${to === null ? 'now' : moment(to, timezone)}`;
    return [{ from: at, to: until, text: `Outage of ${sender}, ${span}: ${plural(usual, 'event')} usual` }];
  });
}
