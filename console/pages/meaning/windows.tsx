// The windows in which a conversion looks for touches, and the model that the reports use where the question names none.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Select, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { MODELS, type Model } from '../../question/question.ts';
import { forgetMeaning, type Here, useHere } from './here.ts';
import { WhatIf } from './what-if.tsx';

type Settings = Schemas['AttributionSettingsAnswer']['data'];
const WINDOWS = [
  [
    'click_window_days',
    'Before leads and deals',
    'A touch this long before a conversion that is no payment may still receive credit.',
  ],
  ['first_touch_window_days', 'First touches', 'The model of the first touch looks back this far.'],
  ['view_through_window_days', 'Views of ads', 'A view receives credit only if no visit with a source is in the window.'],
  ['cash_window_days', 'Before payments', 'A touch this long before a payment may still receive credit.'],
] as const;
type Name = (typeof WINDOWS)[number][0];
const MODEL_NAMES: readonly Model[] = [
  ...(['first_touch', 'last_touch', 'last_non_direct', 'first_paid', 'last_paid'] as const),
  ...(['linear', 'position_based', 'time_decay', 'data_driven'] as const),
];

export function Windows() {
  const here = useHere();
  const query = { profile_id: here.profile_id };
  const answer = useAnswer(['meaning', 'settings', query], (signal) =>
    unwrap(api.GET('/api/v1/profile/attribution-settings', { params: { query }, signal })),
  );
  return (
    <Panel
      title="Windows and model"
      lead="A change computes all figures again; reports may ask with another model or window at any time"
    >
      <Loaded answer={answer}>
        {({ data }) => (here.mayChange ? <Form here={here} first={data} /> : <Values settings={data} />)}
      </Loaded>
    </Panel>
  );
}

const Values = ({ settings }: { settings: Settings }) => (
  <dl class="terms">
    <dt>Model</dt>
    <dd>{MODELS[settings.model]}</dd>
    {WINDOWS.map(([name, title]) => (
      <div key={name} class="meaning-term">
        <dt>{title}</dt>
        <dd>{settings[name]} days</dd>
      </div>
    ))}
  </dl>
);

function Form({ here, first }: { here: Here; first: Settings }) {
  const [model, setModel] = useState(first.model);
  const [days, setDays] = useState<Record<Name, number>>(first);
  const [isSaved, setSaved] = useState(false);
  const [click, touch, view, cash] = WINDOWS.map(([name]) => days[name]);
  const body = {
    model,
    ...(click === undefined ? {} : { click_window_days: click }),
    ...(touch === undefined ? {} : { first_touch_window_days: touch }),
    ...(view === undefined ? {} : { view_through_window_days: view }),
    ...(cash === undefined ? {} : { cash_window_days: cash }),
  };
  const isWhole = WINDOWS.every(([name]) => Number.isInteger(days[name]) && days[name] >= 1 && days[name] <= 90);
  const isChanged = model !== first.model || WINDOWS.some(([name]) => days[name] !== first[name]);
  const save = async (): Promise<void> => {
    setSaved(false);
    const params = { query: { profile_id: here.profile_id } };
    await unwrap(api.PATCH('/api/v1/profile/attribution-settings', { params, body }));
    setSaved(true);
  };
  return (
    <WriteForm button="Save and compute again" submit={save} afterwards={forgetMeaning}>
      <Select label="Model" value={model} set={setModel} options={MODEL_NAMES.map((name) => [name, MODELS[name]] as const)} />
      {WINDOWS.map(([name, title, hint]) => (
        <label key={name}>
          {title}, days
          <input
            type="number"
            required
            min={1}
            max={90}
            value={days[name]}
            onInput={({ currentTarget }) => setDays({ ...days, [name]: currentTarget.valueAsNumber })}
          />
          <span class="hint">{hint}</span>
        </label>
      ))}
      {isWhole && isChanged && !isSaved && <WhatIf here={here} tried={{ attribution_settings: body }} />}
      {isSaved && (
        <p role="status" class="good">
          Saved. Figures follow once they are computed again.
        </p>
      )}
    </WriteForm>
  );
}
