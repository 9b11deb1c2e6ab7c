// A shop whose payments of half a year come from its server, a fixed number for each weekday with small differences, and fake chats that it can write to.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { deliverMails } from '../../../src/account/people/index.ts';
import { chatJob } from '../../../src/act/alerts/chat-job.ts';
import { alertsDue, judgeJob } from '../../../src/act/alerts/watch.ts';
import { networkTest } from '../../../src/base/kit/networks.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { setWebhookTarget } from '../../../src/providers/http/webhook-target.ts';
import { type FakeChats, startFakeChats } from '../../fakes/chats/chat-webhooks.ts';
import { zoneServer } from '../../fakes/name-server.ts';
import type { Api, TestApp, TestOptions } from '../../harness.ts';
import { startWorld } from '../../worlds.ts';

export const FIRST_DAY = '2025-12-01';
/** The first day without payments; it is the day of the clock. */
export const TODAY = '2026-05-20';
const DAY_MS = 86_400_000;
const BATCH = 500;

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Twelve to twenty a day, more on Saturdays. */
export const usualCount = (day: string): number => {
  const number = Date.parse(day) / DAY_MS;
  return 12 + (number % 7 === 2 ? 5 : 0) + ((number * 7919) % 4);
};

const payment = (day: string, n: number) => ({
  event_type: 'payment_received',
  idempotency_key: `${day} ${n}`,
  occurred_at: `${day}T${String(8 + (n % 12)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00Z`,
  value: { amount: String(20 + ((n * 13) % 20)), currency: 'USD' },
  user_traits: { external_id: `customer ${day} ${n}` },
});

/** Sends the payments of days. */
export async function sell(app: TestApp, days: Readonly<Record<string, number>>): Promise<void> {
  const events = Object.entries(days).flatMap(([day, count]) => Array.from({ length: count }, (_, n) => payment(day, n)));
  for (let at = 0; at < events.length; at += BATCH) {
    const { status, body } = await app.api(app.apiKey).post('/events/batch', { events: events.slice(at, at + BATCH) });
    assert.ok(status < 300, JSON.stringify(body).slice(0, 300));
  }
  await app.settle();
}

export interface AlertWorld extends TestApp {
  owner: Api;
  chats: FakeChats;
  /** The address of a channel of the fakes. */
  chatUrl(path: string): string;
  /** Judges what is due, and sends what follows. */
  watch(): Promise<void>;
  /** Only what waits is sent. */
  send(): Promise<void>;
}

export async function openAlertWorld(t: TestContext, config: TestOptions['config'] = {}): Promise<AlertWorld> {
  const app = await startWorld({
    name: 'alerts',
    options: { at: `${TODAY}T01:00:00Z`, installation: { currency: 'USD', timezone: 'UTC' }, config },
    fill: async (filled) => {
      const days: Record<string, number> = {};
      for (let day = FIRST_DAY; day < TODAY; day = plusDays(day, 1)) days[day] = usualCount(day);
      await sell(filled, days);
    },
  });
  t.after(() => app.close());
  const chats = await startFakeChats(t);
  const { server } = await zoneServer(t, new Map([['chats.example', { addresses: ['127.0.0.1'] }]]));
  setWebhookTarget(app.base, {
    servers: [server],
    isHttpsOnly: false,
    ports: [chats.port, 443],
    timeoutMs: 15_000,
    isAllowed: networkTest('127.0.0.1', 'the chats'),
  });
  const send = async (): Promise<void> => {
    await runDue(app.base, [chatJob]);
    await deliverMails(app.base);
  };
  return {
    ...app,
    owner: app.api(app.session),
    chats,
    send,
    chatUrl: (path) => `http://chats.example:${chats.port}${path}`,
    watch: async () => {
      addJob(app.base, alertsDue, { payload: {} });
      await runDue(app.base, [alertsDue]);
      await runDue(app.base, [judgeJob]);
      await send();
    },
  };
}
