// The touches before one conversion and what each earns under every model, as shares; a touch outside of the window earns under first touch alone.
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { goalName, useGoals } from '../../question/goal.ts';
import { MODELS, type Model } from '../../question/question.ts';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { moment } from '../../words/format.ts';

type Touch = Schemas['JourneyTouch'];
const ALL_MODELS = Object.keys(MODELS) as Model[];
/** The most that a page of the service has. */
const STEPS = 100;

/** A step is an event with its touch, or without the right to see people a touch alone. */
const touchesOf = (events: Schemas['KeyedJourneyAnswer']['data']['events']): Touch[] =>
  events.flatMap((step) => {
    const touch = 'touch' in step ? step.touch : step;
    return touch === null || touch.credit === null ? [] : [touch];
  });

const share = (text: string): string => {
  const value = Number(text) * 100;
  return value === 0 ? '–' : `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} %`;
};

export function Credit({ id }: { id: string }) {
  const { profile_id, timezone } = useProfile();
  const { question } = useQuestion();
  const { all: goals } = useGoals(undefined);
  const query = { profile_id, limit: STEPS };
  const answer = useFigures(['journey', 'conversion', id, query], (signal) =>
    unwrap(api.GET('/api/v1/conversions/{id}/journey', { params: { path: { id }, query }, signal })),
  );
  const conversion = answer.data?.meta.conversion;
  const lead = conversion?.conversion_time
    ? `${conversion.goal === null ? 'Conversion' : goalName(goals, conversion.goal)} of ${moment(conversion.conversion_time, timezone)}, window of ${conversion.window_days} days`
    : undefined;
  const model = question.model ?? conversion?.model ?? 'last_non_direct';
  return (
    <Panel title="Credit of its touches" lead={lead}>
      <Loaded answer={answer} lines={6}>
        {({ data }) => {
          const touches = touchesOf(data.events);
          if (touches.length === 0)
            return <Empty title="No touch is known before this conversion, so its credit is unattributed." />;
          return (
            <>
              <Table touches={touches} model={model} timezone={timezone} />
              {data.total_count > STEPS && (
                <p class="note">
                  The first {STEPS} steps of {data.total_count} are read.
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Table({ touches, model, timezone }: { touches: readonly Touch[]; model: Model; timezone: string }) {
  return (
    <section class="scroll" tabIndex={0} aria-label="Credit under each model">
      <table class="customers-credit">
        <caption class="only-read">Share of the conversion that each touch earns under each model</caption>
        <thead>
          <tr>
            <th scope="col">Touch</th>
            {ALL_MODELS.map((each) => (
              <th key={each} scope="col" aria-current={each === model ? 'true' : undefined}>
                {MODELS[each]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {touches.map((touch) => (
            <tr key={`${touch.touch_id} ${touch.is_synthetic}`}>
              <th scope="row">
                <Channel name={touch.channel} />
                <span class="second-line">
                  {moment(touch.touched_at, timezone)}
                  {touch.is_synthetic ? ', click without a visit' : ''}
                  {touch.in_window === false ? ', outside of the window' : ''}
                </span>
              </th>
              {ALL_MODELS.map((each) => (
                <td key={each} aria-current={each === model ? 'true' : undefined}>
                  {share(touch.credit?.[each] ?? '0')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
