// What leaves the messages: content of erased people, and content that is older than it is kept.
import type { Base, ReadBase } from '../../base/base.ts';
import type { ErasedPerson } from '../../base/contract/erasing.ts';
import { inChunks } from '../../base/state/delete-in-chunks.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { MESSAGES_DAYS, type MessageRule, messageRules, noteMessagesRemoved } from '../../collect/identity/index.ts';
import { fetchAgain } from './media/fetch.ts';
import { profilesWithMedia, sweepMedia } from './media/files.ts';
import { addressToken, contentOf, findMessage, sealContent } from './store.ts';
import type { MessageContent } from './stored.ts';
import { tidyThreads } from './thread-rows.ts';

const DAY_MS = 86_400_000;
/** A message may be stored so long after it was sent. */
const LATE_MS = 30 * DAY_MS;
/** So long a file waits for the message that it goes with. */
export const UNSENT_MS = DAY_MS;

/** A blocked address stays blocked, without the address. */
export function eraseMessages(tx: Base, profileId: string, { words }: Pick<ErasedPerson, 'words'>): void {
  const tokens = words.flatMap((word) =>
    [addressToken(tx, profileId, 'email', word) ?? [], addressToken(tx, profileId, 'whatsapp', word) ?? []].flat(),
  );
  if (tokens.length === 0) return;
  const given = { profile_id: profileId, tokens: JSON.stringify(tokens) };
  const threads = tx.state.statement('act/messaging/threads_of_tokens').all(given);
  tx.state.statement('act/messaging/messages_erase').run(given);
  eraseCopies(tx, profileId, tokens, words);
  tx.state.statement('act/messaging/whatsapp_threads_erase').run(given);
  tx.state.statement('act/messaging/blocked_erase').run(given);
  tidyThreads(
    tx,
    profileId,
    threads.map(({ thread_id }) => thread_id),
  );
  dropMedia(tx);
  // Nobody knows whose files wait for their message.
  tx.state.statement('act/messaging/media_drop_unsent').run({ profile_id: profileId, before: Number.MAX_SAFE_INTEGER });
}

const ERASED = '[erased]';

/** A mail to somebody else stays, without this person: neither their address is in it, nor a text that has it. */
function eraseCopies(tx: Base, profileId: string, tokens: readonly string[], words: readonly string[]): void {
  const given = { profile_id: profileId, tokens: JSON.stringify(tokens) };
  const addresses = words.filter((word) => word.includes('@'));
  for (const { message_id } of tx.state.statement('act/messaging/copies_of_tokens').all(given)) {
    const row = findMessage(tx, profileId, message_id);
    const content = row && contentOf(tx, row);
    if (!content) continue;
    const isErased = (address: string): boolean => tokens.includes(addressToken(tx, profileId, 'email', address) ?? '');
    const sealed = sealContent(tx, profileId, message_id, withoutPerson(content, isErased, addresses));
    tx.state.statement('act/messaging/message_reseal').run({ message_id, sealed });
  }
  tx.state.statement('act/messaging/copies_erase').run(given);
}

function withoutPerson(
  content: MessageContent,
  isErased: (address: string) => boolean,
  addresses: readonly string[],
): MessageContent {
  const spellings = [...addresses, content.from, ...content.to, ...content.cc].filter(
    (address) => addresses.includes(address) || isErased(address),
  );
  const escaped = spellings.map((address) => address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'gi');
  const cleared = (text: string | null): string | null => text?.replace(pattern, ERASED) ?? null;
  return {
    ...content,
    from: isErased(content.from) ? ERASED : content.from,
    to: content.to.map((address) => (isErased(address) ? ERASED : address)),
    cc: content.cc.filter((address) => !isErased(address)),
    subject: cleared(content.subject),
    text: cleared(content.text),
    html: cleared(content.html),
    failure: cleared(content.failure),
  };
}

/** What only messages without content had. The files themselves go with the next sweep. */
export function dropMedia(tx: Base): void {
  tx.state.statement('act/messaging/media_drop_contentless').run();
  tx.state.statement('act/messaging/attachments_drop_contentless').run();
}

/** How many messages would lose their content by an age. */
export const messagesBefore = (base: ReadBase, profileId: string, before: number): number =>
  base.state.statement('act/messaging/messages_before').get({ profile_id: profileId, before })?.n ?? 0;

/** Of a profile that keeps messages otherwise than by default. Day by day, so that no look passes again what is removed. */
async function ageOutProfile(base: Base, { profileId, days, before: done }: MessageRule): Promise<void> {
  const now = base.clock.now();
  const before = now - days * DAY_MS;
  const given = { profile_id: profileId };
  const removed = days < MESSAGES_DAYS ? Math.max(done, now - MESSAGES_DAYS * DAY_MS) : done;
  const oldest = base.state.statement('act/messaging/messages_oldest').get(given)?.created_at ?? before;
  for (let after = Math.max(oldest, removed - LATE_MS); after < before; after += DAY_MS) {
    const day = { ...given, after, before: Math.min(after + DAY_MS, before) };
    await inChunks((limit) => base.state.statement('act/messaging/messages_age_out_of_profile').run({ ...day, limit }).changes);
  }
  await inChunks(
    (limit) => base.state.statement('act/messaging/threads_age_out_of_profile').run({ ...given, before, limit }).changes,
  );
  noteMessagesRemoved(base, profileId, before);
}

/** After its days, of a message only the fact of it stays. */
export const ageOutJob = defineSchedule({
  kind: 'age_out_messages',
  times: { everySeconds: 3_600 },
  leaseSeconds: 120,
  retry: { attempts: 3 },
  failureText: 'old messages could not be deleted; the service retries automatically',
  run: async (base) => {
    const rules = messageRules(base);
    const kept = rules.filter(({ days }) => days > MESSAGES_DAYS).map(({ profileId }) => profileId);
    const old = { before: base.clock.now() - MESSAGES_DAYS * DAY_MS, longer: JSON.stringify(kept) };
    await inChunks((limit) => base.state.statement('act/messaging/messages_age_out').run({ ...old, limit }).changes);
    for (const rule of rules) await ageOutProfile(base, rule);
    await inChunks((limit) => base.state.statement('act/messaging/copies_age_out').run({ limit }).changes);
    await inChunks((limit) => base.state.statement('act/messaging/threads_age_out').run({ ...old, limit }).changes);
    base.state.tx(() => {
      dropMedia(base);
      const unsentBefore = base.clock.now() - UNSENT_MS;
      base.state.statement('act/messaging/media_drop_unsent').run({ profile_id: null, before: unsentBefore });
    });
    fetchAgain(base);
    for (const profileId of profilesWithMedia(base)) await sweepMedia(base, profileId);
  },
});
