// Prints how long the inbox takes with many conversations: its list, narrowed and not, one conversation, and the counts of the navigation; how many bytes a message has
// beside its content, in state and as a fact of the journal; how many mails a second the thread reads; and how much longer a visit takes to be collected meanwhile. By hand, on an idle machine:
// npm run test:inbox. THREADS sets another number of conversations, PER_THREAD of messages in each, WORDS the length of their messages.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { readMails } from '../../../src/act/messaging/email/inbound/mail-thread.ts';
import { factJob, recordFact } from '../../../src/act/messaging/fact.ts';
import { addMessage } from '../../../src/act/messaging/store.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { letPass } from '../../until.ts';

const THREADS = Number(process.env['THREADS'] ?? 100_000);
const PER_THREAD = Number(process.env['PER_THREAD'] ?? 1);
const MESSAGES = THREADS * PER_THREAD;
/** As many become facts. */
const FACTS = Math.min(2_000, MESSAGES);
const CHUNK = 500;
const CALLS = 101;
const WORDS = 'When does it arrive? I ordered it a week ago and have heard nothing since. '.repeat(
  Number(process.env['WORDS'] ?? 20),
);

interface Received {
  messageId: string;
  threadId: string;
  address: string;
}

/** The size of the journal's file, with what is not yet moved into it, before and after. */
async function bytesOfFacts({ base, dataDir, profileId }: TestApp, received: readonly Received[]): Promise<number> {
  const size = (): number => {
    const journal = new Database(join(dataDir, 'journal.sqlite'), { readonly: true });
    const row = journal.prepare('select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()').get();
    journal.close();
    return Number(Object(row).bytes);
  };
  const before = size();
  base.state.tx(() => {
    for (const { messageId, threadId, address } of received)
      recordFact(base, profileId, {
        channel: 'email',
        provider: 'gmail',
        names: [address, messageId],
        at: base.clock.now(),
        messageId,
        threadId,
        phone: null,
        email: address,
        clickId: null,
        adId: null,
      });
  });
  await runDue(base, [factJob]);
  return Math.round((size() - before) / received.length);
}

