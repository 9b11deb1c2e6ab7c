// An alias or a rule that the service proposes: what it would move, then saved with the rules that are there.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Select } from '../../design/form.tsx';
import { Loaded } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { addDays, todayIn } from '../../question/days.ts';
import { Moves } from '../meaning/moves.tsx';

type Rule = Schemas['ChannelRule'];
type Alias = Schemas['SpendAlias'];
type RuleSet = Schemas['ChannelRulesAnswer']['data'];
type Preview = Schemas['ClassificationPreviewAnswer'];
type Trial = Pick<Schemas['ClassificationTrial'], 'rules'> & { channels: RuleSet['channels']; spend_aliases: Alias[] };
interface Proposed {
  rules: Rule[];
  aliases: Alias[];
  /** A part is of a form that cannot be shown here, so nothing of it is applied. */
  isUnreadable: boolean;
}

const DAYS = 28;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);

function conditionOf(value: unknown): { is: string[] } | undefined {
  if (!isObject(value) || !Array.isArray(value['is']) || Object.keys(value).length > 1) return undefined;
  const is = value['is'].filter((each) => typeof each === 'string');
  return is.length === value['is'].length && is.length > 0 ? { is } : undefined;
}

/** A rule with a condition that is left out would match more: it is none. */
function ruleOf({ rule_id, channel, source, medium, ...others }: Record<string, unknown>): Rule[] {
  if (typeof rule_id !== 'string' || typeof channel !== 'string' || Object.keys(others).length > 0) return [];
  const [from, by] = [conditionOf(source), conditionOf(medium)];
  const isWhole = (source === undefined || from) && (medium === undefined || by);
  if (!isWhole || !(from || by)) return [];
  return [{ rule_id, channel, ...(from ? { source: from } : {}), ...(by ? { medium: by } : {}) }];
}

/** The rules and aliases of a proposal. */
export function proposedOf({ rules: ofRules, spend_aliases: ofAliases, ...others }: Record<string, unknown>): Proposed {
  const rules = listOf(ofRules).flatMap(ruleOf);
  const aliases = listOf(ofAliases).flatMap(({ utm_source, platform }) =>
    typeof utm_source === 'string' && typeof platform === 'string' ? [{ utm_source, platform }] : [],
  );
  const isRead = rules.length === sizeOf(ofRules) && aliases.length === sizeOf(ofAliases) && Object.keys(others).length === 0;
  return { rules, aliases, isUnreadable: !isRead };
}

const sizeOf = (value: unknown): number => (value === undefined ? 0 : Array.isArray(value) ? value.length : 1);

/** The present rules, with the proposal before them: it decides first. */
export function trialOf({ channels, rules, spend_aliases }: RuleSet, proposed: Proposed): Trial {
  const ids = new Set(proposed.rules.map(({ rule_id }) => rule_id));
  const sources = new Set(proposed.aliases.map(({ utm_source }) => utm_source));
  return {
    channels,
    rules: [...proposed.rules, ...rules.filter(({ rule_id }) => !ids.has(rule_id))],
    spend_aliases: [...spend_aliases.filter(({ utm_source }) => !sources.has(utm_source)), ...proposed.aliases],
  };
}

interface ClassifyProps {
  params: Record<string, unknown>;
  /** The subject, on the button for screen readers and in the title. */
  about: string;
}

export function Classify({ params, about }: ClassifyProps) {
  const [isOpen, setOpen] = useState(false);
  const { role } = useProfile();
  const proposed = proposedOf(params);
  if (proposed.isUnreadable) return <Unreadable params={params} />;
  if (proposed.rules.length + proposed.aliases.length === 0) return null;
  const what = proposed.aliases.length > 0 ? 'alias' : 'rule';
  return (
    <>
      <button type="button" class="button" aria-label={`Preview the ${what} for ${about}`} onClick={() => setOpen(true)}>
        Preview the {what}
      </button>
      {isOpen && (
        <Dialog title={`The ${what} for ${about}`} onClose={() => setOpen(false)}>
          <Rules proposed={proposed} mayChange={role === 'manager'} close={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

const Unreadable = ({ params }: Pick<ClassifyProps, 'params'>) => (
  <details>
    <summary>The call</summary>
    <p class="note">This proposal has conditions that cannot be tried here. POST /classification/preview tries it.</p>
    <pre class="quality-call">{JSON.stringify(params, null, 2)}</pre>
  </details>
);

interface TrialProps {
  proposed: Proposed;
  mayChange: boolean;
  close: () => void;
}

function Rules(props: TrialProps) {
  const query = { profile_id: useProfile().profile_id };
  const answer = useAnswer(['meaning', 'rules', query], (signal) =>
    unwrap(api.GET('/api/v1/classification/rules', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={4}>
      {({ data }) => <TrialForm {...props} set={data} />}
    </Loaded>
  );
}

const aliasText = ({ utm_source, platform }: Alias): string => `utm_source=${utm_source} is spend of ${platform}`;
const conditionText = ({ source, medium }: Rule): string =>
  [source?.is ? `utm_source ${source.is.join(', ')}` : '', medium?.is ? `utm_medium ${medium.is.join(', ')}` : '']
    .join(' ')
    .trim();

function TrialForm({ proposed, mayChange, close, set }: TrialProps & { set: RuleSet }) {
  const { profile_id, timezone } = useProfile();
  const [channel, setChannel] = useState(proposed.rules[0]?.channel ?? '');
  const [preview, setPreview] = useState<Preview>();
  const { isBusy, fault, run } = useWrite();
  const trial = trialOf(set, { ...proposed, rules: proposed.rules.map((rule) => ({ ...rule, channel })) });
  const params = { query: { profile_id } };
  const ask = () =>
    run(async () => {
      const today = todayIn(timezone);
      const range = { date_from: addDays(today, -DAYS), date_to: addDays(today, -1) };
      setPreview(await unwrap(api.POST('/api/v1/classification/preview', { params, body: { ...trial, ...range } })));
    });
  const save = () =>
    run(async () => {
      await unwrap(api.PUT('/api/v1/classification/rules', { params, body: trial }));
      for (const page of ['meaning', 'quality', 'readiness']) forget(page);
      close();
    });
  const names = [...set.channels, ...set.built_in_channels].map(({ name }): [string, string] => [name, name]);
  return (
    <>
      {proposed.aliases.map((alias) => (
        <p key={alias.utm_source}>{aliasText(alias)}</p>
      ))}
      {proposed.rules.map((rule) => (
        <Select
          key={rule.rule_id}
          label={`Visits with ${conditionText(rule)} are in the channel`}
          value={channel}
          set={(next) => {
            setChannel(next);
            setPreview(undefined);
          }}
          options={names}
        />
      ))}
      {preview && <Moves preview={preview} />}
      {fault && <ErrorBlock error={fault} />}
      <div class="row">
        <button type="button" class={preview ? 'button' : 'button primary'} disabled={isBusy} onClick={ask}>
          What would move?
        </button>
        {preview && mayChange && (
          <button type="button" class="button primary" disabled={isBusy} onClick={save}>
            Save and compute again
          </button>
        )}
      </div>
    </>
  );
}
