// Personal data: who can see it, who has read it, and the erasure of a customer.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Check, Select } from '../../design/form.tsx';
import { Pager, useCursors } from '../../design/pager.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty, ErrorBlock } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useNameOf } from '../../frame/names.ts';
import { count, moment, plural } from '../../words/format.ts';
import { Erasure } from './erasure.tsx';
import { forgetSettings, type Here } from './here.ts';
import { ProcessingRecord } from './record.tsx';
import { Retention } from './retention.tsx';

export function Privacy({ here }: { here: Here }) {
  return (
    <>
      <div class="columns">
        <Compliance here={here} />
        <Panel
          title="Requests of a customer"
          lead="All that is kept of a person as a file, or the erasure, which cannot be undone."
        >
          <Erasure here={here} />
        </Panel>
      </div>
      {here.profiles.length > 0 && <OfProfile here={here} />}
      <Log here={here} />
    </>
  );
}

function OfProfile({ here }: { here: Here }) {
  const [profile, setProfile] = useState(here.profiles[0]?.profile_id ?? '');
  return (
    <>
      {here.profiles.length > 1 && (
        <Select
          label="Profile"
          value={profile}
          set={setProfile}
          options={here.profiles.map((each) => [each.profile_id, each.name])}
        />
      )}
      <Retention here={here} profile={profile} />
      <ProcessingRecord profile={profile} />
    </>
  );
}

function Compliance({ here }: { here: Here }) {
  const answer = useAnswer(['settings', 'compliance', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/compliance-overview', { params: { path: here.at }, signal })),
  );
  const { fault, run } = useWrite(forgetSettings);
  const set = (healthcare_agency: boolean) =>
    run(() =>
      unwrap(
        api.PATCH('/api/v1/workspaces/{workspaceId}/compliance-overview', {
          params: { path: here.at },
          body: { healthcare_agency },
        }),
      ),
    );
  return (
    <Panel title="Who can see personal data">
      <Loaded answer={answer}>
        {({ data }) => (
          <>
            <dl class="terms">
              <dt>People</dt>
              <dd>{count(data.people_with_pii)}</dd>
              <dt>API keys</dt>
              <dd>{count(data.api_keys_with_pii)}</dd>
              <dt>Reads in 30 days</dt>
              <dd>{count(data.pii_reads_30_days)}</dd>
              <dt>The log is kept for</dt>
              <dd>{plural(data.pii_access_log_days, 'day')}</dd>
            </dl>
            <Check
              label="We are a healthcare agency: consumer apps and the keys that they made get no personal data"
              value={data.healthcare_agency}
              set={set}
            />
            {fault && <ErrorBlock error={fault} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const CREDENTIALS = { session: 'Console', grant: 'Agent', key: 'API key', app: 'App' } as const;

function Log({ here }: { here: Here }) {
  const cursors = useCursors();
  const nameOf = useNameOf(here.at);
  const query = { limit: 50, ...cursors.query };
  const answer = useAnswer(['settings', 'pii', here.workspace_id, query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/pii-access-log', { params: { path: here.at, query }, signal })),
  );
  const profileOf = new Map(here.profiles.map(({ profile_id, name }) => [profile_id, name]));
  return (
    <Panel
      title="Reads of personal data"
      lead="Newest first, refusals too. Values are not stored, only which parameters were sent."
    >
      <Loaded answer={answer} lines={8}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <Empty title="Nobody has read personal data yet." />
          ) : (
            <>
              <Table
                name="Reads of personal data"
                columns={['When', 'Who', 'By', 'Profile', 'Operation', 'Asked with', { number: 'Status' }]}
              >
                {data.map((row) => (
                  <tr key={row.request_id}>
                    <td class="text">{moment(row.at, here.timezone)}</td>
                    <td class="text">{nameOf(row.actor)}</td>
                    <td class="text">{CREDENTIALS[row.credential]}</td>
                    <td class="text">{row.profile_id === null ? '–' : (profileOf.get(row.profile_id) ?? '–')}</td>
                    <td class="text">{row.operation}</td>
                    <td class="text settings-detail">{row.parameters?.join(', ') ?? '–'}</td>
                    <td>{row.status}</td>
                  </tr>
                ))}
              </Table>
              <Pager cursors={cursors} pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
