// Deliveries beside everything else: a million of webhooks and of conversions in the ledger, a receiver that takes more of them, and meanwhile
// the checks of keys, the checks of sessions, sign-ins by password, the pages of both lists, and the room of a row.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey } from '../../src/account/keys/index.ts';
import { createSession, findPerson, hashPassword, putPassword, signIn } from '../../src/account/people/index.ts';
import { laneJob } from '../../src/act/webhooks/lane.ts';
import { announceEvent } from '../../src/base/contract/announce-event.ts';
import { ledgerFile } from '../../src/base/ledger/file.ts';
import { startWork } from '../../src/base/work/service.ts';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import type { Bench } from '../bench.ts';
import type { Figure, Result } from '../figure.ts';
import type { Load, LoadAnswer } from '../load.ts';
import { median, quantile, timed } from '../numbers.ts';
import { mustSucceed } from './doors.ts';

const BATCH = 5_000;
const EVENTS = 4_000;
const CHECKS_PER_SECOND = 200;
const LOAD_MS = 15_000;
const PAGES = 100;
const CREDENTIALS = 50;
const SIGN_INS_PER_SECOND = 2;

const body = (n: number): string =>
  JSON.stringify({
    type: 'payment.recorded',
    timestamp: '2026-03-14T09:26:53.000Z',
    data: {
      profile_id: '6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11',
      occurred_at: '2026-03-14T09:26:53.000Z',
      payment_id: `1b0c2c0e-8d0e-8f5c-9a53-${String(n).padStart(12, '0')}`,
      first_payment_id: null,
      event_type: 'payment_received',
      customer_profile_id: '9c0c2c0e-8d0e-8f5c-9a53-5f0b8f8c2a11',
      amount: '129.9',
      currency: 'EUR',
    },
  });

const CONVERSION = '2f0c2c0e-8d0e-8f5c-9a53-';

/** Every other one is of a conversion. Most were accepted, now and then one was not. */
async function fill({ base, profileId }: TestApp, { lane, destination }: Lanes, rows: number): Promise<void> {
  const at = base.clock.now();
  const attempts = [{ at, status: 204, error: null, ms: 84 }];
  const delivery = (n: number) => ({
    ledger: 'webhooks',
    profileId,
    key: `msg_${String(n).padStart(32, '0')}`,
    lane,
    at,
    state: n % 5_000 === 0 ? 'exhausted' : 'delivered',
    body: { type: 'payment.recorded', occurred_at: at, body: body(n), attempts, tries: 1, answer: '', reason: null },
  });
  const conversion = (n: number) => ({
    ledger: 'conversions',
    profileId,
    key: `${CONVERSION}${String(n).padStart(12, '0')}`,
    lane: destination,
    at,
    state: n % 5_000 === 1 ? 'rejected' : 'accepted',
    body: {
      conversion_no: String(n * 4096 + 1),
      conversion_id: `${CONVERSION}${String(n).padStart(12, '0')}`,
      revision: 1,
      event_id: `${CONVERSION}${String(n).padStart(12, '0')}`,
      conversion_key: 'payment_received',
      kind: 'conversion',
      occurred_at: at,
      reason: null,
      action_source: 'website',
      match_keys: ['em', 'ph', 'external_id'],
      attempts: 1,
      provider_request_id: 'AbCdEfGh',
      sent_at: at,
      first_tried_at: null,
      value: { amount: '129.9', currency: 'EUR' },
    },
  });
  for (let from = 0; from < rows; from += BATCH)
    await base.ledger.append(
      Array.from({ length: BATCH }, (_, i) => ((from + i) % 2 === 0 ? delivery(from + i) : conversion(from + i))),
    );
}

interface Lanes {
  lane: string;
  destination: string;
}

