// What to test next, by what a test may find: a gap is dismissed, or drafted into a test that is handed to the maker of the ad.
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import type { Source } from '../../receipts/source.ts';
import { count, credit, money, percent } from '../../words/format.ts';
import { type Gap, inWords, titled, useAt, useList, useRoadmap, useRun } from './asked.ts';

type Handoff = Schemas['ReplicateRunHandoffAnswer']['data']['handoff'];

export function Roadmap() {
  return (
    <Panel
      title="What to test next"
      lead="The most valuable first: what a new level may sell more, if it is kept only when it is better"
    >
      <Loaded answer={useRoadmap()} lines={12}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title="There is nothing to test yet.">
              <p>
                {(meta.profiles[0]?.winners ?? 0) === 0
                  ? 'Tests begin beside an ad that sells for clearly less than usual; none does so far.'
                  : 'Each level was tried beside your winners.'}
              </p>
            </Empty>
          ) : (
            <ul class="creatives-gaps">
              {data.map((gap, at) => (
                <Row key={gap.gap_id} gap={gap} at={at} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Row({ gap, at }: { gap: Gap; at: number }) {
  const { path } = useAt();
  const source = useList('test-roadmap');
  const { profile_id } = useProfile();
  const decide = (decision: 'draft' | 'dismiss') => (): Promise<unknown> =>
    unwrap(
      api.POST('/api/v1/workspaces/{workspaceId}/creative-tests/decisions', {
        params: { path },
        body: { profile_id, gap_id: gap.gap_id, decision },
      }),
    );
  const afterwards = (): void => forget('creatives');
  const what = `${inWords(gap.dimension)} ${inWords(gap.to)}`;
  return (
    <li class="panel creatives-gap">
      <h3>
        {titled(gap.dimension)}: {inWords(gap.from)} → {inWords(gap.to)}
      </h3>
      <p class="second-line">
        Beside <bdi>{gap.parent.ad_name ?? gap.parent.ad_id}</bdi>
      </p>
      <p>{gap.hypothesis}</p>
      <p class="soft small">Stays: {gap.stays_equal}</p>
      <p>
        May be worth{' '}
        <Figure name="Worth a month" source={source(`/data/${at}/worth`)}>
          {money(gap.worth, gap.currency)}
        </Figure>{' '}
        a month of the{' '}
        <Figure name="Cost of a month" source={source(`/data/${at}/monthly_spend`)}>
          {money(gap.monthly_spend, gap.currency)}
        </Figure>{' '}
        that this ad costs. <Size size={gap.size} source={(member) => source(`/data/${at}/size/${member}`)} />
      </p>
      {gap.run_id === null ? (
        <div class="row">
          <Act text="Draft a test" label={`Draft a test of ${what}`} isPrimary act={decide('draft')} afterwards={afterwards} />
          <Act text="Dismiss" label={`Dismiss ${what}`} act={decide('dismiss')} afterwards={afterwards} />
        </div>
      ) : (
        <Run runId={gap.run_id} dismiss={decide('dismiss')} afterwards={afterwards} />
      )}
    </li>
  );
}

interface SizeProps {
  size: Gap['size'];
  source: (member: string) => Source;
}

/** The sentence, its two numbers as figures. */
function Size({ size: { measure, needed, days, text }, source }: SizeProps) {
  if (measure === null || needed === null || days === null) return <span class="soft">{text}</span>;
  return (
    <span class="soft">
      Each of the two ads needs{' '}
      <Figure name="Needed of each ad" source={source('needed')}>
        {count(needed)}
      </Figure>{' '}
      {measure}:{' '}
      <Figure name="Days" source={source('days')}>
        {count(days)}
      </Figure>{' '}
      days at today’s volume.
      {measure === 'clicks' && ' Sales are too few here, so clicks decide; they do not say what sells.'}
    </span>
  );
}

const STATES = {
  draft: 'Drafted',
  awaiting_session: 'Waits to be taken on',
  bound: 'Taken on',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
} as const;

interface RunProps {
  runId: string;
  dismiss: () => Promise<unknown>;
  afterwards: () => void;
}

function Run({ runId, dismiss, afterwards }: RunProps) {
  const { path } = useAt();
  const [handoff, setHandoff] = useState<Handoff>(null);
  const handOff = async (): Promise<void> => {
    const { data } = await unwrap(
      api.POST('/api/v1/workspaces/{workspaceId}/replicate-runs/{runId}/handoff', {
        params: { path: { ...path, runId } },
        body: {},
      }),
    );
    setHandoff(data.handoff);
  };
  return (
    <Loaded answer={useRun(runId)} lines={2}>
      {({ data: { status, code, children } }) => (
        <div class="creatives-run">
          <p>
            <strong>{STATES[status]}.</strong> Put <code>{code}</code> into the name of the new ad: by it, its result is found
            here.
          </p>
          {handoff?.url !== undefined && (
            <p>
              The brief, also for people without an account: <a href={handoff.url}>{handoff.url}</a>{' '}
              <CopyButton text={handoff.url} about="the link of the brief" />
            </p>
          )}
          {children.length > 0 && (
            <ul>
              {children.map((child) => (
                <li key={child.ad_id}>
                  <bdi>{child.ad_name ?? child.ad_id}</bdi>: {resultOf(child)}
                </li>
              ))}
            </ul>
          )}
          <div class="row">
            {(status === 'draft' || status === 'returned') && (
              <Act text="Hand it off" act={handOff} afterwards={() => forget('creatives', 'run')} />
            )}
            {(status === 'draft' || status === 'returned') && (
              <Act text="Dismiss" label="Dismiss this test" act={dismiss} afterwards={afterwards} />
            )}
          </div>
        </div>
      )}
    </Loaded>
  );
}

const REASONS = {
  parent_gone: 'the ad that it is compared with does not exist any more',
  other_ad_set: 'it is in another ad set, so nothing can be compared',
  no_spend_yet: 'it has no spend yet',
} as const;

function resultOf({ sales, p_better, unknown_because }: Schemas['ReplicateRunAnswer']['data']['children'][number]): string {
  if (unknown_because !== null) return REASONS[unknown_because];
  return `${credit(sales ?? 0)} sales; better with a probability of ${percent(100 * (p_better ?? 0))}`;
}
