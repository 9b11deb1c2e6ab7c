// What people had paid after so many days, by where they first came from. A number of days has only people who are so old, whose number is beside it.
import type { Schemas } from '../../api/client.ts';
import { api, unwrap } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import type { SourceQuery } from '../../receipts/source.ts';
import { count, days, money, shortDay } from '../../words/format.ts';
import { type Range, useCohortQuery } from './cohorts.ts';

const DIMENSIONS = { source: 'Source', channel: 'Channel', campaign: 'Campaign' } as const;
type Dimension = keyof typeof DIMENSIONS;
const DIMENSION_VALUES: readonly Dimension[] = ['source', 'channel', 'campaign'];
const WINDOWS = [30, 60, 90, 180, 365] as const;
const SHOWN = 15;

type Answer = Schemas['LifetimeValueAnswer'];
type Sums = Schemas['LifetimeSums'];

/** The months of the page as days, of which a report has two years at most; the model is that of the first touch. */
function useLifetimeQuery(range: Range, dimension: Dimension) {
  const { today } = useQuestion();
  const { month_from, month_to: _, model: __, ...rest } = useCohortQuery(range === '36' ? '24' : range);
  return { ...rest, date_from: `${month_from}-01`, date_to: today, dimension };
}

export function Lifetime({ range }: { range: Range }) {
  const [dimension, setDimension] = usePageChoice('first', DIMENSION_VALUES, 'source');
  const query = useLifetimeQuery(range, dimension);
  const answer = useFigures(['lifetime', query], (signal) =>
    unwrap(api.GET('/api/v1/lifetime-value', { params: { query }, signal })),
  );
  return (
    <Panel
      title="Lifetime value by first touch"
      lead={`Cash for each person in the first days, net of refunds; acquired ${days(query.date_from, query.date_to)}`}
      tools={
        <>
          <Segments label="First touch by" choices={DIMENSIONS} chosen={dimension} choose={setDimension} />
          <Download path="/api/v1/lifetime-value" query={query} name={`lifetime-value-${dimension}`} />
        </>
      }
    >
      <Loaded answer={answer} lines={8}>
        {(found) =>
          found.data.totals.acquired === 0 ? (
            <Empty title="Nobody paid for the first time in these months." />
          ) : (
            <Values found={found} query={query} dimension={dimension} />
          )
        }
      </Loaded>
    </Panel>
  );
}

interface ValuesProps {
  found: Answer;
  query: SourceQuery;
  dimension: Dimension;
}

function Values({ found: { data, meta }, query, dimension }: ValuesProps) {
  const lines: { name: string; sums: Sums; at: string; isKey: boolean }[] = [
    ...data.rows.slice(0, SHOWN).map((sums, i) => ({ name: sums.key, sums, at: `/data/rows/${i}`, isKey: true })),
    ...(data.unattributed.acquired === 0
      ? []
      : [{ name: 'Without a touch', sums: data.unattributed, at: '/data/unattributed', isKey: false }]),
    { name: 'All people', sums: data.totals, at: '/data/totals', isKey: false },
  ];
  const rest = data.rows.length - SHOWN;
  return (
    <>
      <Scroll name="Lifetime value by first touch">
        <table class="payback-lifetime">
          <thead>
            <tr>
              <th scope="col">{DIMENSIONS[dimension]}</th>
              <th scope="col">People</th>
              {WINDOWS.map((each) => (
                <th key={each} scope="col">
                  {each} days
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, sums, at, isKey }) => (
              <tr key={at}>
                <th scope="row" class="name">
                  {isKey && dimension === 'channel' ? <Channel name={name} /> : <bdi>{name}</bdi>}
                </th>
                <td>
                  <Figure name={`People acquired by ${name}`} source={sourceOf(query, `${at}/acquired`)}>
                    {count(sums.acquired)}
                  </Figure>
                </td>
                {WINDOWS.map((each) => (
                  <td key={each}>
                    <Value name={name} sums={sums} at={at} query={query} days={each} currency={meta.currency} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="soft small">
        {rest > 0 ? `${count(rest)} further rows are in the CSV file. ` : ''}
        <Known windows={meta.windows} to={meta.date_to} />
      </p>
    </>
  );
}

const sourceOf = (query: SourceQuery, pointer: string) => ({ path: '/api/v1/lifetime-value', query: { ...query }, pointer });

interface ValueProps {
  name: string;
  sums: Sums;
  at: string;
  query: SourceQuery;
  days: (typeof WINDOWS)[number];
  currency: string;
}

const REASONS = { no_people: 'nobody', too_young: 'too young', no_exchange_rate: 'no exchange rate' } as const;

function Value({ name, sums: { acquired, values }, at, query, days: each, currency }: ValueProps) {
  const { lifetime_value, people, reason } = values[each];
  if (lifetime_value === null || reason !== null)
    return <span class="soft small">{reason === null ? '–' : REASONS[reason]}</span>;
  const of = `${name} after ${each} days`;
  return (
    <>
      <Figure name={`Lifetime value of ${of}`} source={sourceOf(query, `${at}/values/${each}/lifetime_value`)}>
        {money(lifetime_value, currency)}
      </Figure>
      {people < acquired && (
        <span class="payback-part">
          of{' '}
          <Figure name={`People of ${of}`} source={sourceOf(query, `${at}/values/${each}/people`)}>
            {count(people)}
          </Figure>
        </span>
      )}
    </>
  );
}

/** Why columns have fewer people: people who came later are not so old yet. */
function Known({ windows, to }: { windows: Answer['meta']['windows']; to: string }) {
  const partly = windows.filter(({ acquired_to }) => acquired_to !== null && acquired_to < to);
  if (partly.length === 0) return <>Too young: nobody who was acquired in these months is so old.</>;
  const texts = partly.map(({ days: each, acquired_to }) => `${each} days: acquired until ${shortDay(acquired_to ?? to)}`);
  return <>A column has only people who are so old. {texts.join('; ')}.</>;
}
