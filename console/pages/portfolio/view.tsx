// Portfolio: every profile of the workspace in one row, each in its own currency and days, and the month of all against their budgets.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { moneyKnown } from '../../words/format.ts';
import { Row } from './row.tsx';

type Pacing = Schemas['WorkspacePacingAnswer'];

const path = '/api/v1/workspaces/{workspaceId}/pacing';

const HEADS = ['Profile', 'Revenue', 'Spend', 'ROAS', 'Month’s budget', 'Coverage', 'Worst finding', 'To decide', 'Waiting'];
/** Columns of words, from the left edge. */
const OF_TEXT = new Set(['Worst finding', 'To decide', 'Waiting']);

export default function Portfolio() {
  const { id, profiles } = usePlace();
  const rows = profiles.filter(({ workspace_id }) => workspace_id === id);
  const params = { path: { workspaceId: id } };
  const pacing = useAnswer(['workspace-pacing', id], (signal) => unwrap(api.GET(path, { params, signal })));
  const waiting = useAnswer(['tab-counts', id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/tab-counts', { params, signal })),
  );
  const advice = useAnswer(['recommendations', 'workspace', id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/recommendations', { params, signal })),
  );
  if (rows.length === 0)
    return (
      <Empty title="This workspace has no profile that you can open.">
        <p>
          A profile is one shop or brand with its own currency and days.{' '}
          <a href={`/console/workspaces/${id}`}>Create a profile</a>
        </p>
      </Empty>
    );
  return (
    <>
      <Loaded answer={pacing} lines={2}>
        {({ data: { total } }) => <Month id={id} total={total} />}
      </Loaded>
      <Panel title="Profiles" lead="Each in its own currency and days; findings are those of the last 28 days">
        <section class="scroll" tabIndex={0} aria-label="Profiles in numbers">
          <table class="portfolio">
            <thead>
              <tr>
                {HEADS.map((head) => (
                  <th key={head} scope="col" class={OF_TEXT.has(head) ? 'text' : undefined}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((profile) => (
                <Row
                  key={profile.profile_id}
                  profile={profile}
                  pacing={pacing.data?.data.profiles.find(({ profile_id }) => profile_id === profile.profile_id)}
                  advice={advice.data?.data.flatMap(({ recommendation }) =>
                    recommendation.profile_id === profile.profile_id ? [recommendation] : [],
                  )}
                  waiting={waiting.data?.data.profiles.find(({ profile_id }) => profile_id === profile.profile_id)?.tabs}
                />
              ))}
            </tbody>
          </table>
        </section>
        {waiting.error && <p class="note">What waits could not be read: {waiting.error.message}</p>}
      </Panel>
    </>
  );
}

/** All profiles in the workspace's reporting currency. */
function Month({ id, total }: { id: string; total: Pacing['data']['total'] }) {
  const { currency, spend_to_date, monthly_budget, missing_rates } = total;
  return (
    <Panel title="Month so far" lead={`All profiles, in ${currency}`}>
      {spend_to_date === null && missing_rates.length === 0 ? (
        <p class="soft">No spend so far</p>
      ) : (
        <p>
          <Figure
            class="portfolio-total"
            name="Spend of the month"
            source={{ path: path.replace('{workspaceId}', id), query: {}, pointer: '/data/total/spend_to_date' }}
          >
            {moneyKnown(spend_to_date, currency)}
          </Figure>{' '}
          <span class="soft">
            {monthly_budget === null || Number(monthly_budget) === 0
              ? 'spent; no budget is set'
              : `spent, of a budget of ${moneyKnown(monthly_budget, currency)}`}
          </span>
        </p>
      )}
      {missing_rates.length > 0 && (
        <p class="note">Without an exchange rate, so not in the sum: {missing_rates.map((each) => each.currency).join(', ')}</p>
      )}
    </Panel>
  );
}
