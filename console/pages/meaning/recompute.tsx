// The computation of all figures: how far it is, what caused it, and the ways to start it.
import { useState } from 'preact/hooks';
import { type Answer, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { count, moment } from '../../words/format.ts';
import { forgetMeaning, useHere } from './here.ts';

type Status = Schemas['RecomputeStatusAnswer']['data'];
const RUNNING_SECONDS = 1;
const IDLE_SECONDS = 15;

function useStatus(): Answer<{ data: Status }> {
  const { profile_id } = useHere();
  const [isRunning, setRunning] = useState(false);
  return useAnswer(
    ['meaning', 'status', profile_id],
    async (signal) => {
      const answer = await unwrap(api.GET('/api/v1/profile/recompute-status', { params: { query: { profile_id } }, signal }));
      setRunning(isBusy(answer.data));
      return answer;
    },
    { everySeconds: isRunning ? RUNNING_SECONDS : IDLE_SECONDS },
  );
}

const isBusy = ({ status }: Status): boolean => status === 'waiting' || status === 'running';

const PHASES = {
  archive: 'reading the archive',
  journal: 'reading the journal',
  decisions: 'applying decisions',
  compute: 'computing sessions, touches and credit',
  fit: 'fitting the data-driven model',
  catch_up: 'adding what came meanwhile',
  swap: 'replacing the figures',
} as const;
const phases = ['archive', 'journal', 'decisions', 'compute', 'fit', 'catch_up', 'swap'] as const;

/** While figures are being computed; nothing otherwise. */
export function Progress() {
  const { data } = useStatus();
  if (!data || !isBusy(data.data)) return null;
  const { status, progress } = data.data;
  const done = progress === null ? 0 : phases.indexOf(progress.phase);
  return (
    <div class="notice" role="status">
      <p>
        {status === 'waiting' || progress === null
          ? 'All figures are about to be computed again.'
          : `All figures are computed again: ${PHASES[progress.phase]}, ${count(progress.landed_seq)} of ${count(progress.last_seq)} facts.`}{' '}
        Until then, figures follow the earlier settings.
      </p>
      <progress class="meaning-progress" aria-label="Progress" value={done} max={phases.length} />
    </div>
  );
}

const ENDED = {
  none: 'Not computed again yet.',
  waiting: 'Waiting.',
  running: 'Running.',
  done: 'Done.',
  failed: 'It failed.',
} as const;

export function Recompute() {
  const { profile_id, timezone, mayChange } = useHere();
  const answer = useStatus();
  const params = { query: { profile_id } };
  return (
    <div class="columns">
      <Panel
        title="All figures"
        lead="Figures are computed from stored facts and decisions, so computing them again gives the same ones, unless rules have changed"
      >
        <Progress />
        <Loaded answer={answer}>{({ data }) => <Last status={data} timezone={timezone} />}</Loaded>
        {mayChange && (
          <span class="row">
            <Confirm
              text="Compute all figures again"
              title="Compute all figures again?"
              act={() => unwrap(api.POST('/api/v1/profile/recompute', { params }))}
              afterwards={forgetMeaning}
            >
              <p>The figures of now stay readable until the new ones replace them at once.</p>
            </Confirm>
          </span>
        )}
      </Panel>
    </div>
  );
}

function Last({ status: last, timezone }: { status: Status; timezone: string }) {
  const { status, reason, queued_at, started_at, finished_at, error } = last;
  return (
    <dl class="terms">
      <dt>Last time</dt>
      <dd>{ENDED[status]}</dd>
      {reason !== null && (
        <>
          <dt>Because of</dt>
          <dd>{reason.replaceAll('_', ' ')}</dd>
        </>
      )}
      <Time title="Requested" at={queued_at} timezone={timezone} />
      <Time title="Started" at={started_at} timezone={timezone} />
      <Time title="Ended" at={finished_at} timezone={timezone} />
      {error !== null && (
        <>
          <dt>Error</dt>
          <dd class="bad">{error}</dd>
        </>
      )}
    </dl>
  );
}

const Time = ({ title, at, timezone }: { title: string; at: string | null; timezone: string }) =>
  at === null ? null : (
    <>
      <dt>{title}</dt>
      <dd>{moment(at, timezone)}</dd>
    </>
  );
