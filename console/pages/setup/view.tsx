// The steps from an empty profile to figures that mean something, each with its form in place. What is done follows automatically.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Install, NoKey } from '../tracker/install.tsx';
import { Connect } from './connect.tsx';
import { Definitions, Uncounted } from './definitions.tsx';
import { Outcomes } from './outcomes.tsx';
import { Profile } from './profile.tsx';
import { Spend } from './spend.tsx';
import { Visits } from './visits.tsx';

type Step = Schemas['ReadinessAnswer']['data']['steps'][number];
interface PartProps {
  mayChange: boolean;
}

const PARTS: Readonly<Record<string, ComponentType<PartProps>>> = {
  profile_configured: Profile,
  tracking_key_issued: NoKey,
  tracker_installed: Install,
  first_event_received: Visits,
  crm_or_outcome_source_connected: Outcomes,
  ad_account_connected: Connect,
  spend_received: Spend,
  definitions_reviewed: Definitions,
  outcomes_counted: Uncounted,
};

const LOOK_SECONDS = 5;

export default function Setup() {
  const { profile_id, role } = useProfile();
  const answer = useAnswer(
    ['readiness', profile_id],
    (signal) => unwrap(api.GET('/api/v1/profile/readiness', { params: { query: { profile_id } }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  return (
    <Loaded answer={answer} lines={10}>
      {({ data: { summary, steps } }) => (
        <Panel
          title={summary.next === null ? 'Everything is set up' : 'From here to the first chart'}
          lead={`${summary.done} of ${summary.total} steps are done; it is updated automatically`}
        >
          <progress class="setup-progress" aria-label="Steps that are done" value={summary.done} max={summary.total} />
          {role !== 'manager' && <p class="note">You read this page. A manager of the profile does the steps.</p>}
          <ol class="setup-steps">
            {steps.map((step) => (
              <Part key={step.name} step={step} isNext={step.name === summary.next} mayChange={role === 'manager'} />
            ))}
          </ol>
          {role === 'manager' && <Finish isDone={summary.next === null} />}
        </Panel>
      )}
    </Loaded>
  );
}

/** A person says that the setup is over, whatever is still open; what is open remains in the list. */
function Finish({ isDone }: { isDone: boolean }) {
  const { profile_id } = useProfile();
  const params = { query: { profile_id } };
  const answer = useAnswer(['profile', profile_id], (signal) => unwrap(api.GET('/api/v1/profile', { params, signal })));
  if (!answer.data) return null;
  if (answer.data.data.onboarding_completed)
    return (
      <p role="status" class="good">
        The setup is finished. <Link href={`/console/${profile_id}`}>Open the overview</Link>
      </p>
    );
  const finish = () => unwrap(api.PATCH('/api/v1/profile', { params, body: { onboarding_completed: true } }));
  return <Act text="Finish" isPrimary={isDone} act={finish} afterwards={() => forget('profile')} />;
}

function Part({ step: { name, title, done }, isNext, mayChange }: { step: Step; isNext: boolean } & PartProps) {
  // The address may name a step. The next one opens, and stays open when it is done: its result is read there.
  const [isOpen, choose] = useState(location.hash === `#${name}`);
  useEffect(() => {
    if (isNext) choose(true);
  }, [isNext]);
  const Form = PARTS[name];
  return (
    <li id={name}>
      <h3>
        <button type="button" class="setup-head" aria-expanded={isOpen} onClick={() => choose(!isOpen)}>
          <span class={done ? 'setup-mark done' : 'setup-mark'} aria-hidden="true">
            {done ? '✓' : ''}
          </span>
          {title}
          <span class="only-read">{done ? ', done' : ', open'}</span>
          <span class="setup-sign" aria-hidden="true">
            {isOpen ? '–' : '+'}
          </span>
        </button>
      </h3>
      {isOpen && <div class="setup-part">{Form ? <Form mayChange={mayChange} /> : null}</div>}
    </li>
  );
}
