// Rules: when each raises an alert, what it promises about false alarms, to whom it goes, and why it could not be judged.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { RuleForm } from './rule-form.tsx';
import { type Chat, conditionText, forgetAlerts, problemText, promiseText, type Rule } from './words.ts';

interface RulesProps {
  rules: readonly Rule[];
  chats: readonly Chat[];
}

export function Rules({ rules, chats }: RulesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Rules"
      lead="Days are judged on the morning after; senders, findings and connections within the hour."
      tools={
        <button type="button" class="button primary" onClick={() => setOpen(true)}>
          New rule
        </button>
      }
    >
      {isOpen && (
        <Dialog title="New rule" kind="drawer" onClose={() => setOpen(false)}>
          <RuleForm chats={chats} rule={undefined} close={() => setOpen(false)} />
        </Dialog>
      )}
      {rules.length === 0 && (
        <Empty title="There is no rule yet.">
          <p>A rule sends a mail or a chat message when sales fall, spend leaves its budget, or the tracker is silent.</p>
        </Empty>
      )}
      {rules.map((rule) => (
        <Card key={rule.id} rule={rule} chats={chats} />
      ))}
    </Panel>
  );
}

const listOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function Card({ rule, chats }: { rule: Rule; chats: readonly Chat[] }) {
  const { id, title, kind, condition, status, recipients, chats: own, false_alarms_per_month } = rule;
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const params = { path: { id }, query: { profile_id } };
  const [problem, promise] = [problemText(rule.problem), promiseText(false_alarms_per_month)];
  const set = (next: 'active' | 'paused') => () =>
    unwrap(api.PATCH('/api/v1/alerts/rules/{id}', { params, body: { status: next } }));
  return (
    <section class="alerts-card" aria-labelledby={`rule-${id}`}>
      <div>
        <h3 id={`rule-${id}`}>{title}</h3>
        <p>{conditionText(kind, condition)}.</p>
        <p class="small soft">
          <span class={status === 'active' ? 'good' : 'bad'}>{status === 'active' ? 'Active' : 'Paused'}</span>
          {status === 'active' && problem !== null && `, ${problem}`}
          {`. To ${listOf(recipients.length, 'person').replace('persons', 'people')} by mail and ${listOf(own.length, 'chat')}.`}
          {promise !== null && ` ${promise}`}
        </p>
      </div>
      <span class="row">
        <button type="button" class="button" aria-label={`Edit ${title}`} onClick={() => setOpen(true)}>
          Edit
        </button>
        {status === 'active' ? (
          <Act text="Pause" label={`Pause ${title}`} act={set('paused')} afterwards={forgetAlerts} />
        ) : (
          <Act text="Activate" label={`Activate ${title}`} act={set('active')} afterwards={forgetAlerts} />
        )}
        <Confirm
          text="Delete"
          label={`Delete ${title}`}
          title={`Delete ${title}?`}
          act={() => unwrap(api.DELETE('/api/v1/alerts/rules/{id}', { params }))}
          afterwards={forgetAlerts}
        >
          <p>Its open alerts are over, which their recipients are sent.</p>
        </Confirm>
      </span>
      {isOpen && (
        <Dialog title={`Edit ${title}`} kind="drawer" onClose={() => setOpen(false)}>
          <RuleForm chats={chats} rule={rule} close={() => setOpen(false)} />
        </Dialog>
      )}
    </section>
  );
}
