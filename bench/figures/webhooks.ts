// Webhooks beside everything else: a million deliveries in the ledger, a receiver that takes more of them, and meanwhile the checks of keys
// and sessions, the pages of the list, and the room of a row.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../src/account/keys/index.ts';
import { createSession, findPerson } from '../../src/account/people/index.ts';
import { laneJob } from '../../src/act/webhooks/lane.ts';
import { announceEvent } from '../../src/base/contract/announce-event.ts';
import { ledgerFile } from '../../src/base/ledger/open-ledger.ts';
import { startWork } from '../../src/base/work/service.ts';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import type { Figure, Result } from '../figure.ts';
import type { Load, LoadAnswer } from '../load.ts';
import { median, quantile, timed } from '../numbers.ts';
import { mustSucceed } from './doors.ts';

const ROWS = 1_000_000;
const BATCH = 5_000;
const EVENTS = 4_000;
const CHECKS_PER_SECOND = 200;
const LOAD_MS = 15_000;
const PAGES = 100;
const CREDENTIALS = 50;

const body = (n: number): string =>
  JSON.stringify({
    ...{ type: 'payment.recorded', timestamp: '2026-03-14T09:26:53.000Z' },
    data: {
      ...{ profile_id: '6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11', occurred_at: '2026-03-14T09:26:53.000Z' },
      ...{ payment_id: `1b0c2c0e-8d0e-8f5c-9a53-${String(n).padStart(12, '0')}`, first_payment_id: null },
      ...{ event_type: 'payment_received', customer_profile_id: '9c0c2c0e-8d0e-8f5c-9a53-5f0b8f8c2a11' },
      ...{ amount: '129.9', currency: 'EUR' },
    },
  });

/** Delivered ones, and now and then one that was exhausted. */
async function fill({ base, profileId }: TestApp, lane: string): Promise<void> {
  const at = base.clock.now();
  const attempts = [{ at, status: 204, error: null, ms: 84 }];
  for (let from = 0; from < ROWS; from += BATCH)
    await base.ledger.append(
      Array.from({ length: BATCH }, (_, i) => ({
        ...{ ledger: 'webhooks', profileId, key: `msg_${String(from + i).padStart(32, '0')}`, lane, at },
        state: (from + i) % 5_000 === 0 ? 'exhausted' : 'delivered',
        body: { type: 'payment.recorded', occurred_at: at, body: body(from + i), attempts, tries: 1, answer: '', reason: null },
      })),
    );
}

function announce({ base, profileId }: TestApp, n: number): void {
  const data = {
    ...{ connection_id: '4f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11', provider: 'meta' },
    ...{ status: 'reconnect_required', reason: 'grant_ended' },
  };
  const event = { type: 'connection.reconnect_required', key: `bench ${n}`, profileId, occurredAt: base.clock.now(), data };
  base.state.tx(() => announceEvent(base, event));
}

/** Sessions and keys alternate, enough of them that no rate limit of one applies. */
function bearersOf({ base, profileId }: TestApp): string[] {
  const personId = findPerson(base, 'owner@shop.example')?.personId ?? '';
  return Array.from({ length: CREDENTIALS }, (_, n) => {
    const key = { profileId, name: `bench ${n}`, scopes: ['analytics:read'], ratePerMinute: 60_000, actor: 'bench' };
    return [createSession(base, { personId, actor: 'bench' }).token, createApiKey(base, key).secret];
  }).flat();
}

async function resultsOf(
  app: TestApp,
  lane: string,
  { quiet, busy, filledMs }: { quiet: LoadAnswer; busy: LoadAnswer; filledMs: number },
): Promise<Result[]> {
  const p99 = (answer: LoadAnswer): number => quantile(answer.latencies, 0.99);
  const delivered = app.base.ledger.lanePage({ ledger: 'webhooks', lane }, { states: ['delivered'], limit: EVENTS + 1 });
  const sent = delivered.filter(({ key }) => !key.startsWith('msg_0000000000')).length;
  const pages: number[] = [];
  let cursor: string | null = null;
  for (let n = 0; n < PAGES; n += 1) {
    const filter = n % 4 === 3 ? { state: 'exhausted' } : n % 4 === 2 ? { subscription_id: lane } : {};
    const query: Record<string, unknown> = {
      profile_id: app.profileId,
      limit: 100,
      ...filter,
      ...(cursor && n % 4 < 2 ? { cursor } : {}),
    };
    const { ms, value } = await timed(() => app.api(app.session).get('/webhooks/deliveries', query));
    if (value.status !== 200) throw new Error(JSON.stringify(value.body));
    cursor = value.body.pagination.cursor ?? cursor;
    pages.push(ms);
  }
  const bytes = ['', '-wal'].reduce((sum, end) => sum + statSync(`${ledgerFile(app.dataDir)}${end}`).size, 0);
  const list = median(pages);
  return [
    {
      name: 'webhooks',
      measured: { value: p99(busy), unit: 'ms p99' },
      baseline: { value: p99(quiet), unit: 'ms p99', what: 'while nothing is sent' },
      ratio: p99(busy) / p99(quiet),
      targets: [
        { of: 'checks p99', found: p99(busy), atMost: 20, unit: 'ms' },
        { of: 'list p50', found: list, atMost: 50, unit: 'ms' },
      ],
      details: {
        ...{ checks: busy.requests, checks_p50_ms: quantile(busy.latencies, 0.5), sent, list_p99_ms: quantile(pages, 0.99) },
        ...{ bytes_per_row: bytes / (ROWS + EVENTS), rows_per_second: ROWS / (filledMs / 1000) },
      },
    },
  ];
}

export const webhooks: Figure = {
  name: 'webhooks',
  about: 'checks of keys and sessions while webhooks are sent beside a million deliveries; pages of their list; room of a row',
  baseline: 'the same checks while nothing is sent',
  run: async (bench) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tributary-bench-webhooks-'));
    const app = await startTestApp({ dataDir, config: { checkResponses: false, webhookNetworks: '127.0.0.1' } });
    const receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    try {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
      const query: Record<string, unknown> = { profile_id: app.profileId };
      const created = await app.api(app.session).post('/webhooks/subscriptions', { url, event_types: ['*'] }, query);
      const lane: string = created.body.data.id;
      const bearers = bearersOf(app);
      const checks = () => {
        const load: Load = {
          ...{ kind: 'get', paths: [`/api/v1/webhooks/subscriptions?profile_id=${app.profileId}`, '/api/v1/profile/freshness'] },
          ...{ bearers, port: Number(new URL(app.baseUrl).port), connections: 16, ms: LOAD_MS, perSecond: CHECKS_PER_SECOND },
        };
        return bench.load(load).then(mustSucceed);
      };
      const quiet = await checks();
      const { ms: filledMs } = await timed(() => fill(app, lane));
      for (let n = 0; n < EVENTS; n += 1) announce(app, n);
      const work = startWork(app.base, [laneJob]);
      const busy = await checks();
      await work.stop();
      return await resultsOf(app, lane, { quiet, busy, filledMs });
    } finally {
      receiver.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
