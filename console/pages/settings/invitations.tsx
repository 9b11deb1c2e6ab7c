// Invitations that nobody has accepted yet, to the workspace and to each of its profiles, and what became of their mails.
import { useEffect } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Confirm } from '../../design/act.tsx';
import { Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { moment } from '../../words/format.ts';
import { forgetSettings, type Here } from './here.ts';

type ToWorkspace = Schemas['WorkspaceInvitationListAnswer']['data'][number];
type ToProfile = Schemas['ProfileInvitationListAnswer']['data'][number];
type Invitation = ToWorkspace | ToProfile;
type Mail = NonNullable<Invitation['mail']>;

/** A mail that is being sent has another state soon. */
const LOOK_AGAIN_MS = 2_000;

function useToProfiles({ at, profiles }: Here): readonly ToProfile[] {
  const ids = profiles.map(({ profile_id }) => profile_id);
  const { data } = useAnswer(['settings', 'invitations', at.workspaceId, ids], (signal) =>
    Promise.all(
      ids.map((profileId) => {
        const params = { path: { ...at, profileId }, query: { limit: 100 } };
        return unwrap(api.GET('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations', { params, signal }));
      }),
    ),
  );
  return data?.flatMap((answer) => answer.data) ?? [];
}

export function Invitations({ here, toWorkspace }: { here: Here; toWorkspace: readonly ToWorkspace[] }) {
  const toProfiles = useToProfiles(here);
  const open = [...toProfiles, ...toWorkspace].filter(({ status }) => status === 'pending');
  const isSending = open.some(({ mail }) => mail?.status === 'queued');
  useEffect(() => {
    const timer = isSending ? setTimeout(forgetSettings, LOOK_AGAIN_MS) : undefined;
    return () => clearTimeout(timer);
  });
  if (open.length === 0) return null;
  return (
    <Panel title="Open invitations">
      <Table name="Open invitations" columns={['E-mail', 'To', 'Role', 'Mail', 'Until', '-']}>
        {open.map((invitation) => (
          <Row key={invitation.id} here={here} invitation={invitation} />
        ))}
      </Table>
    </Panel>
  );
}

const STATES: Readonly<Record<Mail['status'], string>> = {
  queued: 'Being sent',
  retrying: 'Delayed',
  sent: 'Sent',
  outbox: 'In the outbox of the data folder: there is no mail server',
  unknown: 'May have arrived',
  failed: 'Not sent',
};

function MailState({ mail, timezone }: { mail: Mail | null; timezone: string }) {
  if (mail === null) return <>–</>;
  const { status, reason, next_attempt_at: next } = mail;
  const isProblem = status === 'failed' || status === 'unknown';
  return (
    <>
      <span class={isProblem ? 'settings-unsent' : undefined}>{STATES[status]}</span>
      {next !== null && <span class="second-line">Next attempt {moment(next, timezone)}</span>}
      {reason !== null && (
        <span class="second-line">
          <bdi>{reason}</bdi>
        </span>
      )}
    </>
  );
}

/** An invitation of the same address takes the place of one whose mail was not sent. */
function SendAgain({ here, invitation }: { here: Here; invitation: Invitation }) {
  const { isBusy, fault, run } = useWrite(forgetSettings);
  const { email } = invitation;
  const send = (): Promise<unknown> => {
    if ('profile_id' in invitation) {
      const { role, permissions, profile_id: profileId } = invitation;
      return unwrap(
        api.POST('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations', {
          params: { path: { ...here.at, profileId } },
          body: { email, role, permissions },
        }),
      );
    }
    const body = { email, role: invitation.role };
    return unwrap(api.POST('/api/v1/workspaces/{workspaceId}/invitations', { params: { path: here.at }, body }));
  };
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={isBusy}
        aria-label={`Send the invitation of ${email} again`}
        onClick={() => run(send)}
      >
        Send again
      </button>
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}

function Row({ here, invitation }: { here: Here; invitation: Invitation }) {
  const { id: invitationId, email, role, expires_at, mail } = invitation;
  const profileId = 'profile_id' in invitation ? invitation.profile_id : undefined;
  const withdraw = (): Promise<unknown> =>
    profileId === undefined
      ? unwrap(
          api.DELETE('/api/v1/workspaces/{workspaceId}/invitations/{invitationId}', {
            params: { path: { ...here.at, invitationId } },
          }),
        )
      : unwrap(
          api.DELETE('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations/{invitationId}', {
            params: { path: { ...here.at, profileId, invitationId } },
          }),
        );
  return (
    <tr>
      <th scope="row" class="name">
        {email}
      </th>
      <td class="text">{here.profiles.find(({ profile_id }) => profile_id === profileId)?.name ?? 'The whole workspace'}</td>
      <td class="text">{role}</td>
      <td class="text settings-mail">
        <MailState mail={mail} timezone={here.timezone} />
      </td>
      <td class="text">{moment(expires_at, here.timezone)}</td>
      <td class="acts">
        <span class="row">
          {(mail?.status === 'failed' || mail?.status === 'unknown') && <SendAgain here={here} invitation={invitation} />}
          <Confirm
            text="Withdraw"
            label={`Withdraw the invitation of ${email}`}
            title={`Withdraw the invitation of ${email}?`}
            act={withdraw}
            afterwards={forgetSettings}
          >
            <p>Its link no longer works.</p>
          </Confirm>
        </span>
      </td>
    </tr>
  );
}
