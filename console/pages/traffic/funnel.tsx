// A funnel to the goal: how many people took each step, where they were lost, and from where they came.
import { useLocation, useSearch } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { BarChart } from '../../charts/bar.tsx';
import { Channel } from '../../design/channel.tsx';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { goalName, useGoals } from '../../question/goal.ts';
import { usePageChoice, usePageParam } from '../../question/page-param.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '../../question/question.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure, figureCell, useReceipt } from '../../receipts/receipts.tsx';
import type { SourceQuery } from '../../receipts/source.ts';
import { count, duration, percent } from '../../words/format.ts';
import { funnelQuery, pagesQuery, useFunnel, usePages } from './asked.ts';
import { FunnelForm, readSteps, type Step, writeSteps } from './funnel-form.tsx';
import { nameOf } from './words.ts';

const PATH = '/api/v1/funnels';
/** Everybody who viewed a page, on the way to the goal. */
const USUAL = 'page:/*';
const USUAL_DAYS = 30;

export function Funnel() {
  const [text] = usePageParam('steps', USUAL);
  const [days] = usePageParam('days', String(USUAL_DAYS));
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [dimension, setDimension] = usePageChoice('by', DIMENSION_NAMES, 'channel');
  const asked = useQuestion();
  const inAddress = readSteps(text);
  const steps = inAddress.length === 0 ? readSteps(USUAL) : inAddress.slice(0, 6);
  const within = /^[1-9]\d?$/.test(days) && Number(days) <= 90 ? Number(days) : USUAL_DAYS;
  const walk = { steps: writeSteps(steps).split(','), within_days: within, dimension };
  const query = funnelQuery(asked, walk);
  const answer = useFunnel(query);
  const paths = usePages(pagesQuery(asked, 'views')).data?.data.rows.map((row) => row.path) ?? [];
  const show = (next: readonly Step[], nextDays: number): void => {
    const params = new URLSearchParams(search);
    params.set('steps', writeSteps(next));
    params.set('days', String(nextDays));
    navigate(`${path}?${params}`);
  };
  return (
    <>
      <Panel title="Steps to the goal" lead="Each step is a later page or event of the same person; others may come between">
        <FunnelForm key={`${text} ${within}`} steps={steps} withinDays={within} paths={paths} show={show} />
      </Panel>
      <Loaded answer={answer} lines={12}>
        {(found) => (
          <>
            <OutageNotice of={found} />
            <Steps steps={found.data.steps} query={query} />
            <Panel
              title="Where they came from"
              lead="By the visit in which the first step was taken"
              tools={
                <>
                  <select
                    aria-label="Rows by"
                    value={dimension}
                    onChange={({ currentTarget: { value } }) =>
                      setDimension(DIMENSION_NAMES.find((each) => each === value) ?? 'channel')
                    }
                  >
                    {DIMENSION_NAMES.map((each) => (
                      <option key={each} value={each}>
                        {DIMENSIONS[each]}
                      </option>
                    ))}
                  </select>
                  <Download path={PATH} query={query} name="funnel" />
                </>
              }
            >
              <Origins data={found.data} query={query} dimension={dimension} />
            </Panel>
          </>
        )}
      </Loaded>
    </>
  );
}

type NameOf = (step: string) => string;

/** A step in words. */
function useStepNames(): NameOf {
  const { all } = useGoals(undefined);
  return (step) => {
    const value = step.slice(step.indexOf(':') + 1);
    if (step.startsWith('goal:')) return `Goal: ${goalName(all, value)}`;
    if (step.startsWith('event:')) return `Event ${value}`;
    return value === '/*' ? 'Any page' : value;
  };
}

const sourceOf = (query: SourceQuery, pointer: string) => ({ path: PATH, query: { ...query }, pointer });

interface StepsProps {
  steps: readonly Schemas['FunnelStep'][];
  query: SourceQuery;
}

const HEADS = ['Step', 'People', 'Lost', 'Of the first', 'Of the step before', 'Median time from it'];