test('a large inbox', async (t) => {
  const app = await startTestApp({ at: '2026-11-25T12:00:00Z' });
  t.after(() => app.close());
  const { base, profileId } = app;
  const connectionId = randomUUID();
  const now = base.clock.now();
  const received: Received[] = [];
  const content = {
    to: ['hello@shop.example'],
    cc: [],
    subject: 'Your order',
    text: WORDS,
    html: `<p>${WORDS}</p>`,
    in_reply_to: null,
    references: [],
    list_unsubscribe: null,
    failure: null,
    is_sender_verified: true,
  };
  for (let from = 0; from < MESSAGES; from += CHUNK)
    base.state.tx(() => {
      for (let no = from; no < Math.min(MESSAGES, from + CHUNK); no++) {
        const thread = no % THREADS;
        const address = `person.${thread}@example.com`;
        const messageId = randomUUID();
        const direction = no % 3 === 0 ? ('outbound' as const) : ('inbound' as const);
        addMessage(base, {
          messageId,
          profileId,
          connectionId,
          channel: 'email',
          direction,
          address,
          status: direction === 'inbound' ? 'received' : 'sent',
          threadId: `thr_${thread}`,
          providerMessageId: null,
          externalId: `<${no}@example.com>`,
          createdAt: now - (MESSAGES - no) * 1_000,
          content: { ...content, from: address },
        });
        if (no >= MESSAGES - FACTS) received.push({ messageId, threadId: `thr_${thread}`, address });
      }
    });
  const bytes = base.state.db.prepare('select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()');
  const sealed = base.state.db.prepare('select sum(length(sealed)) as bytes from messages');
  const [all, own] = [bytes, sealed].map((statement) => Number(Object(statement.get()).bytes));
  t.diagnostic(`a message has ${Math.round(((all ?? 0) - (own ?? 0)) / MESSAGES)} bytes of state beside its content`);
  t.diagnostic(`its fact has ${await bytesOfFacts(app, received)} bytes of the journal`);
  const session = app.api(app.session);
  const query = { profile_id: profileId };
  const calls: Record<string, (no: number) => Promise<{ status: number }>> = {
    list: () => session.get('/messages/threads', { ...query, limit: 25 }),
    unread: () => session.get('/messages/threads', { ...query, limit: 25, state: 'unread' }),
    'of a channel without any': () => session.get('/messages/threads', { ...query, limit: 25, channel: 'whatsapp' }),
    'of an address': (no) => session.get('/messages/threads', { ...query, address: `person.${no * 7}@example.com` }),
    open: (no) => session.get('/messages', { ...query, thread_id: `thr_${(no * 911) % THREADS}`, limit: 30 }),
    'tab counts': () => session.get(`/workspaces/${app.workspaceId}/tab-counts`),
  };
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    for (let no = 0; no < CALLS; no++) {
      // Else the limit of calls of a minute is met.
      if (no % 50 === 0) app.clock.advance(60_000);
      const began = performance.now();
      const { status } = await call(no);
      if (status !== 200) throw new Error(`${name}: ${status}`);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(share * CALLS)] ?? 0).toFixed(1);
    t.diagnostic(`${THREADS} conversations, ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
  }
});

const MAILS = 2_000;

const rawMails = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, no) =>
    Buffer.from(
      [
        `From: Person ${no} <person.${no}@example.com>\r\nTo: hello@shop.example\r\nSubject: Re: Your order\r\nMessage-ID: <${no}@example.com>`,
        'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n',
        `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${WORDS}`,
        `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>${WORDS}</p>`,
        '--b--\r\n',
      ].join('\r\n'),
    ),
  );

test('reading mails in the thread', async (t) => {
  const raws = rawMails(MAILS);
  const began = performance.now();
  const mails = await readMails(raws);
  if (mails.some((mail) => mail?.text === undefined || mail.text === null)) throw new Error('a mail was not read');
  const seconds = (performance.now() - began) / 1000;
  t.diagnostic(
    `${MAILS} mails of ${raws[0]?.length ?? 0} bytes in ${seconds.toFixed(1)} s: ${Math.round(MAILS / seconds)} a second`,
  );
});

const ROUNDS = 8;
const VISITS = 250;
/** At least 200 a second: as many at once, and so often. */
const PORTION = { mails: 40, everyMs: 100 };

/** Reads mails at a steady rate until it is ended. Answers how many a second were read. */
function steadyReading(): () => Promise<number> {
  const raws = rawMails(PORTION.mails);
  const began = performance.now();
  let isEnding = false;
  let count = 0;
  const reading = (async () => {
    while (!isEnding) {
      count += (await readMails(raws)).length;
      await letPass(PORTION.everyMs);
    }
  })();
  return async () => {
    isEnding = true;
    await reading;
    return Math.round(count / ((performance.now() - began) / 1000));
  };
}

test('collecting visits while mails are read', async (t) => {
  const app = await startTestApp({ at: '2026-11-25T12:00:00Z', installation: { domain: 'shop.example' } });
  t.after(() => app.close());
  const times: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
  const rates: number[] = [];
  const visit = async (no: number): Promise<number> => {
    const event = { event_type: 'page_view', url: 'https://shop.example/', anonymous_id: `browser-${no % 500}` };
    const began = performance.now();
    const { status } = await fetch(`${app.baseUrl}/t/collect`, {
      method: 'POST',
      body: JSON.stringify({ tracking_key: app.trackingKey, events: [event] }),
    });
    if (status !== 204) throw new Error(`collect: ${status}`);
    return performance.now() - began;
  };
  for (let no = 0; no < VISITS; no++) await visit(no);
  // In turn, as the machine has other work at times.
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of ['alone', 'beside'] as const) {
      app.clock.advance(60_000);
      const end = kind === 'beside' ? steadyReading() : undefined;
      for (let no = 0; no < VISITS; no++) times[kind].push(await visit(no));
      if (end) rates.push(await end());
    }
  const at = (kind: 'alone' | 'beside', share: number): number =>
    times[kind].toSorted((a, b) => a - b)[Math.floor(share * times[kind].length)] ?? 0;
  for (const kind of ['alone', 'beside'] as const)
    t.diagnostic(`a visit ${kind}: p50 ${at(kind, 0.5).toFixed(1)} ms, p99 ${at(kind, 0.99).toFixed(1)} ms`);
  const ratio = at('beside', 0.99) / at('alone', 0.99);
  t.diagnostic(`${Math.min(...rates)} mails a second or more: p99 is ${Math.round(ratio * 100)} % of that without them`);
});
