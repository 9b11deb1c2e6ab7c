// How messages of the last weeks were received and how sending them ended, by connection: counts, without a word or an address of anyone.
import type { ReadBase } from '../../base/base.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { accountsOf, mailConnectionsOf, whatsAppNumbers } from '../connections/index.ts';
import { customerOf } from './messages.ts';
import { contentOf, type MessageChannel } from './store.ts';

type Shown = Answer<'getMessageHealth'>['data']['connections'][number];

const COUNTED_MS = 28 * 86_400_000;
const MAX_SENDERS = 500;

const instant = (at: number | null | undefined): string | null => (at == null ? null : new Date(at).toISOString());

/** Connected mailboxes and numbers, by connection. */
function namesOf(base: ReadBase, profileId: string): Map<string, { channel: MessageChannel; name: string }> {
  const names = new Map<string, { channel: MessageChannel; name: string }>();
  for (const { connectionId } of mailConnectionsOf(base, profileId)) {
    const name = accountsOf(base, connectionId).find(({ is_selected }) => is_selected === 1)?.name ?? '';
    names.set(connectionId, { channel: 'email', name });
  }
  for (const { connection, name } of whatsAppNumbers(base, profileId)) {
    const before = names.get(connection.connectionId)?.name;
    names.set(connection.connectionId, { channel: 'whatsapp', name: before === undefined ? name : `${before}, ${name}` });
  }
  return names;
}

function connectionsOf(base: ReadBase, profileId: string, since: number): Shown[] {
  const names = namesOf(base, profileId);
  const counted = base.state.statement('act/messaging/messages_health').all({ profile_id: profileId, since });
  const ids = new Set([...names.keys(), ...counted.map(({ connection_id }) => connection_id)]);
  return [...ids].map((id) => {
    const row = counted.find(({ connection_id }) => connection_id === id);
    const known = names.get(id);
    const cursor = base.state.statement('act/messaging/cursor_get').get({ connection_id: id });
    return {
      connection_id: id,
      channel: known?.channel ?? row?.message_channel ?? 'email',
      name: known?.name ?? null,
      received: row?.received ?? 0,
      sent: row?.sent ?? 0,
      bounced: row?.bounced ?? 0,
      undelivered: row?.failed ?? 0,
      unknown: row?.unknown ?? 0,
      last_received_at: instant(row?.last_received_at),
      last_sent_at: instant(row?.last_sent_at),
      last_read_at: instant(cursor?.read_at),
      error: cursor?.error ?? null,
    };
  });
}

function sendersOf(base: ReadBase, profileId: string, since: number): { senders: number; unmatched_senders: number } {
  const rows = base.state.statement('act/messaging/messages_senders').all({ profile_id: profileId, since, limit: MAX_SENDERS });
  const unmatched = rows.filter((row) => {
    const content = contentOf(base, { ...row, profile_id: profileId });
    return content !== undefined && customerOf(base, { ...row, profile_id: profileId }, content) === null;
  });
  return { senders: rows.length, unmatched_senders: unmatched.length };
}

export const getMessageHealth = reading('getMessageHealth', ({ profile: { profileId } }, base) => {
  const since = base.clock.now() - COUNTED_MS;
  return {
    data: {
      since: new Date(since).toISOString(),
      ...sendersOf(base, profileId, since),
      connections: connectionsOf(base, profileId, since),
    },
    meta: { profile_id: profileId },
  };
});
