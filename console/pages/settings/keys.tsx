// API keys: what each may do and how much it is used; a new one, rotation with an overlap, and revocation.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Confirm } from '../../design/act.tsx';
import { SecretOnce } from '../../design/copy.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { todayIn } from '../../question/days.ts';
import { count, moment } from '../../words/format.ts';
import { forgetSettings, type Here } from './here.ts';
import { NewKey } from './new-key.tsx';
import { Rotate } from './rotate.tsx';

type Key = Schemas['ApiKeyListAnswer']['data'][number];
type Usage = Schemas['ApiUsageAnswer']['data'];
const DAYS = 30;
const DAY_MS = 86_400_000;

/** Usage is counted by days in UTC. */
function lastDays(): string[] {
  const today = Date.parse(`${todayIn('UTC')}T00:00:00Z`);
  return Array.from({ length: DAYS }, (_, at) => new Date(today - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10));
}

export function Keys({ here }: { here: Here }) {
  const days = lastDays();
  const answer = useAnswer(['settings', 'keys', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/api-keys', { params: { path: here.at }, signal })),
  );
  const query = { date_from: days[0] ?? '', date_to: days.at(-1) ?? '' };
  const usage = useAnswer(['settings', 'usage', here.workspace_id, query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/api-usage', { params: { path: here.at, query }, signal })),
  );
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const [isEndedShown, setEndedShown] = useState(false);
  return (
    <>
      {made && <SecretOnce name={made.name} secret={made.secret} />}
      <Panel
        title="API keys"
        lead="For servers and scripts. A key belongs to one profile and works until it is revoked or expires."
        tools={<NewKey here={here} onMade={setMade} />}
      >
        <Loaded answer={answer}>
          {({ data }) => {
            const active = data.filter(({ status }) => status === 'active');
            const shown = isEndedShown ? data : active;
            return (
              <>
                {shown.length === 0 ? (
                  <Empty title="There is no key yet.">
                    <p>A key lets your server send orders and payments, or read figures.</p>
                  </Empty>
                ) : (
                  <KeyTable here={here} rows={shown} usage={usage.data?.data ?? []} days={days} onMade={setMade} />
                )}
                {data.length > active.length && (
                  <button type="button" class="button" onClick={() => setEndedShown(!isEndedShown)}>
                    {isEndedShown ? 'Hide' : 'Show'} {count(data.length - active.length)} revoked or expired
                  </button>
                )}
              </>
            );
          }}
        </Loaded>
      </Panel>
    </>
  );
}

interface TableProps {
  here: Here;
  rows: readonly Key[];
  usage: Usage;
  days: readonly string[];
  onMade: (made: { name: string; secret: string }) => void;
}

function KeyTable({ here, rows, usage, days, onMade }: TableProps) {
  const nameOf = new Map(here.profiles.map(({ profile_id, name }) => [profile_id, name]));
  return (
    <Table name="API keys" columns={['Purpose', 'May', { number: 'Requests, 30 days' }, { number: 'Refused' }, 'State', '-']}>
      {rows.map((key) => {
        const own = usage.filter(({ api_key_id }) => api_key_id === key.id);
        const byDay = new Map(own.map(({ day, requests }) => [day, requests]));
        return (
          <tr key={key.id}>
            <th scope="row" class="name">
              {key.name}
              <span class="second-line">
                {nameOf.get(key.profile_id) ?? 'An archived profile'}, since {moment(key.created_at, here.timezone)}
              </span>
            </th>
            <td class="text settings-scopes">{mayOf(key.scopes)}</td>
            <td>
              <span class="settings-use">
                <Sparkline values={days.map((day) => byDay.get(day) ?? 0)} width={72} height={20} />
                {count(own.reduce((sum, { requests }) => sum + requests, 0))}
              </span>
            </td>
            <td>{count(own.reduce((sum, { refused }) => sum + refused, 0))}</td>
            <td class="text">{stateOf(key, here.timezone)}</td>
            <td class="acts">
              {key.status === 'active' && (
                <span class="row">
                  <Rotate here={here} name={key.name} id={key.id} onMade={onMade} />
                  <Revoke here={here} name={key.name} id={key.id} />
                </span>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

const mayOf = (scopes: readonly string[]): string => {
  const writes = scopes.some((scope) => scope.endsWith(':write') || scope.endsWith(':apply'));
  const reads = scopes.some((scope) => scope.endsWith(':read'));
  const what = writes && reads ? 'Read and write' : writes ? 'Write' : 'Read';
  return `${what}: ${scopes
    .map((scope) => scope.split(':')[0])
    .filter((each, at, all) => all.indexOf(each) === at)
    .join(', ')}`;
};

function stateOf({ status, expires_at, revoked_at }: Key, timezone: string): string {
  if (status === 'revoked') return revoked_at === null ? 'Revoked' : `Revoked on ${moment(revoked_at, timezone)}`;
  if (expires_at === null) return 'Active';
  return `${status === 'expired' ? 'Expired on' : 'Active until'} ${moment(expires_at, timezone)}`;
}

const Revoke = ({ here, name, id }: { here: Here; name: string; id: string }) => (
  <Confirm
    text="Revoke"
    label={`Revoke ${name}`}
    title={`Revoke ${name}?`}
    act={() =>
      unwrap(api.POST('/api/v1/workspaces/{workspaceId}/api-keys/{id}/revoke', { params: { path: { ...here.at, id } } }))
    }
    afterwards={forgetSettings}
  >
    <p>Requests with it are refused at once. To exchange it without a gap, rotate it.</p>
  </Confirm>
);
