// What ads cost, delivered and won: the totals, and one row for each key of a dimension.

import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace } from '../../frame/place.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { DIMENSIONS as FILTERS, MODELS } from '../../question/question.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import type { SourceQuery } from '../../receipts/source.ts';
import { count, credit } from '../../words/format.ts';
import { economicsQuery, UNKNOWN_FILTERS, useEconomics } from './asked.ts';
import { EconomicsFigure } from './figure.tsx';
import { COLUMNS_OF, DIMENSION_VALUES, DIMENSIONS, type Dimension, TILES, VIEW_VALUES, VIEWS, type View } from './words.ts';

type Answer = Schemas['EconomicsAnswer'];

export function Customers() {
  const [dimension, setDimension] = usePageChoice('by', DIMENSION_VALUES, 'channel');
  const [view, setView] = usePageChoice('show', VIEW_VALUES, 'customers');
  const query = economicsQuery(useQuestion(), dimension);
  const answer = useEconomics(query);
  return (
    <>
      <IgnoredFilters />
      <Loaded answer={answer} lines={14}>
        {(found) => (
          <>
            <OutageNotice of={found} />
            <Warnings of={found.warnings?.filter(({ code }) => code !== 'outage')} />
            <Tiles answer={found} query={query} />
            <Panel
              title="What ads cost and whom they won"
              lead={<Lead answer={found} query={query} />}
              tools={
                <>
                  <Segments label="Columns shown" choices={VIEWS} chosen={view} choose={setView} />
                  <Download path="/api/v1/economics" query={query} name={`economics-${dimension}`} />
                </>
              }
            >
              {view === 'margin' && <Basis meta={found.meta} />}
              <div class="economics-rows">
                <Segments label="Rows by" choices={DIMENSIONS} chosen={dimension} choose={setDimension} />
              </div>
              {found.data.rows.length === 0 ? (
                <Empty title="No spend and no conversion on these days.">
                  <p>Choose other days or fewer filters, or connect an ad account.</p>
                </Empty>
              ) : (
                <Rows key={`${dimension} ${view}`} answer={found} query={query} dimension={dimension} view={view} />
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </>
  );
}

function IgnoredFilters() {
  const { question } = useQuestion();
  const ignored = UNKNOWN_FILTERS.filter((name) => question.filters[name] !== undefined);
  if (ignored.length === 0) return null;
  const names = ignored.map((name) => FILTERS[name].toLowerCase()).join(' and ');
  return <p class="notice">The filter on {names} changes nothing here: spend follows channel, source and campaign.</p>;
}

interface Shown {
  answer: Answer;
  query: SourceQuery;
}

function Tiles({ answer: { data, meta }, query }: Shown) {
  return (
    <ul class="economics-tiles">
      {TILES.map((column) => (
        <li key={column.member} class="tile">
          <h2>{column.text}</h2>
          <p class="tile-figure">
            <EconomicsFigure
              column={column}
              query={query}
              figures={data.totals}
              currency={meta.currency}
              of="all channels"
              at="/data/totals"
            />
          </p>
          <p class="note">{column.meaning}</p>
        </li>
      ))}
    </ul>
  );
}

function Lead({ answer: { data, meta }, query }: Shown) {
  const { new_customers } = data.unattributed;
  const source = { path: '/api/v1/economics', query, pointer: '/data/unattributed/new_customers' };
  return (
    <>
      Credited under {MODELS[meta.model].toLowerCase()}
      {Number(new_customers) > 0 && (
        <>
          ;{' '}
          <Figure name="New customers without a touch" source={source}>
            {credit(new_customers)}
          </Figure>{' '}
          new customers have no touch and are in no row
        </>
      )}
    </>
  );
}

/** How cost of goods is known. */
function Basis({ meta: { cost_basis } }: { meta: Answer['meta'] }) {
  const { id } = usePlace();
  const costs = <a href={`/console/${id}/meaning/costs`}>Costs</a>;
  if (cost_basis === null)
    return (
      <p class="note">What goods and payments cost is not set, so no margin is known. A manager sets it on the page {costs}.</p>
    );
  return (
    <p class="note">
      Cost of goods is a percentage of revenue, as payments say nothing of the items that were sold. It is set on the page {costs}
      .
    </p>
  );
}

const SHOWN = 20;

function Rows({ answer: { data, meta }, query, dimension, view }: Shown & { dimension: Dimension; view: View }) {
  const [isWhole, setWhole] = useState(false);
  const columns = COLUMNS_OF[view];
  const { currency } = meta;
  return (
    <>
      <Scroll name={`Economics by ${DIMENSIONS[dimension].toLowerCase()}`}>
        <table class="economics-table">
          <thead>
            <tr>
              <th scope="col">{DIMENSIONS[dimension]}</th>
              {columns.map(({ member, text }) => (
                <th key={member} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.slice(0, isWhole ? data.rows.length : SHOWN).map((row, i) => (
              <tr key={row.key}>
                <th scope="row" class="name">
                  {dimension === 'channel' ? <Channel name={row.key} /> : <bdi>{row.label}</bdi>}
                </th>
                {columns.map((column) => (
                  <td key={column.member}>
                    <EconomicsFigure
                      column={column}
                      query={query}
                      currency={currency}
                      figures={row}
                      of={row.label}
                      at={`/data/rows/${i}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {!isWhole && data.rows.length > SHOWN && (
        <button type="button" class="button" onClick={() => setWhole(true)}>
          Show all {count(data.rows.length)}
        </button>
      )}
    </>
  );
}