function announce({ base, profileId }: TestApp, from: number): void {
  const data = {
    connection_id: '4f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11',
    provider: 'meta',
    status: 'reconnect_required',
    reason: 'grant_ended',
  };
  const event = { type: 'connection.reconnect_required', profileId, occurredAt: base.clock.now(), data };
  base.state.tx(() => {
    for (let n = from; n < from + EVENTS; n += 1) announceEvent(base, { ...event, key: `bench ${n}` });
  });
}

/** Enough of them that no rate limit of one applies. */
function bearersOf({ base, profileId }: TestApp): Record<Credential, string[]> {
  const personId = findPerson(base, OWNER)?.personId ?? '';
  const numbers = Array.from({ length: CREDENTIALS }, (_, n) => n);
  const key = { profileId, scopes: ['analytics:read'], ratePerMinute: 60_000, actor: 'bench' };
  return {
    keys: numbers.map((n) => createApiKey(base, { ...key, name: `bench ${n}` }).secret),
    sessions: numbers.map(() => createSession(base, { personId, actor: 'bench' }).token),
  };
}

const OWNER = 'owner@shop.example';
const PASSWORD = 'four words of a bench';
type Credential = 'keys' | 'sessions';

interface Checked {
  keys: LoadAnswer;
  sessions: LoadAnswer;
  signIns: number[];
}

/** People who sign in meanwhile, each from an address of their own. */
async function signInUntil({ base }: TestApp, isOver: () => boolean): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; !isOver(); n += 1) {
    const address = `192.0.2.${n % 250}`;
    const { ms, value } = await timed(() => signIn(base, { email: OWNER, password: PASSWORD, address, device: undefined }));
    if (!value) throw new Error('a sign-in was refused');
    took.push(ms);
    await pause(1_000 / SIGN_INS_PER_SECOND);
  }
  return took;
}

const p99 = ({ latencies }: LoadAnswer): number => quantile(latencies, 0.99);
const most = ({ keys, sessions }: Checked): number => Math.max(p99(keys), p99(sessions));

/** Pages of both lists, through filters and cursors. */
async function pagesOf(app: TestApp, { lane, destination }: Lanes): Promise<number[]> {
  const took: number[] = [];
  const cursors: Record<string, string | null> = {};
  for (let n = 0; n < PAGES; n += 1) {
    const [path, filter] =
      n % 2 === 0
        ? ['/webhooks/deliveries', n % 8 === 6 ? { state: 'exhausted' } : n % 8 === 4 ? { subscription_id: lane } : undefined]
        : [
            '/conversion-sync/deliveries',
            n % 8 === 7 ? { status: 'rejected' } : n % 8 === 5 ? { destination_id: destination } : undefined,
          ];
    const cursor = filter === undefined ? cursors[path] : undefined;
    const query = { profile_id: app.profileId, limit: 100, ...filter, ...(cursor ? { cursor } : {}) };
    const { ms, value } = await timed(() => app.api(app.session).get(path, query));
    if (value.status !== 200) throw new Error(JSON.stringify(value.body));
    if (filter === undefined) cursors[path] = value.body.pagination.cursor;
    took.push(ms);
  }
  return took;
}