function Steps({ steps, query }: StepsProps) {
  const open = useReceipt();
  const stepName = useStepNames();
  const at = (index: number) => {
    const step = steps[index];
    const name = `People of ${stepName(step?.step ?? '')}`;
    return step && { name, text: count(step.people), source: sourceOf(query, `/data/steps/${index}/people`) };
  };
  return (
    <Panel title="People by step" lead="The wider, the more people went so far">
      <BarChart
        title="People by step"
        description="How many people took each step."
        valueName="People"
        format={count}
        bars={steps.map(({ step, people }) => ({ name: stepName(step), value: people, tone: 'accent' }))}
        onPick={(index) => {
          const found = at(index);
          if (found) open(found);
        }}
        cell={figureCell((row) => at(row))}
      />
      <Scroll name="Steps of the funnel">
        <table class="traffic-table">
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step, index) => (
              <StepRow key={`${index} ${step.step}`} name={stepName(step.step)} step={step} index={index} query={query} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

const STEP_CELLS = [
  { member: 'people', text: 'People', show: count },
  { member: 'lost', text: 'Lost people', show: count },
  { member: 'percent_of_first', text: 'Share of the first step', show: percent },
  { member: 'percent_of_previous', text: 'Share of the step before', show: percent },
  { member: 'median_seconds', text: 'Median time', show: duration },
] as const;

interface StepProps {
  step: Schemas['FunnelStep'];
  name: string;
  index: number;
  query: SourceQuery;
}

function StepRow({ step, name, index, query }: StepProps) {
  return (
    <tr>
      <th scope="row" class="name">
        {name}
      </th>
      {STEP_CELLS.map(({ member, text, show }) => {
        const value = step[member];
        return (
          <td key={member}>
            {value === null || (index === 0 && member === 'lost') ? (
              <span class="soft">–</span>
            ) : (
              <Figure name={`${text} of ${name}`} source={sourceOf(query, `/data/steps/${index}/${member}`)}>
                {show(value)}
              </Figure>
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface OriginsProps {
  data: Schemas['FunnelAnswer']['data'];
  query: SourceQuery;
  dimension: (typeof DIMENSION_NAMES)[number];
}

function Origins({ data: { steps, rows }, query, dimension }: OriginsProps) {
  const stepName = useStepNames();
  if (rows.length === 0) return <Empty title="Nobody took the first step on these days." />;
  return (
    <Scroll name="People by where they came from">
      <table class="traffic-table">
        <thead>
          <tr>
            <th scope="col">{DIMENSIONS[dimension]}</th>
            {steps.map(({ step }, index) => (
              <th key={`${index} ${step}`} scope="col">
                {stepName(step)}
              </th>
            ))}
            <th scope="col">To the goal</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <OriginRow key={row.key} row={row} at={at} query={query} dimension={dimension} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface OriginProps extends Pick<OriginsProps, 'query' | 'dimension'> {
  row: Schemas['FunnelRow'];
  /** Its place in the answer. */
  at: number;
}

function OriginRow({ row: { key, people, percent_of_first: share }, at, query, dimension }: OriginProps) {
  const name = key === '(unknown)' ? 'Not known' : nameOf(dimension, key);
  return (
    <tr>
      <th scope="row" class="name">
        {dimension === 'channel' && key !== '(unknown)' ? <Channel name={key} /> : name}
      </th>
      {people.map((value, index) => (
        <td key={index}>
          <Figure name={`People of ${name}, step ${index + 1}`} source={sourceOf(query, `/data/rows/${at}/people/${index}`)}>
            {count(value)}
          </Figure>
        </td>
      ))}
      <td>
        {share === null ? (
          <span class="soft">–</span>
        ) : (
          <Figure name={`Share to the goal of ${name}`} source={sourceOf(query, `/data/rows/${at}/percent_of_first`)}>
            {percent(share)}
          </Figure>
        )}
      </td>
    </tr>
  );
}
