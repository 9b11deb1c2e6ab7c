// Chats that get alerts and reports. The address of an incoming webhook lets anybody write there, so it is sealed, judged by the guard, and never shown again.
import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import type { RowOf } from '../../base/state/state.ts';
import { isRetiredAddress } from '../../providers/chat-webhooks/post.ts';
import { OutsideRefusal } from '../../providers/http/guard.ts';
import { webhookTarget } from '../../providers/http/webhook-target.ts';
import { openSecret, Secret, sealSecret } from '../../providers/secret.ts';
import { actorOf, writeAudit } from '../audit/index.ts';

type Schemas = components['schemas'];
export type ChatRow = RowOf<'account/chats/alert_chats_list'>;

const MAX_CHATS = 20;

export const chatsOf = (base: ReadBase, profileId: string): ChatRow[] =>
  base.state.statement('account/chats/alert_chats_list').all({ profile_id: profileId });

export const findChat = (base: ReadBase, profileId: string, chatId: string): ChatRow | undefined =>
  chatsOf(base, profileId).find(({ chat_id }) => chat_id === chatId);

const contextOf = (chatId: string): string => `alert chat ${chatId} address`;

export const addressOfChat = (base: ReadBase, { profile_id, chat_id, address }: ChatRow): string =>
  openSecret(base, profile_id, contextOf(chat_id), address).reveal();

const shown = ({ chat_id, title, service, host, status, problem, created_at }: ChatRow): Schemas['AlertChat'] => ({
  id: chat_id,
  title,
  service,
  host,
  status,
  problem,
  created_at: new Date(created_at).toISOString(),
});

function chatIn(base: ReadBase, { profileId }: ProfileRef, id: string): ChatRow {
  const row = findChat(base, profileId, id.toLowerCase());
  if (!row) throw new ApiError('not_found', 'There is no such chat.');
  return row;
}

/** Nothing is dialled. @throws ApiError */
async function requireAddress(base: ReadBase, service: ChatRow['service'], address: string): Promise<void> {
  try {
    await webhookTarget(base).check(address);
  } catch (error) {
    if (!(error instanceof OutsideRefusal)) throw error;
    throw new ApiError('validation_error', `address: ${error.message}.`);
  }
  if (isRetiredAddress(service, hostOf(address)))
    throw new ApiError(
      'validation_error',
      'address: Microsoft has switched these connectors off. Use the address of a workflow.',
    );
}

const hostOf = (address: string): string => new URL(address).hostname;

export const listAlertChats = reading('listAlertChats', ({ profile: { profileId } }, base) => ({
  data: chatsOf(base, profileId).map(shown),
  meta: { profile_id: profileId },
}));

export const createAlertChat = stateChange('createAlertChat', {
  asksOutside: true,
  prepare: ({ body }, base) => requireAddress(base, body.service, body.address),
  change: ({ principal, profile, body }, tx) => {
    const { profileId } = profile;
    if (chatsOf(tx, profileId).length >= MAX_CHATS)
      throw new ApiError('invalid_state', `The profile has ${MAX_CHATS} chats; delete some first.`);
    const chatId = randomUUID();
    const actor = actorOf(principal);
    const row = {
      chat_id: chatId,
      profile_id: profileId,
      title: checkedName('title', body.title),
      service: body.service,
      address: sealed(tx, profileId, chatId, body.address),
      host: hostOf(body.address),
      created_by: actor,
    };
    tx.state.statement('account/chats/alert_chat_add').run({ ...row, now: tx.clock.now() });
    auditChat(tx, profile, { actor, action: 'created', chatId, detail: { service: body.service, host: row.host } });
    return { data: shown(chatIn(tx, profile, chatId)), meta: { profile_id: profileId }, outcome: 'created' as const };
  },
});

const sealed = (tx: Base, profileId: string, chatId: string, address: string): Buffer =>
  sealSecret(tx, profileId, contextOf(chatId), new Secret(address));

function auditChat(
  tx: Base,
  { profileId, workspaceId }: ProfileRef,
  { actor, action, chatId, detail = {} }: { actor: string; action: string; chatId: string; detail?: object },
): void {
  writeAudit(tx, { actor, action: `alert_chat.${action}`, workspaceId, profileId, subject: chatId, detail: { ...detail } });
}

export const updateAlertChat = stateChange('updateAlertChat', {
  asksOutside: true,
  prepare: async ({ profile, params, body }, base) => {
    const { service } = chatIn(base, profile, params.id);
    if (body.address !== undefined) await requireAddress(base, service, body.address);
  },
  change: ({ principal, profile, params, body }, tx) => {
    const row = chatIn(tx, profile, params.id);
    const { address } = body;
    const { profileId } = profile;
    tx.state.statement('account/chats/alert_chat_change').run({
      chat_id: row.chat_id,
      profile_id: profileId,
      title: body.title === undefined ? row.title : checkedName('title', body.title),
      ...(address === undefined
        ? { address: row.address, host: row.host, status: row.status, problem: row.problem }
        : { address: sealed(tx, profileId, row.chat_id, address), host: hostOf(address), status: 'active', problem: null }),
    });
    const actor = actorOf(principal);
    auditChat(tx, profile, { actor, action: 'updated', chatId: row.chat_id, detail: { fields: Object.keys(body) } });
    return { data: shown(chatIn(tx, profile, row.chat_id)), meta: { profile_id: profileId } };
  },
});

export const deleteAlertChat = stateChange('deleteAlertChat', ({ principal, profile, params }, tx) => {
  const { chat_id } = chatIn(tx, profile, params.id);
  tx.state.statement('account/chats/alert_chat_delete').run({ chat_id, profile_id: profile.profileId });
  auditChat(tx, profile, { actor: actorOf(principal), action: 'deleted', chatId: chat_id });
  return { data: { id: chat_id, deleted: true }, meta: { profile_id: profile.profileId } };
});
