// The operations on connections that are there: the list, the end of one, and a sync at once.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { type Answer, type Call, changeThenWait, reading, stateChange } from '../../base/contract/operation.ts';
import type { Tokens } from '../../providers/oauth/client.ts';
import { type Account, accountsOf, type Connection, connectionsOf, findConnection, isUsable } from './connection.ts';
import { grantOfTokens, openTokens, tokensContext } from './grants.ts';
import { endRotatedKeys } from './key-generations.ts';
import { reconnectUrl } from './links.ts';
import { connectableOf, connectableProviders, hasRecords, providers, registeredSource } from './providers.ts';
import { forgetHook, shownHookUrl, unregisterHook } from './records/hook-address.ts';
import { mappingOf, placesOfOutcomes } from './records/mapping.ts';
import { forgetShops } from './shops/shops.ts';
import { type QueuedSync, queueSyncs, SYNC_KINDS } from './sync-queue.ts';
import { dayPlus, FIRST_SYNC_DAYS } from './sync-times.ts';

type Shown = Answer<'listConnections'>['data'][number];

const instant = (at: number): string => new Date(at).toISOString();
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

export const listConnections = reading('listConnections', ({ profile }, base) => ({
  data: connectionsOf(base, profile.profileId).map((connection) => shown(base, connection)),
  meta: { profile_id: profile.profileId, providers: shownProviders(base) },
}));

function shownProviders(base: ReadBase): Answer<'listConnections'>['meta']['providers'] {
  const configured = new Set(connectableProviders(base).map(({ id }) => id));
  return providers().map(({ id, name, kind, capabilities }) => ({
    provider: id,
    name,
    kind,
    is_configured: configured.has(id),
    capabilities,
  }));
}

function shownImport({ mailImport }: Connection): Shown['mail_import'] {
  const { folder = null, alias = null } = mailImport ?? {};
  return { folder: folder && { id: folder.id, name: folder.name }, alias };
}

export function shown(base: ReadBase, connection: Connection): Shown {
  const { connectionId, provider, lastSync } = connection;
  const accounts = accountsOf(base, connectionId);
  const due = accounts.filter((each) => each.is_selected === 1).map((each) => each.spend_due_at);
  return {
    id: connectionId,
    provider: provider.id,
    name: provider.name,
    kind: provider.kind,
    status: connection.status,
    status_reason: connection.statusReason,
    accounts: accounts.map((each) => shownAccount(connection, each)),
    scopes: { granted: connection.scopes, missing: connection.missingScopes },
    connected_by: connection.createdBy,
    created_at: instant(connection.createdAt),
    connected_at: instantOrNull(connection.connectedAt),
    last_sync: lastSync && {
      started_at: instant(lastSync.startedAt),
      finished_at: instantOrNull(lastSync.finishedAt),
      from_day: lastSync.fromDay,
      to_day: lastSync.toDay,
      rows: lastSync.rows,
      error: lastSync.error,
    },
    next_sync_at: isUsable(connection) && due.length > 0 ? instant(Math.min(...due)) : null,
    ...shownRecords(base, connection),
    mail_import: provider.kind === 'email' ? shownImport(connection) : null,
    reconnect_url: connection.status === 'reconnect_required' ? reconnectUrl(base, connection.profileId) : null,
  };
}

/** For sources of records: the address of webhooks, and the meaning of stages, forms and calendars. */
function shownRecords(base: ReadBase, connection: Connection): Pick<Shown, 'webhook_url' | 'outcomes'> {
  const { connectionId, provider } = connection;
  const webhook_url = !hasRecords(provider) ? null : shownHookUrl(base, connection, registeredSource(base, provider));
  if (provider.kind !== 'crm' && provider.kind !== 'calendar') return { webhook_url, outcomes: null };
  const mapping = mappingOf(base, connectionId) ?? [];
  const outcomes = placesOfOutcomes(base, connection).map(({ kind, id, name }) => ({
    kind,
    id,
    name,
    event_type: mapping.find((each) => each.kind === kind && each.id === id)?.eventType ?? null,
  }));
  return { webhook_url, outcomes };
}

