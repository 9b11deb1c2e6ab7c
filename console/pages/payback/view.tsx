// Payback: what people acquired in a month have paid since, against what the month spent; when that is paid back, and where the cash went.

import type { Schemas } from '../../api/client.ts';
import { LineChart } from '../../charts/line.tsx';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { DIMENSIONS, MODELS } from '../../question/question.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure, figureCell, useReceipt } from '../../receipts/receipts.tsx';
import { pointerTo, type Source } from '../../receipts/source.ts';
import { questionOf } from '../../share/question.ts';
import { Share } from '../../share/share.tsx';
import { credit, money, moneyKnown, monthName, plural, ratio } from '../../words/format.ts';
import { RANGE_VALUES, RANGES, UNKNOWN_FILTERS, useCohortQuery, useCohorts } from './cohorts.ts';
import { Lifetime } from './lifetime.tsx';
import { type Cohort, cohortsOf, METRIC_VALUES, METRICS } from './months.ts';
import { Triangle } from './triangle.tsx';

/** Payback is read in cents of the money spent. */
const times = (value: number): string => `${ratio(value)}×`;

export default function Payback() {
  const [range, setRange] = usePageChoice('months', RANGE_VALUES, '12');
  const answer = useCohorts(range);
  return (
    <>
      <IgnoredFilters />
      <Loaded answer={answer} lines={12}>
        {({ data, meta, warnings }) => {
          const cohorts = cohortsOf(data.rows);
          return (
            <>
              <Warnings of={warnings} />
              {cohorts.length === 0 ? (
                <Empty title="Nobody has paid in these months, and nothing was spent.">
                  <p>Choose more months, fewer filters, or send payments: each person's first payment begins a cohort.</p>
                </Empty>
              ) : (
                <Reports
                  cohorts={cohorts}
                  data={data}
                  meta={meta}
                  tools={<Segments label="Months shown" choices={RANGES} chosen={range} choose={setRange} />}
                  range={range}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function IgnoredFilters() {
  const { question } = useQuestion();
  const ignored = UNKNOWN_FILTERS.filter((name) => question.filters[name] !== undefined);
  if (ignored.length === 0) return null;
  const names = ignored.map((name) => DIMENSIONS[name].toLowerCase()).join(' and ');
  return <p class="notice">The filter on {names} changes nothing here: cash follows channel, source and campaign.</p>;
}

interface ReportsProps {
  cohorts: readonly Cohort[];
  data: Schemas['CohortsAnswer']['data'];
  meta: Schemas['CohortsAnswer']['meta'];
  tools: preact.JSX.Element;
  range: (typeof RANGE_VALUES)[number];
}

function Reports({ cohorts, data, meta, tools, range }: ReportsProps) {
  const [metric, setMetric] = usePageChoice('metric', METRIC_VALUES, 'payback');
  const { currency, model } = meta;
  return (
    <>
      <Panel
        title="Payback by months since acquisition"
        lead="Cash credited to paid channels ÷ spend of the month; the band begins at the worst and the best first month"
        tools={tools}
      >
        <PaybackLine pooled={data.pooled} range={range} />
      </Panel>
      <Panel
        title="Cohorts"
        lead={`By month of the first payment; ${MODELS[model].toLowerCase()}, net of refunds, ${currency}`}
        tools={<Segments label="Figure shown" choices={METRICS} chosen={metric} choose={setMetric} />}
      >
        <Triangle cohorts={cohorts} metric={metric} range={range} currency={currency} />
      </Panel>
      <CohortTable cohorts={cohorts} meta={meta} range={range} />
      <Lifetime range={range} />
      <Ledger data={data} meta={meta} range={range} />
    </>
  );
}

/** The columns of the graph's table. */
const LINES = { 'All cohorts': 'payback', 'All cohorts, from': 'lowest', to: 'highest' } as const;
const isLine = (column: string): column is keyof typeof LINES => Object.hasOwn(LINES, column);

function PaybackLine({ pooled, range }: { pooled: ReportsProps['data']['pooled']; range: ReportsProps['range'] }) {
  const query = useCohortQuery(range);
  const open = useReceipt();
  if (pooled.length === 0)
    return (
      <Empty title="No month with spend is over yet.">
        <p>Payback needs spend: connect an ad account, or send spend by file or API.</p>
      </Empty>
    );
  const figureAt = (month: number, column: string) =>
    isLine(column)
      ? {
          name: `Payback in month ${month}, ${column === 'All cohorts' ? 'all cohorts' : LINES[column]}`,
          source: { path: '/api/v1/attribution/cohorts', query, pointer: pointerTo('data', 'pooled', month, LINES[column]) },
        }
      : undefined;
  const reached = pooled.findIndex(({ payback }) => payback >= 1);
  return (
    <>
      <LineChart
        title="Payback"
        description="Cash so far ÷ spend by months since acquisition, from the worst to the best first month of a cohort. A later month adds what cohorts of that age added, for each unit they spent."
        labels={pooled.map(({ months_since }) => String(months_since))}
        names={pooled.map(({ months_since, cohorts }) => `Month ${months_since}, ${plural(cohorts, 'cohort')}`)}
        series={[
          {
            name: 'All cohorts',
            tone: 'accent',
            values: pooled.map(({ payback }) => payback),
            band: { low: pooled.map(({ lowest }) => lowest), high: pooled.map(({ highest }) => highest) },
          },
        ]}
        targets={[{ value: 1, name: 'paid back' }]}
        format={times}
        onPick={(month) => {
          const [picked, found] = [pooled[month], figureAt(month, 'All cohorts')];
          if (picked && found) open({ ...found, text: times(picked.payback) });
        }}
        cell={figureCell(figureAt)}
      />
      <p class="soft small">
        A later month adds what the cohorts of that age added, for each unit they spent; months that are not over do not count.{' '}
        {reached < 0
          ? `Not paid back within the ${plural(pooled.length, 'month')} that are known.`
          : reached === 0
            ? 'Paid back in the month of acquisition.'
            : `Paid back ${plural(reached, 'month')} after the month of acquisition.`}
      </p>
    </>
  );
}

function CohortTable({ cohorts, meta: { currency }, range }: Pick<ReportsProps, 'cohorts' | 'meta' | 'range'>) {
  const query = useCohortQuery(range);
  const source = (row: number, name: string) => ({
    path: '/api/v1/attribution/cohorts',
    query,
    pointer: `/data/rows/${row}/${name}`,
  });
  return (
    <Panel
      title="Months of acquisition"
      lead="What each cohort has come to until now"
      tools={
        <>
          <Share of={{ page: 'payback', question: questionOf(query) }} />
          <Download path="/api/v1/attribution/cohorts" query={query} name="cohorts" />
        </>
      }
    >
      <Scroll name="Months of acquisition">
        <table>
          <thead>
            <tr>
              <th scope="col">Acquired</th>
              <th scope="col">People</th>
              <th scope="col">Spend</th>
              <th scope="col">Cost per person</th>
              <th scope="col">Cash</th>
              <th scope="col">From paid channels</th>
              <th scope="col">Cash ÷ spend</th>
              <th scope="col">Paid back in</th>
            </tr>
          </thead>
          <tbody>
            {cohorts.toReversed().map((cohort) => (
              <CohortLine key={cohort.month} cohort={cohort} currency={currency} source={source} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

interface LineProps {
  cohort: Cohort;
  currency: string;
  source: (row: number, name: string) => Source;
}

function CohortLine({ cohort: { month, people, spend, cells, row }, currency, source }: LineProps) {
  const last = cells.at(-1);
  if (!last) return null;
  const at = row + cells.length - 1;
  const reached = cells.findIndex(({ payback }) => payback !== null && payback >= 1);
  const cost = last.spend_per_person;
  const spent = spend === null ? 'Not reported' : moneyKnown(spend, currency);
  return (
    <tr>
      <th scope="row">{monthName(month)}</th>
      <td>
        <Figure name={`People acquired in ${monthName(month)}`} source={source(row, 'people')}>
          {credit(people)}
        </Figure>
      </td>
      <td>
        <Figure name={`Spend of ${monthName(month)}`} source={source(row, 'spend')}>
          {spent}
        </Figure>
      </td>
      <td>
        {cost === null ? (
          '—'
        ) : (
          <Figure name={`Spend of ${monthName(month)} for each person`} source={source(row, 'spend_per_person')}>
            {money(cost, currency)}
          </Figure>
        )}
      </td>
      <td>
        <Figure name={`Cash of ${monthName(month)}`} source={source(at, 'cumulative_cash')}>
          {moneyKnown(last.cumulative_cash, currency)}
        </Figure>
      </td>
      <td>
        <Figure name={`Paid cash of ${monthName(month)}`} source={source(at, 'cumulative_paid_cash')}>
          {moneyKnown(last.cumulative_paid_cash, currency)}
        </Figure>
      </td>
      <td>
        <Figure name={`Payback of ${monthName(month)}`} source={source(at, 'payback')}>
          {last.payback === null ? '—' : times(last.payback)}
        </Figure>
      </td>
      <td>{reached < 0 ? 'not yet' : reached === 0 ? 'the same month' : plural(reached, 'month')}</td>
    </tr>
  );
}

function Ledger({ data, meta: { currency, month_from, month_to }, range }: Pick<ReportsProps, 'data' | 'meta' | 'range'>) {
  const query = useCohortQuery(range);
  const source = (pointer: string) => ({ path: '/api/v1/attribution/cohorts', query, pointer });
  const earlier = data.rows.find(({ months_since }) => months_since === null);
  const parts = [
    { name: 'Cohorts of these months', text: moneyKnown(data.cohorts.cash, currency), at: '/data/cohorts/cash' },
    { name: 'People acquired before', text: moneyKnown(earlier?.cash ?? '0', currency), at: '/data/rows/0/cash' },
    { name: 'Credited to no touch', text: moneyKnown(data.unattributed.cash, currency), at: '/data/unattributed/cash' },
    { name: 'Credited to what the filters exclude', text: moneyKnown(data.elsewhere.cash, currency), at: '/data/elsewhere/cash' },
    { name: 'All cash, net of refunds', text: moneyKnown(data.totals.cash, currency), at: '/data/totals/cash' },
  ];
  return (
    <Panel
      title="Where the cash is"
      lead={`${monthName(month_from)} to ${monthName(month_to)}: the parts add up to the cash ledger`}
    >
      <dl class="terms payback-ledger">
        {parts.map(({ name, text, at }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Figure name={name} source={source(at)}>
                {text}
              </Figure>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
