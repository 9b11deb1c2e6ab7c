// Why it moved: the same days as they were known at two moments, and what each cause added or took away, to the last digit.
import { Waterfall } from '../../charts/waterfall.tsx';
import { Channel } from '../../design/channel.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { useOwnId } from '../../frame/use-me.ts';
import { usePageChoice } from '../../question/page-param.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure, figureCell, useReceipt } from '../../receipts/receipts.tsx';
import { type Opened, pointerTo } from '../../receipts/source.ts';
import { actorText } from '../../words/actor.ts';
import { credit, days, instant, longDay, money, shortMoney } from '../../words/format.ts';
import {
  CAUSE_NAMES,
  CAUSE_TEXTS,
  CAUSES,
  type Changes,
  type Figures,
  fieldOf,
  type Moments,
  useChanges,
  useChangesQuery,
  useDecisions,
  useMoments,
} from './changes.ts';

const METRICS = { revenue: 'Revenue', credited_revenue: 'Credited', outcomes: 'Conversions', spend: 'Spend' } as const;
type Metric = keyof typeof METRICS;
const METRIC_VALUES: readonly Metric[] = ['revenue', 'credited_revenue', 'outcomes', 'spend'];

const numberIn = (figures: Figures, metric: Metric): number => Number(figures[metric] ?? 0);
const MINUS = '\u2212';

interface Words {
  show: (value: number) => string;
  short: (value: number) => string;
  change: (value: number) => string;
}

function wordsOf(metric: Metric, currency: string): Words {
  const isMoney = metric !== 'outcomes';
  const show = (value: number): string => (isMoney ? money(value, currency) : credit(value));
  const short = (value: number): string => (isMoney ? shortMoney(value, currency) : credit(value));
  const change = (value: number): string => (value === 0 ? '0' : `${value < 0 ? MINUS : '+'}${short(Math.abs(value))}`);
  return { show, short, change };
}

const dayName = (iso: string): string => longDay(iso.slice(0, 10));
const momentName = ({ to }: Moments): string => (to === undefined ? 'now' : `on ${dayName(to)}`);

export default function Why() {
  const moments = useMoments();
  const [metric, setMetric] = usePageChoice('figure', METRIC_VALUES, 'revenue');
  const { days: range } = useQuestion();
  const answer = useChanges(moments);
  return (
    <>
      <Panel
        title={`${days(range.from, range.to)}, as known at two moments`}
        lead="The figures are recomputed cause by cause with what was known; the causes add up to the difference to the last digit"
        tools={<Segments label="Figure shown" choices={METRICS} chosen={metric} choose={setMetric} />}
      >
        <MomentFields moments={moments} />
        {answer.isLoading && (
          <p class="soft small">The figures of both moments are computed again; a long history takes a minute.</p>
        )}
        {answer.error?.code === 'invalid_parameter' ? (
          <Empty title="There is nothing to compare at that moment.">
            <p>{answer.error.message}</p>
          </Empty>
        ) : (
          <Loaded answer={answer} lines={10}>
            {(changes) => <Movement {...{ changes, metric, moments }} />}
          </Loaded>
        )}
      </Panel>
      {answer.data && <ByChannel {...{ changes: answer.data, metric, moments }} />}
      <Decisions moments={moments} />
    </>
  );
}