const shownAccount = (connection: Connection, account: Account): Shown['accounts'][number] => ({
  id: account.account_id,
  name: account.name,
  currency: account.currency,
  timezone: account.timezone,
  status: account.status,
  status_reason: account.status_reason,
  is_selected: account.is_selected === 1,
  // A change needs the right and a way to the account.
  write_access:
    account.has_write_access === null
      ? null
      : account.has_write_access === 1 && account.is_selected === 1 && isUsable(connection),
  first_day: account.read_from_day,
  is_history_complete: account.is_first_sync_done === 1,
  catalogue_read_at: instantOrNull(account.catalogue_read_at),
  catalogue_error: account.catalogue_error,
});

/** @throws ApiError `not_found`, for one of another profile too. */
export function ownConnection(base: ReadBase, profileId: string, id: string): Connection {
  const found = findConnection(base, id.toLowerCase());
  if (found?.profileId !== profileId) throw new ApiError('not_found', 'No such connection.');
  return found;
}

export const deleteConnection = changeThenWait('deleteConnection', {
  change: ({ principal, profile, params }, tx) => {
    const { connectionId } = ownConnection(tx, profile.profileId, params.id);
    const actor = actorOf(principal);
    if (params.delete_messages) deleteMessages(tx, { principal, profile }, connectionId);
    const tokens = endConnection(tx, connectionId, actor);
    if (tokens && principal.kind === 'app' && principal.appId !== undefined) endRotatedKeys(tx, profile, principal.appId, actor);
    return { connectionId, tokens };
  },
  after: async ({ profile }, base, { connectionId, tokens }) => {
    const ended = tokens && (await revokeGrant(base, connectionId, tokens));
    return (tx) => {
      if (ended) recordRevocation(tx, connectionId, ended);
      const { removedAt, revocation } = ownConnection(tx, profile.profileId, connectionId);
      return { data: { id: connectionId, removed_at: instant(removedAt ?? tx.clock.now()), revocation: revocation ?? 'none' } };
    };
  },
});

/** What nobody can undo a person in a session asks for. */
function deleteMessages(
  tx: Base,
  { principal, profile }: Pick<Call<'deleteConnection'>, 'principal' | 'profile'>,
  connectionId: string,
): void {
  if (principal.kind !== 'session') throw new ApiError('forbidden', 'delete_messages: a person in a session deletes messages.');
  for (const { forgetMessages } of hooksOf(tx)) forgetMessages?.(tx, profile.profileId, connectionId);
  const { profileId, workspaceId } = profile;
  writeAudit(tx, {
    actor: actorOf(principal),
    action: 'messages.deleted',
    workspaceId,
    profileId,
    subject: connectionId,
    detail: {},
  });
}

/** Its secrets go with it; what it read stays. Answers the tokens of the call that ends it. Inside the caller's transaction. */
export function endConnection(tx: Base, connectionId: string, actor: string): Tokens | null {
  const row = tx.state.statement('act/connections/connection_get').get({ connection_id: connectionId });
  if (!row || row.removed_at !== null) return null;
  const now = tx.clock.now();
  tx.state.statement('act/connections/connection_remove').run({ connection_id: connectionId, now });
  tx.state.statement('act/connections/links_end_of_connection').run({ connection_id: connectionId, now });
  const workspaceId = findProfile(tx, row.profile_id)?.workspaceId;
  const place = { profileId: row.profile_id, ...(workspaceId === undefined ? {} : { workspaceId }) };
  forgetShops(tx, connectionId);
  writeAudit(tx, { actor, action: 'connection.removed', ...place, subject: connectionId, detail: { provider: row.provider } });
  return row.tokens && openTokens(tx, row.profile_id, tokensContext(connectionId), row.tokens);
}

/** Tries once to end the grant at the provider. */
export async function endGrant(base: Base, connectionId: string, tokens: Tokens | null): Promise<void> {
  if (tokens) recordRevocation(base, connectionId, await revokeGrant(base, connectionId, tokens));
}

