// How long people who do not come back and the content of messages are kept, with who would be removed by another choice before it is made.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Select } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { count, moment, plural } from '../../words/format.ts';
import { forgetSettings, type Here } from './here.ts';

type Rule = Schemas['Retention'];
type Days = number | null;
type Choices = readonly (readonly [string, string])[];

const AGES = [
  ['', 'For ever'],
  ['90', '3 months'],
  ['180', '6 months'],
  ['395', '13 months'],
  ['730', '2 years'],
  ['1095', '3 years'],
  ['1825', '5 years'],
] as const;
const MESSAGE_AGES = [
  ['30', '30 days'],
  ['90', '3 months'],
  ['180', '6 months'],
  ['365', '1 year'],
  ['730', '2 years'],
  ['1825', '5 years'],
] as const;
const daysOf = (text: string): Days => (text === '' ? null : Number(text));
const textOf = (days: Days): string => (days === null ? '' : String(days));

/** An age that another client has set is one more choice. */
const choicesFor = (days: Days, ages: Choices = AGES): Choices =>
  ages.some(([text]) => text === textOf(days)) ? ages : [...ages, [textOf(days), plural(Number(days), 'day')]];

export function Retention({ here, profile }: { here: Here; profile: string }) {
  const query = { profile_id: profile };
  const answer = useAnswer(['settings', 'retention', profile], (signal) =>
    unwrap(api.GET('/api/v1/profile/retention', { params: { query }, signal })),
  );
  return (
    <Panel
      title="How long people and messages are kept"
      lead="People since their last event: older ones lose every link to a person, once a day; counts, money and credit stay. Messages lose content and files."
    >
      <Loaded answer={answer} lines={5}>
        {({ data }) => <Form key={profile} rule={data} profile={profile} timezone={here.timezone} />}
      </Loaded>
    </Panel>
  );
}

function Form({ rule, profile, timezone }: { rule: Rule; profile: string; timezone: string }) {
  const [visitors, setVisitors] = useState(textOf(rule.visitor_days));
  const [customers, setCustomers] = useState(textOf(rule.customer_days));
  const [messages, setMessages] = useState(String(rule.messages_retention_days));
  const [isAsking, setAsking] = useState(false);
  const isChanged =
    visitors !== textOf(rule.visitor_days) ||
    customers !== textOf(rule.customer_days) ||
    messages !== String(rule.messages_retention_days);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <Select label="Visitors" value={visitors} set={setVisitors} options={choicesFor(rule.visitor_days)} />
      <Select label="Customers" value={customers} set={setCustomers} options={choicesFor(rule.customer_days)} />
      <Select
        label="Content of messages"
        value={messages}
        set={setMessages}
        options={choicesFor(rule.messages_retention_days, MESSAGE_AGES)}
      />
      <dl class="terms">
        <dt>Removed so far</dt>
        <dd>
          {plural(rule.removed.visitors, 'visitor')}, {plural(rule.removed.customers, 'customer')}
        </dd>
        <dt>Last look</dt>
        <dd>{rule.checked_at === null ? 'None yet' : moment(rule.checked_at, timezone)}</dd>
      </dl>
      <button type="submit" class="button" disabled={!isChanged}>
        See what would be removed
      </button>
      {isAsking && (
        <Question
          profile={profile}
          visitors={daysOf(visitors)}
          customers={daysOf(customers)}
          messages={Number(messages)}
          close={() => setAsking(false)}
        />
      )}
    </form>
  );
}

interface Asked {
  profile: string;
  visitors: Days;
  customers: Days;
  messages: number;
  close: () => void;
}

function Question({ profile, visitors, customers, messages, close }: Asked) {
  const { isBusy, fault, run } = useWrite(forgetSettings);
  const query = {
    profile_id: profile,
    ...(visitors === null ? {} : { visitor_days: visitors }),
    ...(customers === null ? {} : { customer_days: customers }),
    messages_retention_days: messages,
  };
  const answer = useAnswer(['settings', 'retention-preview', query], (signal) =>
    unwrap(api.GET('/api/v1/profile/retention', { params: { query }, signal })),
  );
  const body = { visitor_days: visitors, customer_days: customers, messages_retention_days: messages };
  const save = () =>
    run(async () => {
      await unwrap(api.PUT('/api/v1/profile/retention', { params: { query: { profile_id: profile } }, body }));
      close();
    });
  return (
    <Dialog title="Change how long people and messages are kept?" onClose={close}>
      <Loaded answer={answer} lines={3}>
        {({ data: { preview } }) => <Counts preview={preview} visitors={visitors} customers={customers} />}
      </Loaded>
      <p>A removal cannot be undone, not even by a backup.</p>
      {fault && <ErrorBlock error={fault} />}
      <div class="row">
        <button type="button" class="button danger" disabled={isBusy || answer.data === undefined} onClick={save}>
          Save
        </button>
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function Counts({ preview, visitors, customers }: { preview: Rule['preview'] } & Pick<Asked, 'visitors' | 'customers'>) {
  if (preview === null) return null;
  return (
    <dl class="terms">
      <dt>Visitors to remove now</dt>
      <dd>
        {visitors === null
          ? 'None: they are kept'
          : `${count(preview.visitors)} of ${count(preview.visitors_of)}, with ${plural(preview.events, 'event')}`}
      </dd>
      <dt>Customers to remove now</dt>
      <dd>{customers === null ? 'None: they are kept' : `${count(preview.customers)} of ${count(preview.customers_of)}`}</dd>
      <dt>Messages to empty now</dt>
      <dd>{count(preview.messages)}</dd>
    </dl>
  );
}
