// Lift and split studies, as platforms list them or as they were registered with their evidence, and the ads that went into them.
import type { Schemas } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { count, longDay, percent, ratio } from '../../words/format.ts';
import { inWords, useStudies } from './asked.ts';

export function Studies() {
  return (
    <Panel
      title="Studies"
      lead="Lift and split studies, as ad platforms list them or somebody registered them; no figure here follows from them"
    >
      <Loaded answer={useStudies()} lines={6}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No study is known.">
              <p>
                Studies of connected ad accounts are read once a day. <code>POST …/experiment-promotions</code> registers one with
                the ad that went into it.
              </p>
            </Empty>
          ) : (
            <>
              <Table name="Studies" isCards columns={['Study', 'Kind', 'Days', 'Result', { number: 'Ads' }, 'Evidence']}>
                {data.map((study) => (
                  <Row key={study.experiment_id} study={study} />
                ))}
              </Table>
              {caveatsOf(data).map((caveat) => (
                <p key={caveat} class="soft small">
                  Of a split: {caveat}
                </p>
              ))}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

type Study = Schemas['Experiment'];

/** Each once. */
const caveatsOf = (studies: readonly Study[]): string[] => [...new Set(studies.flatMap(({ caveat }) => caveat ?? []))];

const STATES = { planned: 'planned', running: 'running', done: 'ended', cancelled: 'cancelled' } as const;

function Row({ study }: { study: Study }) {
  const { name, kind, state, first_day, last_day, arms, ads, evidence_url, platform } = study;
  return (
    <tr>
      <th scope="row" class="name">
        <bdi>{name}</bdi>
        {arms.length > 0 && (
          <span class="second-line">
            {arms.map((arm) => (arm.percent === null ? arm.name : `${arm.name} ${percent(arm.percent)}`)).join(' · ')}
          </span>
        )}
      </th>
      <td class="text">
        {kind === 'lift' ? 'Lift' : 'Split'}
        {state !== null && `, ${STATES[state]}`}
      </td>
      <td class="text">
        {longDay(first_day)}
        {last_day === null ? '' : ` to ${longDay(last_day)}`}
      </td>
      <td class="text">
        <Result study={study} />
      </td>
      <td>{count(ads.length)}</td>
      <td class="text">
        {evidence_url === null ? (
          `Read from ${inWords(platform)}`
        ) : (
          <a href={evidence_url} rel="noreferrer">
            {new URL(evidence_url).host}
          </a>
        )}
      </td>
    </tr>
  );
}

function Result({ study: { result, figures, state, is_usable } }: { study: Study }) {
  if (result) return <>{`× ${ratio(result.ratio)} (${ratio(result.low)} to ${ratio(result.high)}) ${result.measure}`}</>;
  if (figures.length === 0) return <>{state === 'running' || state === 'planned' ? 'Not over yet' : 'Not known'}</>;
  return (
    <>
      {figures.map(({ name, value }) => (
        <span key={name} class="second-line">
          <bdi>{name}</bdi>: {value}
        </span>
      ))}
      {is_usable === false && <span class="second-line">Too uncertain to use.</span>}
    </>
  );
}
