// The cohorts of a shared report: payback by months since acquisition, the triangle, and what each month has come to.

import { CohortChart } from '../charts/cohorts.tsx';
import { LineChart } from '../charts/line.tsx';
import { Scroll } from '../design/scroll.tsx';
import { type Cohort, cohortsOf, figureOf, METRICS } from '../pages/payback/months.ts';
import { credit, moneyKnown, monthName, plural, ratio, shortMoney } from '../words/format.ts';
import type { CohortsBlock } from './document.ts';
import { EachWidth, Section } from './parts.tsx';

const times = (value: number): string => `${ratio(value)}×`;

export function Cohorts({ rows, pooled, currency }: Pick<CohortsBlock, 'rows' | 'pooled'> & { currency: string }) {
  const cohorts = cohortsOf(rows);
  if (cohorts.length === 0) return <p class="notice">Nobody has paid in these months, and nothing was spent.</p>;
  return (
    <>
      <Payback pooled={pooled} />
      <Triangle cohorts={cohorts} metric="payback" currency={currency} />
      <Months cohorts={cohorts} currency={currency} />
    </>
  );
}

type Metric = NonNullable<CohortsBlock['metric']>;

/** The triangle of one figure, as a board has it. */
export function CohortsBy({ rows, metric, currency }: { rows: CohortsBlock['rows']; metric: Metric; currency: string }) {
  const cohorts = cohortsOf(rows);
  if (cohorts.length === 0) return <p class="notice">Nobody has paid in these months, and nothing was spent.</p>;
  return <Triangle cohorts={cohorts} metric={metric} currency={currency} />;
}

function Triangle({ cohorts, metric, currency }: { cohorts: readonly Cohort[]; metric: Metric; currency: string }) {
  const name = METRICS[metric];
  return (
    <Section title="Cohorts" lead={`${name} by month of the first payment; hatched months are not over`}>
      <EachWidth>
        <CohortChart
          title={name}
          description="A triangle: a row for each month of acquisition, a column for each month since."
          rows={cohorts.map(({ month, people, cells }) => ({
            name: monthName(month),
            note: credit(people),
            cells: cells.map((cell) => ({ value: figureOf(cell, metric), isRipe: cell.is_ripe })),
          }))}
          format={metric === 'payback' ? ratio : (value) => shortMoney(value, currency)}
          turn={metric === 'payback' ? 1 : undefined}
        />
      </EachWidth>
    </Section>
  );
}

function Payback({ pooled }: Pick<CohortsBlock, 'pooled'>) {
  if (pooled.length === 0) return null;
  const band = { low: pooled.map(({ lowest }) => lowest), high: pooled.map(({ highest }) => highest) };
  return (
    <Section
      title="Payback by months since acquisition"
      lead="Cash credited to paid channels ÷ spend of the month; the band begins at the worst and the best first month"
    >
      <EachWidth>
        <LineChart
          title="Payback"
          description="Cash so far ÷ spend by months since acquisition, from the worst to the best first month of a cohort."
          labels={pooled.map(({ months_since }) => String(months_since))}
          names={pooled.map(({ months_since, cohorts }) => `Month ${months_since}, ${plural(cohorts, 'cohort')}`)}
          series={[{ name: 'All cohorts', tone: 'accent', values: pooled.map(({ payback }) => payback), band }]}
          targets={[{ value: 1, name: 'paid back' }]}
          format={times}
        />
      </EachWidth>
    </Section>
  );
}

const Months = ({ cohorts, currency }: { cohorts: readonly Cohort[]; currency: string }) => (
  <Section title="Months of acquisition" lead="What each cohort had come to">
    <Scroll name="Months of acquisition">
      <table>
        <thead>
          <tr>
            <th scope="col">Acquired</th>
            <th scope="col">People</th>
            <th scope="col">Spend</th>
            <th scope="col">Cash</th>
            <th scope="col">From paid channels</th>
            <th scope="col">Cash ÷ spend</th>
          </tr>
        </thead>
        <tbody>
          {cohorts.toReversed().map(({ month, people, spend, cells }) => {
            const last = cells.at(-1);
            return (
              <tr key={month}>
                <th scope="row">{monthName(month)}</th>
                <td>{credit(people)}</td>
                <td>{spend === null ? 'Not reported' : moneyKnown(spend, currency)}</td>
                <td>{moneyKnown(last?.cumulative_cash ?? null, currency)}</td>
                <td>{moneyKnown(last?.cumulative_paid_cash ?? null, currency)}</td>
                <td>{last?.payback == null ? '—' : times(last.payback)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  </Section>
);
