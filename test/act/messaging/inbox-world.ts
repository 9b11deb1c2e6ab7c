// A profile whose mailbox is read, and mails that arrive in it.
import type { TestContext } from 'node:test';
import { receiveJob } from '../../../src/act/messaging/email/inbound/receive.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { type ImapServer, startImapServer } from '../../fakes/imap-server.ts';
import { NOW_MS, type startRecordWorld } from '../connections/records/record-world.ts';
import { type MailWorld, SHOP, startMailWorld } from './mail-world.ts';

export interface InboxWorld extends MailWorld {
  imap: ImapServer;
  /** A mail arrives, as an answer where `re` names another, and is read. */
  arrives(mail: {
    from: string;
    id: string;
    re?: string;
    to?: string;
    subject?: string;
    text: string;
    type?: string;
  }): Promise<void>;
}

export async function startInbox(t: TestContext, providers: Parameters<typeof startRecordWorld>[1] = {}): Promise<InboxWorld> {
  const imap = await startImapServer(t, NOW_MS);
  const world = await startMailWorld(t, {}, { more: [imap.address], providers });
  await world.connect({ imap: imap.address });
  const { w } = world;
  const payload = { connection_id: (await w.connection()).id };
  const receive = async (): Promise<void> => {
    addJob(w.app.base, receiveJob, { profileId: w.app.profileId, payload });
    await runDue(w.app.base, [receiveJob]);
  };
  await receive();
  return {
    ...world,
    imap,
    arrives: async ({ from, id, re, to = SHOP, subject = 'Re: Your order', text, type = 'text/plain' }) => {
      const answer = re === undefined ? [] : [`In-Reply-To: ${re}`, `References: ${re}`];
      const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: ${id}`, 'MIME-Version: 1.0'];
      imap.add([...head, ...answer, `Content-Type: ${type}; charset=utf-8`, '', text, ''].join('\n'), w.app.clock.now());
      await receive();
    },
  };
}
