// A webhook comes in: its signature is checked over the bytes as they came, and the records that it names are read by jobs. An unknown address
// and a wrong signature are one refusal. The same webhook again names the same records, which are then unchanged.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { machineTime } from '../../../base/kit/clock.ts';
import type { HookMessage, HookRequest, RecordSource } from '../../../providers/record-source.ts';
import { accountsOf, findConnection } from '../connection.ts';
import { providers, registeredSource } from '../providers.ts';
import { hookSecret } from './hook-address.ts';
import { queueRecord } from './read-record.ts';

const MAX_MESSAGES = 1_000;

const refusal = (): ApiError =>
  new ApiError('unauthorized', 'There is no such address for webhooks, or the signature does not match.');

/** @param token Of the connection's own address; undefined for the address of the whole app. @throws ApiError `unauthorized` */
export function receiveHook(
  base: Base,
  { provider, token }: { provider: string; token: string | undefined },
  request: HookRequest,
): void {
  const source = sourceNamed(base, provider);
  if (!source) throw refusal();
  if (token === undefined) receiveOfApp(base, source, request);
  else receiveOfConnection(base, source, token, request);
}

function sourceNamed(base: Base, id: string): RecordSource | undefined {
  const found = providers().find((each) => each.id === id);
  return found && registeredSource(base, found);
}

function receiveOfConnection(base: Base, source: RecordSource, token: string, request: HookRequest): void {
  const row = base.state.statement('act/connections/hook_find').get({ token });
  if (row?.provider !== source.id) throw refusal();
  const at = { connectionId: row.connection_id, profileId: row.profile_id };
  const messages = source.readHook(request, { secret: hookSecret(base, at, row.secret), now: machineTime(base.clock) });
  if (!messages) throw refusal();
  const status = findConnection(base, at.connectionId)?.status;
  if (status !== 'active' && status !== 'needs_action') return;
  const accounts = accountsOf(base, at.connectionId).filter((each) => each.is_selected === 1);
  queueAll(base, messages, ({ accountId }) =>
    accounts
      .filter((each) => accountId === undefined || each.account_id === accountId)
      .map((each) => ({ ...at, accountId: each.account_id })),
  );
}

/** Webhooks of the whole app name the account. */
function receiveOfApp(base: Base, source: RecordSource, request: HookRequest): void {
  const messages =
    source.hookPlace === 'app' ? source.readHook(request, { secret: undefined, now: machineTime(base.clock) }) : undefined;
  if (!messages) throw refusal();
  queueAll(base, messages, ({ accountId }) =>
    accountId === undefined
      ? []
      : base.state
          .statement('act/connections/connections_of_account')
          .all({ provider: source.id, account_id: accountId })
          .map((each) => ({ connectionId: each.connection_id, profileId: each.profile_id, accountId: each.account_id })),
  );
}

type Place = Parameters<typeof queueRecord>[1];

/** Durable when it returns: only then is the provider answered. */
function queueAll(base: Base, messages: readonly HookMessage[], placesOf: (message: HookMessage) => Place[]): void {
  base.state.tx(() => {
    for (const message of messages.slice(0, MAX_MESSAGES))
      for (const place of placesOf(message)) queueRecord(base, place, message.ref);
  });
}