async function resultsOf(app: TestApp, lanes: Lanes, { quiet, busy, filledMs, rows }: Found): Promise<Result[]> {
  const sent = app.base.ledger
    .lanePage({ ledger: 'webhooks', lane: lanes.lane }, { states: ['delivered'], limit: 2 * EVENTS + 1 })
    .filter(({ key }) => !key.startsWith('msg_0000000000')).length;
  const pages = await pagesOf(app, lanes);
  const bytes = ['', '-wal'].reduce((sum, end) => sum + statSync(`${ledgerFile(app.dataDir)}${end}`).size, 0);
  const list = median(pages);
  return [
    {
      name: 'webhooks',
      measured: { value: most(busy), unit: 'ms p99' },
      baseline: { value: most(quiet), unit: 'ms p99', what: 'while nothing is sent' },
      ratio: most(busy) / most(quiet),
      targets: [
        { of: 'key checks p99', found: p99(busy.keys), atMost: 20, unit: 'ms' },
        { of: 'session checks p99', found: p99(busy.sessions), atMost: 20, unit: 'ms' },
        { of: 'list p50', found: list, atMost: 50, unit: 'ms' },
      ],
      details: {
        key_checks: busy.keys.requests,
        key_checks_p50_ms: quantile(busy.keys.latencies, 0.5),
        session_checks_p50_ms: quantile(busy.sessions.latencies, 0.5),
        quiet_keys_p99_ms: p99(quiet.keys),
        quiet_sessions_p99_ms: p99(quiet.sessions),
        sign_ins: busy.signIns.length,
        sign_in_p50_ms: median(busy.signIns),
        sign_in_p99_ms: quantile(busy.signIns, 0.99),
        quiet_sign_in_p50_ms: median(quiet.signIns),
        quiet_sign_in_p99_ms: quantile(quiet.signIns, 0.99),
        sent,
        list_p99_ms: quantile(pages, 0.99),
        bytes_per_row: bytes / (rows + 2 * EVENTS),
        rows_per_second: rows / (filledMs / 1000),
      },
    },
  ];
}

interface Found {
  quiet: Checked;
  busy: Checked;
  filledMs: number;
  rows: number;
}

/** Keys, then sessions, each for as long; `before` each of them there is something to send. */
async function check(bench: Bench, app: TestApp, bearers: Record<Credential, string[]>, before: () => void): Promise<Checked> {
  const sessionPath = `/api/v1/webhooks/subscriptions?profile_id=${app.profileId}`;
  const paths = { keys: '/api/v1/profile/freshness', sessions: sessionPath };
  const signIns: number[] = [];
  const of = async (credential: Credential): Promise<LoadAnswer> => {
    before();
    let isOver = false;
    const signingIn = signInUntil(app, () => isOver);
    const load: Load = {
      kind: 'get',
      paths: [paths[credential]],
      bearers: bearers[credential],
      connections: 16,
      ms: LOAD_MS,
      port: Number(new URL(app.baseUrl).port),
      perSecond: CHECKS_PER_SECOND,
    };
    try {
      return mustSucceed(await bench.load(load));
    } finally {
      isOver = true;
      signIns.push(...(await signingIn.catch(() => [])));
    }
  };
  return { keys: await of('keys'), sessions: await of('sessions'), signIns };
}

export const webhooks: Figure = {
  name: 'webhooks',
  about:
    'checks of keys and of sessions while webhooks are sent beside a million deliveries; sign-ins; pages of their lists; room of a row',
  baseline: 'the same checks while nothing is sent',
  run: async (bench) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tributary-bench-webhooks-'));
    const app = await startTestApp({ dataDir, config: { checkResponses: false, webhookNetworks: '127.0.0.1' } });
    const receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    try {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
      const query: Record<string, unknown> = { profile_id: app.profileId };
      const session = app.api(app.session);
      const created = await session.post('/webhooks/subscriptions', { url, event_types: ['*'] }, query);
      const target = { kind: 'https', settings: { target_id: url } };
      const result = await session.post('/exports/destinations', target, query);
      const lanes: Lanes = { lane: created.body.data.id, destination: result.body.data.id };
      const hashed = await hashPassword(PASSWORD);
      app.base.state.tx(() => putPassword(app.base, findPerson(app.base, OWNER)?.personId ?? '', hashed));
      const bearers = bearersOf(app);
      const quiet = await check(bench, app, bearers, () => undefined);
      const { ms: filledMs } = await timed(() => fill(app, lanes, bench.events));
      const work = startWork(app.base, [laneJob]);
      let announced = 0;
      const busy = await check(bench, app, bearers, () => {
        announce(app, announced);
        announced += EVENTS;
      });
      await work.stop();
      return await resultsOf(app, lanes, { quiet, busy, filledMs, rows: bench.events });
    } finally {
      receiver.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
