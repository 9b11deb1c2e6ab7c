// Reports that were shared from the workspace: who shared what until when, revoking a link, and whether links may be readable by anyone.
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { moment } from '../../words/format.ts';
import type { Here } from './here.ts';

type Snapshot = Schemas['Snapshot'];

const forgetSnapshots = (): void => forget('snapshots');
const STATUS: Readonly<Record<Snapshot['status'], string>> = { open: 'Open', ended: 'Ended', revoked: 'Revoked' };

export function Snapshots({ here }: { here: Here }) {
  const answer = useAnswer(['snapshots', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/snapshots', { params: { path: here.at }, signal })),
  );
  return (
    <Loaded answer={answer} lines={8}>
      {({ data, meta }) => (
        <>
          <Panel title="Shared reports" lead="Snapshots of reports; each keeps the figures of the moment when it was made">
            <p class="soft">A link works until its end or until it is revoked, also after its maker has left the workspace.</p>
            {data.length === 0 ? (
              <Empty title="No report is shared.">
                <p>
                  “Share” on Overview, Attribution, Paths, Payback, What we knew when, on a board and on the leaderboard of ads
                  makes a link to the figures as they are then.
                </p>
              </Empty>
            ) : (
              <Table name="Shared reports" columns={['Report', 'Profile', 'By', 'Readers', 'Made', 'Until', 'State', '-']}>
                {data.map((snapshot) => (
                  <Row key={snapshot.id} here={here} snapshot={snapshot} isPublicAllowed={meta.is_public_allowed} />
                ))}
              </Table>
            )}
          </Panel>
          <Public here={here} isAllowed={meta.is_public_allowed} />
        </>
      )}
    </Loaded>
  );
}

function Public({ here, isAllowed }: { here: Here; isAllowed: boolean }) {
  const put = (is_public_allowed: boolean): Promise<unknown> =>
    unwrap(
      api.PUT('/api/v1/workspaces/{workspaceId}/snapshot-settings', { params: { path: here.at }, body: { is_public_allowed } }),
    );
  return (
    <Panel title="Links for anyone" lead="Whether a shared report may be readable without an account">
      <p>
        {isAllowed
          ? 'Permitted: the maker of a snapshot chooses its readers.'
          : 'Forbidden: readers sign in and need access to the profile.'}{' '}
        Profiles of the healthcare family never have such links.
      </p>
      {!here.isAdmin ? (
        <p class="soft">Owners and admins change it.</p>
      ) : isAllowed ? (
        <Act text="Forbid" act={() => put(false)} afterwards={forgetSnapshots} />
      ) : (
        <Confirm
          text="Permit"
          label="Permit links for anyone"
          title="Permit reports that anyone with the link can read?"
          tone="primary"
          act={() => put(true)}
          afterwards={forgetSnapshots}
        >
          <p>
            Members can then share figures of this workspace with people who have no account. You can forbid it again; such links
            then need a member.
          </p>
        </Confirm>
      )}
    </Panel>
  );
}

interface RowProps {
  here: Here;
  snapshot: Snapshot;
  isPublicAllowed: boolean;
}

function Row({ here, snapshot, isPublicAllowed }: RowProps) {
  const { id: snapshotId, profile_id, title, audience, status, created_by, is_own, created_at, expires_at } = snapshot;
  const profile = here.profiles.find((each) => each.profile_id === profile_id);
  const timezone = profile?.timezone ?? here.timezone;
  const isForAnyone = audience === 'public' && isPublicAllowed;
  return (
    <tr>
      <th scope="row" class="name">
        <bdi>{title}</bdi>
      </th>
      <td class="text">{profile?.name ?? ''}</td>
      <td class="text">{created_by}</td>
      <td class="text">{isForAnyone ? 'Anyone' : 'Members'}</td>
      <td class="text">{moment(created_at, timezone)}</td>
      <td class="text">{moment(expires_at, timezone)}</td>
      <td class="text">{STATUS[status]}</td>
      <td class="acts">
        {status === 'open' && (is_own || here.isAdmin) && (
          <Confirm
            text="Revoke"
            label={`Revoke the link of ${title}`}
            title={`Revoke the link of ${title}?`}
            act={() =>
              unwrap(
                api.DELETE('/api/v1/workspaces/{workspaceId}/snapshots/{snapshotId}', {
                  params: { path: { ...here.at, snapshotId } },
                }),
              )
            }
            afterwards={forgetSnapshots}
          >
            <p>The link stops working for everybody, and its figures are deleted.</p>
          </Confirm>
        )}
      </td>
    </tr>
  );
}
