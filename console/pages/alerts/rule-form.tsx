// The form of a rule, for a new one and for one that exists: when, to whom, when not; and before it is saved, when it would have fired.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Check, Select, Text, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useMe } from '../account/me.ts';
import { Backtest } from './backtest.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { Chosen, Recipients, Time } from './recipients.tsx';
import { type Chat, type Condition, forgetAlerts, KINDS, type Kind, type Rule } from './words.ts';

interface FormProps {
  chats: readonly Chat[];
  /** Undefined: a new one. */
  rule: Rule | undefined;
  close: () => void;
}

const FIRST: Readonly<Record<Kind, Condition>> = {
  change: { figure: 'outcomes', direction: 'below', false_alarms_per_month: 0.25 },
  threshold: { figure: 'roas', direction: 'below', value: '2', days: 7 },
  pace: { direction: 'both', percent: 10 },
  silence: { hours: 2 },
  finding: {},
  connection: {},
};

export function RuleForm({ chats, rule, close }: FormProps) {
  const { profile_id } = useProfile();
  const me = useMe();
  const [title, setTitle] = useState(rule?.title ?? '');
  const [kind, setKind] = useState<Kind>(rule?.kind ?? 'change');
  const [condition, setCondition] = useState<Condition>(rule?.condition ?? FIRST.change);
  const [recipients, setRecipients] = useState(rule?.recipients);
  const [own, setOwn] = useState(rule?.chats ?? []);
  const [times, setTimes] = useState<Times>({ days: rule?.skipped_days ?? [], quiet: rule?.quiet_hours ?? null });
  const chosen = recipients ?? (me ? [me.user_id] : []);
  const choose = (next: Kind): void => {
    setKind(next);
    setCondition(FIRST[next]);
  };
  const save = async (): Promise<void> => {
    const body = { title, condition, recipients: chosen, chats: own, skipped_days: times.days, quiet_hours: times.quiet };
    if (rule) {
      const params = { path: { id: rule.id }, query: { profile_id } };
      await unwrap(api.PATCH('/api/v1/alerts/rules/{id}', { params, body }));
    } else await unwrap(api.POST('/api/v1/alerts/rules', { params: { query: { profile_id } }, body: { ...body, kind } }));
    close();
  };
  return (
    <WriteForm button={rule ? 'Save' : 'Make the rule'} submit={save} afterwards={forgetAlerts}>
      <Text label="Name" value={title} set={setTitle} maxLength={200} />
      {!rule && <Select label="When" value={kind} set={choose} options={KINDS} />}
      <ConditionFields kind={kind} condition={condition} set={setCondition} />
      <Recipients chosen={chosen} set={setRecipients} />
      {chats.length > 0 && (
        <Chosen name="Chats" options={chats.map(({ id, title: name }) => [id, name])} chosen={own} set={setOwn} />
      )}
      <NotThen times={times} set={setTimes} />
      <Backtest kind={kind} condition={condition} skippedDays={times.days} />
    </WriteForm>
  );
}

interface Times {
  days: Schemas['AlertSkippedDays'];
  quiet: Schemas['AlertQuietHours'];
}

/** Mute windows: days that are not judged, and hours in which nothing is sent. */
function NotThen({ times: { days, quiet }, set }: { times: Times; set: (times: Times) => void }) {
  const change = (at: number, part: Partial<Times['days'][number]>): void =>
    set({ quiet, days: days.map((each, n) => (n === at ? { ...each, ...part } : each)) });
  return (
    <>
      <Check
        label="Send nothing in certain hours"
        value={quiet !== null}
        set={(isOn) => set({ days, quiet: isOn ? { from: '20:00', to: '08:00' } : null })}
      />
      {quiet !== null && (
        <span class="row">
          <Time label="From" value={quiet.from} set={(from) => set({ days, quiet: { ...quiet, from } })} />
          <Time label="To" value={quiet.to} set={(to) => set({ days, quiet: { ...quiet, to } })} />
        </span>
      )}
      {days.map(({ date_from, date_to }, at) => (
        <span class="row" key={at}>
          <Day label="Not judged from" value={date_from} set={(day) => change(at, { date_from: day })} />
          <Day label="to" value={date_to} set={(day) => change(at, { date_to: day })} />
          <button
            type="button"
            class="button"
            aria-label={`Judge ${date_from} to ${date_to} again`}
            onClick={() => set({ quiet, days: days.filter((_, n) => n !== at) })}
          >
            Remove
          </button>
        </span>
      ))}
      <button
        type="button"
        class="button"
        onClick={() => set({ quiet, days: [...days, { date_from: today(), date_to: today() }] })}
      >
        Leave days out
      </button>
    </>
  );
}

const today = (): string => new Date().toISOString().slice(0, 10);

interface InputProps {
  label: string;
  value: string;
  set: (value: string) => void;
}

const Day = ({ label, value, set }: InputProps) => (
  <label>
    {label}
    <input type="date" required value={value} onInput={(event) => set(event.currentTarget.value)} />
  </label>
);
