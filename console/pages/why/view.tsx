// Why: one period against another, from the one sentence down to a landing page. Everything adds up, and every figure opens its receipt.
import { Link, Redirect, useSearch } from 'wouter-preact';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace } from '../../frame/place.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { Figure } from '../../receipts/receipts.tsx';
import { days } from '../../words/format.ts';
import { Findings, WhyWarnings } from './beside.tsx';
import { Days } from './days.tsx';
import { Parts } from './parts.tsx';
import {
  LEVELS,
  MEASURES,
  useLevel,
  useMeasure,
  useOpened,
  useWhy,
  useWhyQuery,
  type WhyAnswer,
  type WhyQuery,
} from './question.ts';
import { Rows } from './rows.tsx';

const SHOWN = { parts: 'Parts', amounts: 'Amounts' } as const;
const SHOWN_VALUES = ['parts', 'amounts'] as const;

/** Links of the time when the page What we knew when had this address name its moment. */
export default function Why() {
  const search = useSearch();
  const { id } = usePlace();
  return new URLSearchParams(search).has('since') ? <Redirect to={`/console/${id}/known?${search}`} replace /> : <Report />;
}

function Report() {
  const [measure, setMeasure] = useMeasure();
  const [level, setLevel] = useLevel();
  const [shown, setShown] = usePageChoice('shown', SHOWN_VALUES, 'parts');
  const query = useWhyQuery(level);
  const answer = useWhy(query);
  return (
    <>
      <Opened />
      <Panel
        title="What moved it"
        lead={answer.data ? <Compared meta={answer.data.meta} /> : undefined}
        tools={<Segments label="Figure shown" choices={MEASURES} chosen={measure} choose={setMeasure} />}
      >
        <Loaded answer={answer} lines={10}>
          {(found) => (
            <>
              <Sentence answer={found} query={query} />
              <WhyWarnings answer={found} />
              {isNothing(found) ? (
                <Empty title="There is nothing to compare in these days.">
                  <p>Choose other days, another goal, or the other figure.</p>
                </Empty>
              ) : (
                <Parts answer={found} query={query} />
              )}
            </>
          )}
        </Loaded>
      </Panel>
      <Panel
        title="Where it moved"
        lead={
          level === 'landing_page'
            ? 'Rows and parts add up before they are rounded to be shown'
            : 'Open a row to go one level down; rows and parts add up before they are rounded to be shown'
        }
        tools={
          <>
            <Segments label="Rows" choices={LEVELS} chosen={level} choose={setLevel} />
            <Segments label="Columns" choices={SHOWN} chosen={shown} choose={setShown} />
            <Download path="/api/v1/why" query={query} name={`why-${level}`} />
          </>
        }
      >
        <Loaded answer={answer} lines={8}>
          {(found) => <Rows answer={found} query={query} shown={shown} name={LEVELS[level]} />}
        </Loaded>
      </Panel>
      <Customers shown={shown} />
      {answer.data && <Days answer={answer.data} query={query} />}
      <Findings />
    </>
  );
}

const isNothing = ({ data: { totals }, meta: { measure } }: WhyAnswer): boolean =>
  Number(totals.before[measure]) === 0 && Number(totals.after[measure]) === 0;

const Compared = ({ meta }: { meta: WhyAnswer['meta'] }) => (
  <>
    {days(meta.date_from, meta.date_to)} against {days(meta.comparison.date_from, meta.comparison.date_to)}. Factors share what
    they change together equally
  </>
);

/** The sentence of the service, in which each number opens its receipt. */
function Sentence({ answer: { data }, query }: { answer: WhyAnswer; query: WhyQuery }) {
  return (
    <p class="why-sentence">
      {data.sentence.parts.map(({ text, figure }, at) =>
        figure === null ? (
          <bdi key={at}>{text}</bdi>
        ) : (
          <Figure key={at} name="In the sentence" source={{ path: '/api/v1/why', query, pointer: figure }}>
            {text}
          </Figure>
        ),
      )}
    </p>
  );
}

/** The rows that were opened on the way down. */
function Opened() {
  const opened = useOpened();
  if (opened.length === 1) return null;
  return (
    <nav class="why-opened" aria-label="Opened rows">
      {opened.map(({ name, href }, at) =>
        at === opened.length - 1 ? (
          <b key={href} aria-current="page">
            <bdi>{name}</bdi>
          </b>
        ) : (
          <span key={href}>
            <Link href={href}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span aria-hidden="true">▸</span>{' '}
          </span>
        ),
      )}
    </nav>
  );
}

function Customers({ shown }: { shown: 'parts' | 'amounts' }) {
  const query = useWhyQuery('customer');
  const answer = useWhy(query);
  return (
    <Panel
      title="New and returning customers"
      lead="By whether the person had converted before the visit, or before the conversion"
      tools={<Download path="/api/v1/why" query={query} name="why-customers" />}
    >
      <Loaded answer={answer} lines={4}>
        {(found) => <Rows answer={found} query={query} shown={shown} name="Customers" />}
      </Loaded>
    </Panel>
  );
}
