// Prints how long the inbox takes with many conversations: its list, narrowed and not, one conversation, and the counts of the navigation. By hand, on an idle machine:
// npm run test:inbox. THREADS sets another number.
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addMessage } from '../../../src/act/messaging/store.ts';
import { startTestApp } from '../../harness.ts';

const THREADS = Number(process.env['THREADS'] ?? 100_000);
const CHUNK = 500;
const CALLS = 101;
const WORDS = 'When does it arrive? I ordered it a week ago and have heard nothing since. '.repeat(20);

test('a large inbox', async (t) => {
  const app = await startTestApp({ at: '2026-11-25T12:00:00Z' });
  t.after(() => app.close());
  const { base, profileId } = app;
  const connectionId = randomUUID();
  const now = base.clock.now();
  const content = {
    ...{ to: ['hello@shop.example'], cc: [], subject: 'Your order', text: WORDS, html: `<p>${WORDS}</p>`, in_reply_to: null },
    ...{ references: [], list_unsubscribe: null, failure: null, is_sender_verified: true },
  };
  for (let from = 0; from < THREADS; from += CHUNK)
    base.state.tx(() => {
      for (let no = from; no < Math.min(THREADS, from + CHUNK); no++) {
        const address = `person.${no}@example.com`;
        const direction = no % 3 === 0 ? ('outbound' as const) : ('inbound' as const);
        addMessage(base, {
          ...{ messageId: randomUUID(), profileId, connectionId, channel: 'email', direction, address },
          ...{ status: direction === 'inbound' ? 'received' : 'sent', threadId: `thr_${no}`, providerMessageId: null },
          ...{ externalId: `<${no}@example.com>`, createdAt: now - (THREADS - no) * 1_000 },
          content: { ...content, from: address },
        });
      }
    });
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
