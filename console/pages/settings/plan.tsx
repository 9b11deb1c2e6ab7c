// The plan of the workspace, its period, and the ways to change it: by a checkout that an owner approves.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { count, moment } from '../../words/format.ts';
import type { Here } from './here.ts';

/** The text in place of a limit, for an installation without plans. */
const NO_LIMIT = 1_000_000;
const PLANS = { starter: 'Starter', growth: 'Growth', agency: 'Agency' } as const;
const STATES = { active: 'Active', trialing: 'Trial', past_due: 'Payment is due' } as const;

export function Plan({ here }: { here: Here }) {
  const answer = useAnswer(['settings', 'plan', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/subscription', { params: { path: here.at }, signal })),
  );
  return (
    <Panel title="Plan">
      <Loaded answer={answer}>
        {({ data }) =>
          data.active_profiles >= NO_LIMIT ? (
            <p>Plans do not apply in this installation: profiles and agents are not limited.</p>
          ) : (
            <>
              <dl class="terms">
                <dt>Plan</dt>
                <dd>
                  {PLANS[data.plan]}, {STATES[data.status].toLowerCase()}
                </dd>
                <dt>Profiles</dt>
                <dd>
                  {count(here.profiles.length)} of {count(data.active_profiles)}
                </dd>
                <dt>Period</dt>
                <dd>
                  since {moment(data.current_period_start, here.timezone)}
                  {data.current_period_end === null ? '' : `, until ${moment(data.current_period_end, here.timezone)}`}
                </dd>
              </dl>
              {here.isOwner ? <Ways here={here} plan={data.plan} /> : <p class="note">An owner changes the plan.</p>}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Ways({ here, plan }: { here: Here; plan: keyof typeof PLANS }) {
  const params = { path: here.at };
  const checkout = async (chosen: 'growth' | 'agency'): Promise<void> => {
    const body = { plan: chosen };
    const { data } = await unwrap(api.POST('/api/v1/workspaces/{workspaceId}/checkout-session', { params, body }));
    location.assign(data.url);
  };
  const portal = async (): Promise<void> => {
    const { data } = await unwrap(api.POST('/api/v1/workspaces/{workspaceId}/billing-portal-session', { params }));
    location.assign(data.url);
  };
  return (
    <span class="row">
      {plan === 'starter' && <Act text="Change to Growth" isPrimary act={() => checkout('growth')} />}
      {plan !== 'agency' && <Act text="Change to Agency" act={() => checkout('agency')} />}
      <Act text="Invoices and payment" act={portal} />
    </span>
  );
}
