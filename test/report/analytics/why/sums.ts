// The sums that an answer of getWhy keeps to the last digit.
import assert from 'node:assert/strict';
import { unitsOf } from '../../../../src/base/kit/decimals.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against the contract before
export type Json = any;

export const units = (text: string | null): bigint => unitsOf(text ?? '0', 6);
const linesOf = ({ rows, others, unattributed }: Json): Json[] => [
  ...rows,
  ...(others ? [others] : []),
  ...(unattributed ? [unattributed] : []),
];
const sum = (list: Json[], of: (each: Json) => string | null): bigint => list.reduce((all, each) => all + units(of(each)), 0n);

/** Parts to differences, rows to totals, days to totals. */
export function assertAddsUp({ data, meta: { measure } }: Json, about: string): void {
  const lines = linesOf(data);
  for (const line of [data.totals, ...lines]) {
    assert.equal(
      sum(Object.values(line.steps), (step) => step),
      units(line.difference),
      `${about}: parts of ${line.key}`,
    );
    assert.equal(units(line.after[measure]) - units(line.before[measure]), units(line.difference), about);
  }
  for (const step of Object.keys(data.totals.steps))
    assert.equal(
      sum(lines, ({ steps }) => steps[step]),
      units(data.totals.steps[step]),
      `${about}: ${step}`,
    );
  for (const period of ['before', 'after']) {
    for (const name of ['conversions', ...(measure === 'revenue' ? ['revenue', 'refunded'] : [])])
      assert.equal(
        sum(lines, (line) => line[period][name]),
        units(data.totals[period][name]),
        `${about}: ${name}`,
      );
    assert.equal(
      lines.reduce((all, line) => all + line[period].visits, 0),
      data.totals[period].visits,
      about,
    );
    assert.equal(
      sum(data.days, (day) => day[period]),
      units(data.totals[period][measure]),
      `${about}: days`,
    );
    const visits = data.days.reduce((all: number, day: Json) => all + (day[`visits_${period}`] ?? 0), 0);
    assert.equal(visits, data.totals[period].visits, `${about}: visits of days`);
  }
  assert.equal(
    sum(data.days, ({ difference }) => difference),
    units(data.totals.difference),
    about,
  );
}