type Revocation = 'none' | 'done' | 'failed';

/** Webhooks end before the grant, which is needed for it. */
async function revokeGrant(base: ReadBase, connectionId: string, tokens: Tokens): Promise<Revocation> {
  const connection = findConnection(base, connectionId);
  const source = connection && registeredSource(base, connection.provider);
  const accountId = accountsOf(base, connectionId)[0]?.account_id;
  if (source && accountId !== undefined)
    await unregisterHook(base, connectionId, { source, grant: grantOfTokens(tokens), accountId });
  return isGrantShared(base, connectionId) ? 'none' : revoke(base, connectionId, tokens);
}

function recordRevocation(tx: Base, connectionId: string, revocation: Revocation): void {
  tx.state.statement('act/connections/connection_revocation_put').run({ connection_id: connectionId, revocation });
  forgetHook(tx, connectionId);
}

/** Platforms end all grants of a person at once: one that another connection uses is left alone. */
const isGrantShared = (base: ReadBase, connectionId: string): boolean =>
  base.state.statement('act/connections/connections_sharing').get({ connection_id: connectionId }) !== undefined;

async function revoke(base: ReadBase, connectionId: string, tokens: Tokens): Promise<Revocation> {
  const connection = findConnection(base, connectionId);
  try {
    if (!connection) return 'done';
    const { oauth } = await connectableOf(base, connection.provider);
    // Credentials that were typed in are the person's own: only they can end them.
    if (!oauth) return 'none';
    await oauth.revoke(tokens);
    return 'done';
  } catch (error) {
    base.log.warn({ err: error, connection_id: connectionId }, 'the grant of a removed connection could not be revoked');
    return 'failed';
  }
}

export const syncConnection = stateChange('syncConnection', ({ profile, params, body }, base) => {
  const connection = ownConnection(base, profile.profileId, params.id);
  if (connection.removedAt !== null) throw new ApiError('not_found', 'No such connection.');
  const { what = 'both', ...days } = body ?? {};
  const range = checkedRange(base, days);
  if (range && what === 'catalogue')
    throw new ApiError('validation_error', 'from and to: are days of spend; the catalogue is read as it is now.');
  if (connection.status === 'reconnect_required')
    throw new ApiError(
      'connection_not_ready',
      `${connection.provider.name} does not accept the connection any more; connect it again.`,
      { reconnect_required: true, reconnect_url: reconnectUrl(base, profile.profileId) },
    );
  if (!isUsable(connection))
    throw new ApiError('connection_not_ready', `The connection is ${connection.status}: nothing can be read.`);
  // Days that are named are those of spend.
  const kinds = what === 'both' ? (range ? (['spend'] as const) : SYNC_KINDS) : [what];
  const jobs = queueSyncs(base, connection.connectionId, { kinds, range });
  return { data: { connection_id: connection.connectionId, jobs: jobs.map(shownJob) }, outcome: 'accepted' };
});

const shownJob = ({ what, job: { jobId, status, createdAt, payload } }: QueuedSync) => ({
  job_id: jobId,
  what,
  account_id: String(Object(payload).account_id),
  status: status === 'running' ? ('running' as const) : ('waiting' as const),
  created_at: instant(createdAt),
});

function checkedRange(base: Base, { from, to }: { from?: string; to?: string }): { from: string; to: string } | undefined {
  if (from === undefined && to === undefined) return undefined;
  const refuse = (message: string): never => {
    throw new ApiError('invalid_date_range', message);
  };
  if (from === undefined || to === undefined) return refuse('from and to: send both, or neither for what is due.');
  if (from > to) return refuse('from: is after to.');
  const tomorrow = dayPlus(new Date(base.clock.now()).toISOString().slice(0, 10), 1);
  if (to > tomorrow) return refuse('to: is in the future.');
  if (from < dayPlus(to, 1 - FIRST_SYNC_DAYS)) return refuse(`from: at most ${FIRST_SYNC_DAYS} days can be read at once.`);
  return { from, to };
}
