// Addresses that get no message: ones that do not exist, and ones of people who want none. An opt-out is lifted by its person alone.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading, stateChange } from '../../base/contract/operation.ts';
import type { RowOf } from '../../base/state/state.ts';
import { isBareAddress } from '../../providers/mail/mail.ts';
import { addressToken, type MessageChannel } from './store.ts';

type BlockedRow = RowOf<'act/messaging/blocked_by_id'>;
type Shown = Answer<'listBlockedAddresses'>['data'][number];

const contextOf = (blockedId: string): string => `blocked address ${blockedId}`;

const WHY: Record<BlockedRow['reason'], string> = {
  bounce: 'no mail reaches it',
  opt_out: 'its person wants no messages',
  manual: 'somebody of the profile has blocked it',
};

/** Why an address gets no message; undefined for one that gets them. */
export function blockedReason(
  base: ReadBase,
  profileId: string,
  channel: MessageChannel,
  address: string,
): BlockedRow['reason'] | undefined {
  const token = addressToken(base, profileId, channel, address);
  if (token === null) return undefined;
  const key = { profile_id: profileId, message_channel: channel, address_token: token };
  return base.state.statement('act/messaging/blocked_get').get(key)?.reason;
}

/** @throws ApiError `recipient_rejected` without a call of the provider. */
export function requireUnblocked(
  tx: Base,
  profileId: string,
  channel: MessageChannel,
  addresses: readonly string[],
  except: readonly BlockedRow['reason'][] = [],
): void {
  for (const address of addresses) {
    const token = addressToken(tx, profileId, channel, address);
    const row =
      token === null
        ? undefined
        : tx.state
            .statement('act/messaging/blocked_get')
            .get({ profile_id: profileId, message_channel: channel, address_token: token });
    if (row && !except.includes(row.reason))
      throw new ApiError(
        'recipient_rejected',
        `The address is blocked, as ${WHY[row.reason]}; nothing was sent. GET /api/v1/messages/blocked-addresses lists it as ${row.blocked_id}.`,
      );
  }
}

export interface Block {
  profileId: string;
  channel: MessageChannel;
  address: string;
  reason: BlockedRow['reason'];
  actor: string;
}

/** Inside the caller's transaction. Undefined for what is no address. */
export function blockAddress(tx: Base, { profileId, channel, address, reason, actor }: Block): string | undefined {
  const token = addressToken(tx, profileId, channel, address);
  if (token === null) return undefined;
  const key = { profile_id: profileId, message_channel: channel, address_token: token };
  const blockedId = tx.state.statement('act/messaging/blocked_get').get(key)?.blocked_id ?? randomUUID();
  const sealed = tx.state.keys.encrypt(profileId, contextOf(blockedId), address);
  const row = { ...key, blocked_id: blockedId, reason, created_by: actor, now: tx.clock.now(), sealed };
  tx.state.statement('act/messaging/blocked_put').run(row);
  return blockedId;
}

const shown = (base: ReadBase, row: BlockedRow): Shown => ({
  id: row.blocked_id,
  channel: row.message_channel,
  reason: row.reason,
  created_by: row.created_by,
  address: row.sealed === null ? null : base.state.keys.decrypt(row.profile_id, contextOf(row.blocked_id), row.sealed),
  created_at: new Date(row.created_at).toISOString(),
});

export const listBlockedAddresses = reading('listBlockedAddresses', ({ profile, params }, base) => {
  const after = params.cursor ?? '';
  const rows = base.state
    .statement('act/messaging/blocked_list')
    .all({ profile_id: profile.profileId, after, limit: params.limit + 1 });
  const page = rows.slice(0, params.limit);
  const hasNext = rows.length > params.limit;
  return {
    data: page.map((row) => shown(base, row)),
    meta: { profile_id: profile.profileId },
    pagination: { has_next: hasNext, cursor: hasNext ? (page.at(-1)?.blocked_id ?? null) : null },
  };
});

export const createBlockedAddress = stateChange('createBlockedAddress', ({ profile, principal, body }, tx) => {
  const { profileId } = profile;
  const { channel, address } = body;
  const actor = actorOf(principal);
  if (!isBareAddress(address)) throw new ApiError('validation_error', 'address: is not one bare mail address.');
  const id = blockAddress(tx, { profileId, channel, address, reason: 'manual', actor });
  const row = id === undefined ? undefined : blockedRow(tx, profileId, id);
  if (!row) throw new ApiError('validation_error', 'address: is not one bare mail address.');
  writeAudit(tx, { actor, action: 'blocked_address.created', ...profile, subject: row.blocked_id });
  return { data: shown(tx, row), outcome: 'created' };
});

const blockedRow = (base: ReadBase, profileId: string, id: string): BlockedRow | undefined =>
  base.state.statement('act/messaging/blocked_by_id').get({ profile_id: profileId, blocked_id: id.toLowerCase() });

export const deleteBlockedAddress = stateChange('deleteBlockedAddress', ({ profile, principal, params }, tx) => {
  const row = blockedRow(tx, profile.profileId, params.id);
  if (!row) throw new ApiError('not_found', 'No such blocked address.');
  if (row.reason === 'opt_out')
    throw new ApiError('invalid_state', 'Its person wants no messages, which nobody else can change.');
  tx.state.statement('act/messaging/blocked_remove').run({ profile_id: profile.profileId, blocked_id: row.blocked_id });
  const detail = { reason: row.reason };
  writeAudit(tx, { actor: actorOf(principal), action: 'blocked_address.removed', ...profile, subject: row.blocked_id, detail });
  return { data: { id: row.blocked_id, removed: true } };
});
