// The amount of data that leaves the service: the privacy mode of the profile, and the clean dataset at Meta.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Check, WriteForm } from '../../design/form.tsx';
import { Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { newKey, useKeyOf } from '../../outside/keys.ts';
import { type Catalog, changed, type Mode } from './asked.ts';

type PlatformSafe = Schemas['ConversionWiringAnswer']['data']['platform_safe'];

const MODES: readonly (readonly [Mode, string, string])[] = [
  ['standard', 'Standard', 'Hashed identifiers, browser ids, the page and the value, as each platform takes them.'],
  [
    'platform_safe',
    'Platform-Safe',
    'A list of allowed fields for each destination: no page addresses, names, free text or health words.',
  ],
  ['hipaa', 'HIPAA', 'As Platform-Safe, without e-mails, phones and ids of customers, hashed or not; no lists of customers.'],
];

export function Privacy({ catalog, platformSafe }: { catalog: Catalog; platformSafe: PlatformSafe }) {
  const { profile_id, role } = useProfile();
  const keyOf = useKeyOf();
  const [mode, setMode] = useState<Mode>(catalog.privacy_mode);
  const submit = async (): Promise<void> => {
    const body = { privacy_mode: mode };
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf([catalog.privacy_mode, body]) } };
    await unwrap(api.PUT('/api/v1/conversion-sync/catalog', { params, body }));
  };
  return (
    <>
      <Panel title="Privacy mode" lead="Of the whole profile; a change has all figures computed again">
        <WriteForm button="Change the mode" submit={submit} afterwards={changed} class="form deliver-modes">
          <fieldset>
            <legend class="only-read">Mode</legend>
            {MODES.map(([value, title, text]) => (
              <label key={value} class="check">
                <input
                  type="radio"
                  name="mode"
                  checked={mode === value}
                  disabled={role !== 'manager'}
                  onChange={() => setMode(value)}
                />
                <span>
                  <b>{title}</b>
                  <span class="second-line">{text}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </WriteForm>
      </Panel>
      {platformSafe.is_active && <CleanDataset platformSafe={platformSafe} />}
    </>
  );
}

type Answer = Schemas['PlatformSafeAnswer']['data'];

function CleanDataset({ platformSafe: { target, clean_dataset } }: { platformSafe: PlatformSafe }) {
  const { profile_id, role } = useProfile();
  const { isBusy, fault, run } = useWrite(changed);
  const [answer, setAnswer] = useState<Answer>();
  const [isConfirmed, setConfirmed] = useState(false);
  const params = () => ({ query: { profile_id }, header: { 'Idempotency-Key': newKey() } });
  const provision = () =>
    run(async () => {
      setAnswer((await unwrap(api.POST('/api/v1/conversion-sync/platform-safe/provision', { params: params() }))).data);
    });
  const choose = () =>
    run(async () => {
      const body = { target: target === 'clean' ? ('existing' as const) : ('clean' as const), confirm_live_ad_sets: isConfirmed };
      setAnswer((await unwrap(api.POST('/api/v1/conversion-sync/platform-safe/target', { params: params(), body }))).data);
    });
  return (
    <Panel
      title="Clean dataset at Meta"
      lead={
        clean_dataset === null
          ? 'There is none yet. It has none of what the existing dataset has seen.'
          : `${clean_dataset.name} (${clean_dataset.id}); conversions go to the ${target} dataset`
      }
    >
      {fault && <ErrorBlock error={fault} />}
      {answer && <Checks answer={answer} />}
      {fault?.code === 'clean_dataset_has_live_ad_sets' && (
        <Check
          label="Ad sets deliver on the clean dataset and will see no conversions there"
          value={isConfirmed}
          set={setConfirmed}
        />
      )}
      {role === 'manager' && (
        <div class="row">
          <button type="button" class="button" disabled={isBusy} onClick={provision}>
            {clean_dataset === null ? 'Check and make it' : 'Check it'}
          </button>
          <button type="button" class="button primary" disabled={isBusy} onClick={choose}>
            {target === 'clean' ? 'Send to the existing dataset again' : 'Send to the clean dataset'}
          </button>
        </div>
      )}
    </Panel>
  );
}

const Checks = ({ answer: { checks, ad_sets_to_recreate } }: { answer: Answer }) => (
  <>
    <ul class="deliver-checks">
      {checks.map(({ name, status, message }) => (
        <li key={name} class={status}>
          {message}
        </li>
      ))}
    </ul>
    {ad_sets_to_recreate.length > 0 && (
      <>
        <p>These ad sets use the other dataset. They have to be made again, and begin to learn again:</p>
        <ul class="deliver-list">
          {ad_sets_to_recreate.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi> <span class="soft">{id}</span>
            </li>
          ))}
        </ul>
      </>
    )}
  </>
);