function MomentFields({ moments: { from, to, setFrom, setTo } }: { moments: Moments }) {
  return (
    <div class="row why-moments">
      <label>
        As known on, your time
        <input type="datetime-local" value={fieldOf(from)} onChange={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <span aria-hidden="true">→</span>
      <label>
        And on (empty: now)
        <input
          type="datetime-local"
          value={to === undefined ? '' : fieldOf(to)}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}

interface MovedProps {
  changes: Changes;
  metric: Metric;
  moments: Moments;
}

function Movement({ changes: { data, meta }, metric, moments }: MovedProps) {
  const { currency } = meta.known_to;
  const query = useChangesQuery(moments);
  const { from, to, movement, causes } = data.totals;
  const words = wordsOf(metric, currency);
  const steps = CAUSE_NAMES.map((cause) => ({ cause, name: CAUSES[cause], value: numberIn(causes[cause], metric) })).filter(
    ({ value }) => value !== 0,
  );
  const open = useReceipt();
  const source = (pointer: string) => ({ path: '/api/v1/attribution/changes', query, pointer });
  const columnOf = (at: number): Opened => {
    const step = steps[at - 1];
    if (step) {
      const pointer = `/data/totals/causes/${step.cause}/${metric}`;
      return { name: step.name, source: source(pointer), text: words.change(step.value) };
    }
    const [side, figures] = at === 0 ? (['from', from] as const) : (['to', to] as const);
    const text = words.show(numberIn(figures, metric));
    return { name: `${METRICS[metric]}, as known then`, source: source(`/data/totals/${side}/${metric}`), text };
  };
  return (
    <>
      <p class="why-sentence">
        {METRICS[metric]} of these days was{' '}
        <Figure name={`${METRICS[metric]} at the first moment`} source={source(`/data/totals/from/${metric}`)}>
          {words.show(numberIn(from, metric))}
        </Figure>{' '}
        on {dayName(moments.from)}, and is{' '}
        <Figure name={`${METRICS[metric]} at the second moment`} source={source(`/data/totals/to/${metric}`)}>
          {words.show(numberIn(to, metric))}
        </Figure>{' '}
        {momentName(moments)}:{' '}
        <b>
          <Figure name="Difference" source={source(`/data/totals/movement/${metric}`)}>
            {words.change(numberIn(movement, metric))}
          </Figure>
        </b>
      </p>
      {steps.length === 0 ? (
        <Empty title="Nothing changed between the two moments.">
          <p>Choose an earlier moment, other days or another figure.</p>
        </Empty>
      ) : (
        <>
          <Waterfall
            title={`${METRICS[metric]} by cause`}
            description={`From ${words.show(numberIn(from, metric))} to ${words.show(numberIn(to, metric))}, cause by cause.`}
            from={{ name: `Known ${dayName(moments.from)}`, value: numberIn(from, metric) }}
            steps={steps}
            to={{ name: `Known ${momentName(moments)}`, value: numberIn(to, metric) }}
            format={words.show}
            formatChange={words.change}
            formatShort={words.short}
            onPick={(at) => open(columnOf(at))}
            cell={figureCell((row) => columnOf(row))}
          />
          <dl class="terms">
            {steps.map(({ cause, name }) => (
              <>
                <dt key={cause}>{name}</dt>
                <dd>{CAUSE_TEXTS[cause]}</dd>
              </>
            ))}
          </dl>
        </>
      )}
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
    ...{ path: '/api/v1/attribution/changes', query },
    pointer: pointerTo('data', 'channels', ...parts),
  });
  return (
    <Panel title="By channel" lead={`How ${METRICS[metric].toLowerCase()} of each channel moved, and why`}>
      <div class="scroll">
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
      </div>
    </Panel>
  );
}

/** `definitions.changed` as `Definitions changed`. */
const actionText = (action: string): string => {
  const text = action.replace(/[._]/g, ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

function Decisions({ moments }: { moments: Moments }) {
  const answer = useDecisions(moments);
  const ownId = useOwnId();
  const { meta } = useChanges(moments).data ?? {};
  const timezone = meta?.known_to.timezone ?? 'UTC';
  return (
    <Panel title="Decisions in between" lead="Changes that people, keys and agents made between the two moments, newest first">
      {answer.error?.status === 403 ? (
        <p class="soft">Admins of the workspace see who changed what.</p>
      ) : (
        <Loaded answer={answer} lines={4}>
          {(rows) =>
            rows.length === 0 ? (
              <p class="soft">Nobody changed a setting, rule or identity between the two moments.</p>
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
              <section class="scroll" tabIndex={0} aria-label="Decisions">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">When</th>
                      <th scope="col" class="text">
                        What
                      </th>
                      <th scope="col" class="text">
                        Who
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ no, at, action, actor }) => (
                      <tr key={no}>
                        <th scope="row">{instant(at, timezone)}</th>
                        <td class="text">{actionText(action)}</td>
                        <td class="text">{actorText(actor, ownId)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            )
          }
        </Loaded>
      )}
    </Panel>
  );
}
