// What we knew when: the same days as they were known at two moments, and what each cause added or took away, to the last digit.
import { Channel } from '../../design/channel.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { Share } from '../../share/share.tsx';
import { days } from '../../words/format.ts';
import { Causes } from './causes.tsx';
import {
  CAUSE_NAMES,
  CAUSES,
  fieldOf,
  isVersion,
  type Moments,
  sharedChanges,
  useChanges,
  useChangesQuery,
  useMoments,
} from './changes.ts';
import { Computing } from './computing.tsx';
import { Decisions } from './decisions.tsx';
import { Earlier } from './earlier.tsx';
import { METRIC_VALUES, METRICS, type MovedProps, momentName, numberIn, wordsOf } from './words.ts';

export default function Known() {
  const moments = useMoments();
  const [metric, setMetric] = usePageChoice('figure', METRIC_VALUES, 'revenue');
  const { days: range } = useQuestion();
  const answer = useChanges(moments);
  const query = useChangesQuery(moments);
  return (
    <>
      <Panel
        title={`${days(range.from, range.to)}, as known at two moments`}
        lead="The figures are recomputed cause by cause with what was known; the causes add up to the difference to the last digit"
        tools={
          <>
            <Segments label="Figure shown" choices={METRICS} chosen={metric} choose={setMetric} />
            {answer.data && <Share of={{ page: 'why', question: sharedChanges(query, answer.data) }} />}
          </>
        }
      >
        <MomentFields moments={moments} />
        {answer.isLoading && <Computing moments={moments} />}
        {answer.error?.code === 'invalid_parameter' ? (
          <Empty title="There is nothing to compare at that moment.">
            <p>{answer.error.message}</p>
          </Empty>
        ) : (
          <Loaded answer={answer} lines={10}>
            {(changes) => (
              <>
                <OutageNotice of={changes} />
                <Movement changes={changes} metric={metric} moments={moments} />
              </>
            )}
          </Loaded>
        )}
      </Panel>
      {answer.data && <ByChannel changes={answer.data} metric={metric} moments={moments} />}
      <Decisions moments={moments} />
      <Earlier />
    </>
  );
}

function MomentFields({ moments: { from, to, setFrom, setTo } }: { moments: Moments }) {
  const { timezone } = useProfile();
  return (
    <div class="row known-moments">
      <label>
        As known {isVersion(from) ? momentName(from) : 'on'}
        <input type="datetime-local" value={fieldOf(from, timezone)} onChange={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <span aria-hidden="true">→</span>
      <label>
        And {to !== undefined && isVersion(to) ? momentName(to) : 'on (empty: now)'}
        <input
          type="datetime-local"
          value={to === undefined ? '' : fieldOf(to, timezone)}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}

function Movement({ changes, metric, moments }: MovedProps) {
  const { data, meta } = changes;
  const { currency } = meta.known_to;
  const query = useChangesQuery(moments);
  const { from, to, movement } = data.totals;
  const words = wordsOf(metric, currency);
  const source = (pointer: string) => ({ path: '/api/v1/attribution/changes', query, pointer });
  return (
    <>
      <p class="known-sentence">
        {METRICS[metric]} of these days was{' '}
        <Figure name={`${METRICS[metric]} at the first moment`} source={source(`/data/totals/from/${metric}`)}>
          {words.show(numberIn(from, metric))}
        </Figure>{' '}
        {momentName(moments.from)}, and is{' '}
        <Figure name={`${METRICS[metric]} at the second moment`} source={source(`/data/totals/to/${metric}`)}>
          {words.show(numberIn(to, metric))}
        </Figure>{' '}
        {momentName(moments.to)}:{' '}
        <b>
          <Figure name="Difference" source={source(`/data/totals/movement/${metric}`)}>
            {words.change(numberIn(movement, metric))}
          </Figure>
        </b>
      </p>
      <Causes changes={changes} metric={metric} moments={moments} />
    </>
  );
}

function ByChannel({ changes: { data, meta }, metric, moments }: MovedProps) {
  const query = useChangesQuery(moments);
  const words = wordsOf(metric, meta.known_to.currency);
  const used = CAUSE_NAMES.filter((cause) => data.channels.some(({ causes }) => numberIn(causes[cause], metric) !== 0));
  const rows = data.channels
    .map((row, at) => ({ ...row, at }))
    .filter(({ movement }) => CAUSE_NAMES.some(() => numberIn(movement, metric) !== 0))
    .toSorted((a, b) => Math.abs(numberIn(b.movement, metric)) - Math.abs(numberIn(a.movement, metric)));
  if (metric === 'revenue' || rows.length === 0) return null;
  const source = (...parts: (string | number)[]) => ({
    path: '/api/v1/attribution/changes',
    query,
    pointer: pointerTo('data', 'channels', ...parts),
  });
  return (
    <Panel title="By channel" lead={`How ${METRICS[metric].toLowerCase()} of each channel moved, and why`}>
      <Scroll name="Movement by channel">
        <table>
          <thead>
            <tr>
              <th scope="col">Channel</th>
              <th scope="col">Before</th>
              {used.map((cause) => (
                <th key={cause} scope="col">
                  {CAUSES[cause]}
                </th>
              ))}
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ channel, from, to, causes, at }) => (
              <tr key={channel}>
                <th scope="row">
                  <Channel name={channel} />
                </th>
                <td>
                  <Figure name={`${channel} before`} source={source(at, 'from', metric)}>
                    {words.show(numberIn(from, metric))}
                  </Figure>
                </td>
                {used.map((cause) => (
                  <td key={cause}>
                    <Figure name={`${channel}, ${CAUSES[cause]}`} source={source(at, 'causes', cause, metric)}>
                      {words.change(numberIn(causes[cause], metric))}
                    </Figure>
                  </td>
                ))}
                <td>
                  <Figure name={`${channel} after`} source={source(at, 'to', metric)}>
                    {words.show(numberIn(to, metric))}
                  </Figure>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
