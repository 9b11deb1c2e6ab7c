// Mailboxes and numbers that do not work, with the reason and the way to connect them again.
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePlace, useProfile } from '../../frame/place.tsx';

type Connection = Schemas['Connection'];

const LOOK_SECONDS = 60;

const REASONS: Readonly<Record<string, string>> = {
  grant_ended: 'does not accept the sign-in any more',
  account_suspended: 'has suspended the account',
  mailbox_disabled: 'has no mailbox that can send for this account',
  quota_exceeded: 'takes no more messages at present',
  payment_missing: 'waits for a payment',
  account_disabled: 'has disabled the account',
  registration_refused: 'refuses the app of this installation',
};

const isTroubled = ({ kind, status }: Connection): boolean =>
  (kind === 'email' || kind === 'messaging') && (status === 'needs_action' || status === 'reconnect_required');

/** The reason of ours in words, or the provider's own sentence. */
function troubleOf({ name, status_reason: reason, accounts }: Connection): string {
  const account = accounts.find(({ is_selected }) => is_selected)?.name;
  const who = account === undefined ? name : `${account} (${name})`;
  const words = reason === null ? 'does not work' : REASONS[reason];
  return words === undefined ? `${who} does not work: ${reason}` : `${who} ${words}.`;
}

export function Health() {
  const { profile_id, role } = useProfile();
  const { id } = usePlace();
  const answer = useAnswer(
    ['inbox', 'health', profile_id],
    (signal) => unwrap(api.GET('/api/v1/connections', { params: { query: { profile_id } }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  const troubled = (answer.data?.data ?? []).filter(isTroubled);
  return troubled.map((connection) => (
    <p key={connection.id} class="notice" role="status">
      {troubleOf(connection)}{' '}
      {connection.status === 'reconnect_required'
        ? 'Nothing is sent or received until it is connected again.'
        : 'Messages may not go out until that is solved.'}{' '}
      {role === 'manager' && <Link href={`/console/${id}/connections`}>Go to connections</Link>}
    </p>
  ));
}
