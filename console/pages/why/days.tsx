// The days of both periods beside one another, with what is known to have happened on them: notes, changes of ads and settings, outages.
import { Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { type DayMark, useMarks } from '../../notes/use-marks.ts';
import { todayIn } from '../../question/days.ts';
import { Figure } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { count, plural, shortDay } from '../../words/format.ts';
import { MEASURES, type WhyAnswer, type WhyQuery } from './question.ts';
import { wordsOf } from './words.ts';

type Day = WhyAnswer['data']['days'][number] & { at: number };

/** Of a longer period, the days that differ most. */
const SHOWN = 31;

function chosenDays(days: WhyAnswer['data']['days']): Day[] {
  const all = days.map((day, at) => ({ ...day, at }));
  const largest = all.toSorted((a, b) => Math.abs(Number(b.difference)) - Math.abs(Number(a.difference))).slice(0, SHOWN);
  return largest.toSorted((a, b) => a.at - b.at);
}

/** Outages that touch a day. */
function outagesOn(day: string, { outages = [], meta }: WhyAnswer): string[] {
  const dayOf = (instant: string): string => todayIn(meta.timezone, Date.parse(instant));
  return outages
    .filter(({ from, to }) => dayOf(from) <= day && (to === null || dayOf(to) >= day))
    .map(({ sender, usual }) => `Outage of ${sender}: ${plural(usual, 'event')} usual`);
}

function happenedOn({ day, compared_day }: Day, answer: WhyAnswer, marks: readonly DayMark[]): string[] {
  const written = marks.filter((mark) => mark.day === day).map(({ text }) => text);
  const now = day === null ? [] : outagesOn(day, answer);
  const before = compared_day === null ? [] : outagesOn(compared_day, answer).map((text) => `Before: ${text}`);
  return [...new Set([...written, ...now, ...before])];
}

interface DaysProps {
  answer: WhyAnswer;
  query: WhyQuery;
}

export function Days({ answer, query }: DaysProps) {
  const marks = useMarks();
  const all = answer.data.days;
  const days = chosenDays(all);
  const name = MEASURES[answer.meta.measure];
  const columns = ['Visits before', 'now', `${name} before`, 'now', 'Difference'].map((number) => ({ number }));
  const lead =
    days.length < all.length
      ? `The ${count(days.length)} days that differ most, of ${count(all.length)}`
      : `${name} of each day beside the day that it is compared with, and what happened on it`;
  return (
    <Panel title="Day by day" lead={lead}>
      <Table name="Days" columns={['Day', 'Compared with', ...columns, 'What happened']}>
        {days.map((day) => (
          <DayRow key={day.at} day={day} answer={answer} query={query} happened={happenedOn(day, answer, marks)} />
        ))}
      </Table>
    </Panel>
  );
}

function DayRow({ day, answer: { meta }, query, happened }: DaysProps & { day: Day; happened: readonly string[] }) {
  const words = wordsOf(meta.measure, meta.currency);
  const counted = (visits: number | null): string | null => (visits === null ? null : count(visits));
  const amount = (value: string | null): string | null => (value === null ? null : words.show(value));
  const figure = (title: string, part: string, text: string | null) => (
    <td>
      {text === null ? (
        '—'
      ) : (
        <Figure
          name={`${title}, ${day.day ?? day.compared_day}`}
          source={{ path: '/api/v1/why', query, pointer: pointerTo('data', 'days', day.at, part) }}
        >
          {text}
        </Figure>
      )}
    </td>
  );
  return (
    <tr>
      <th scope="row">{day.day === null ? '—' : shortDay(day.day)}</th>
      <th scope="row" class="text soft">
        {day.compared_day === null ? '—' : shortDay(day.compared_day)}
      </th>
      {figure('Visits before', 'visits_before', counted(day.visits_before))}
      {figure('Visits', 'visits_after', counted(day.visits_after))}
      {figure('Before', 'before', amount(day.before))}
      {figure('Now', 'after', amount(day.after))}
      {figure('Difference', 'difference', words.change(day.difference))}
      <td class="text why-happened">
        {happened.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </td>
    </tr>
  );
}
