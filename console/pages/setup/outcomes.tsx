// The first outcome: from a server with a key, from a connected tool, or from a file.
import { Link } from 'wouter-preact';
import { Snippet } from '../../design/copy.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';

export function Outcomes() {
  const { profile_id, currency } = useProfile();
  const { workspace } = usePlace();
  const example = {
    event_type: 'payment_received',
    idempotency_key: 'order-1',
    value: { amount: '49.90', currency },
    user_traits: { email: 'ada@example.com' },
  };
  const call =
    `curl ${location.origin}/api/v1/events -H 'Authorization: Bearer svc_live_…' -H 'Content-Type: application/json' \\\n` +
    `  -d '${JSON.stringify(example)}'`;
  return (
    <>
      <span class="row">
        <Link class="button primary" href={`/console/${profile_id}/connections`}>
          Connect a shop, payments or a CRM
        </Link>
        <Link class="button" href={`/console/${profile_id}/import`}>
          Import a file
        </Link>
        {workspace && (
          <Link class="button" href={`/console/workspaces/${workspace.workspace_id}/settings/keys`}>
            Make an API key
          </Link>
        )}
      </span>
      <p>From your own server, with an API key:</p>
      <Snippet text={call} about="the call that sends an outcome" />
    </>
  );
}
