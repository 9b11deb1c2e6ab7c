// Conversations of a demo profile with people of its invented shop, so that the inbox has something to show. They are stored as if a mailbox and a number had received
// them; neither is connected, so nothing can be sent.
import { createHash } from 'node:crypto';
import type { Base } from '../../../base/base.ts';
import { findCustomers } from '../../../collect/identity/index.ts';
import { settle } from '../../../credit/pipeline/index.ts';
import { threadIdOf } from '../email/thread-headers.ts';
import { addMessage, type NewMessage } from '../store.ts';
import type { MessageContent } from '../stored.ts';
import { noteHeard, openThread } from '../whatsapp/threads.ts';
import { CHATS, type DemoLine, MAILS, NUMBER, SHOP_ADDRESS } from './lines.ts';

const HOUR_MS = 3_600_000;
const HOST = SHOP_ADDRESS.slice(SHOP_ADDRESS.indexOf('@') + 1);
/** The addresses of the invented shop's customers end so. */
const SEARCH = 'mail.example';
const CANDIDATES = 40;

interface Planting {
  profileId: string;
  connectionId: string;
}

/** The same each time, so that done twice it is there once. */
function idOf(...of: readonly string[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['demo', ...of]))
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

const PLAIN: MessageContent = {
  from: '',
  to: [],
  cc: [],
  subject: null,
  text: null,
  html: null,
  in_reply_to: null,
  references: [],
  list_unsubscribe: null,
  failure: null,
};

function messageOf(
  { profileId, connectionId }: Planting,
  line: DemoLine,
  more: Pick<NewMessage, 'channel' | 'threadId' | 'externalId' | 'address' | 'content' | 'createdAt'>,
): NewMessage {
  const { is } = line;
  const providerMessageId = more.channel === 'whatsapp' ? more.externalId : null;
  const messageId = idOf(connectionId, more.externalId ?? '');
  return {
    profileId,
    connectionId,
    providerMessageId,
    messageId,
    ...more,
    direction: is === 'received' ? 'inbound' : 'outbound',
    status: is,
  };
}

function plantMails(tx: Base, planting: Planting, addresses: readonly string[]): void {
  const now = tx.clock.now();
  for (const [at, { subject, lines }] of MAILS.entries()) {
    const address = addresses[at];
    if (address === undefined) return;
    const mailIdOf = (no: number): string => `<demo.${at}.${no}@${HOST}>`;
    for (const [no, line] of lines.entries()) {
      const [from, to] = line.is === 'received' ? [address, SHOP_ADDRESS] : [SHOP_ADDRESS, address];
      const references = Array.from({ length: no }, (_, before) => mailIdOf(before));
      addMessage(
        tx,
        messageOf(planting, line, {
          channel: 'email',
          threadId: threadIdOf(planting.connectionId, mailIdOf(0)),
          externalId: mailIdOf(no),
          address,
          createdAt: now - line.hoursAgo * HOUR_MS,
          content: {
            ...PLAIN,
            from,
            to: [to],
            subject: no === 0 ? subject : `Re: ${subject}`,
            text: line.text,
            html: line.html ?? null,
            references,
            in_reply_to: references.at(-1) ?? null,
            ...(line.is === 'received' ? { is_sender_verified: true } : {}),
          },
        }),
      );
    }
  }
}

function plantChats(tx: Base, planting: Planting): void {
  const now = tx.clock.now();
  for (const [at, { phone, lines }] of CHATS.entries()) {
    const person = { userId: null, phone: phone.slice(1) };
    const threadId = openThread(tx, planting.profileId, NUMBER, person);
    for (const [no, line] of lines.entries()) {
      const [from, to] = line.is === 'received' ? [phone, SHOP_ADDRESS] : [SHOP_ADDRESS, phone];
      const createdAt = now - line.hoursAgo * HOUR_MS;
      const isNew = addMessage(
        tx,
        messageOf(planting, line, {
          channel: 'whatsapp',
          threadId,
          externalId: `wamid.demo.${at}.${no}`,
          address: phone,
          createdAt,
          content: {
            ...PLAIN,
            from,
            to: [to],
            text: line.text,
            whatsapp: { number: NUMBER, person, reply_to: null, content: null, media: null },
          },
        }),
      );
      if (isNew && line.is === 'received') noteHeard(tx, threadId, createdAt);
    }
  }
}

/** Once the people of the shop are known; done twice it is there once. */
export async function plantConversations(base: Base, profileId: string): Promise<void> {
  await settle(base, profileId);
  const { people } = findCustomers(base, profileId, { q: SEARCH, limit: CANDIDATES });
  const addresses = people
    .flatMap(({ primary_email }) => primary_email ?? [])
    .filter((address) => address.endsWith(`@${SEARCH}`))
    .slice(0, MAILS.length);
  base.state.tx(() => {
    plantMails(base, { profileId, connectionId: idOf(profileId, 'mail') }, addresses);
    plantChats(base, { profileId, connectionId: idOf(profileId, 'whatsapp') });
  });
}
