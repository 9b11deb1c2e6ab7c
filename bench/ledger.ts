// Where rows of deliveries belong: requests with credentials are answered at a steady rate while a million rows are written and then set to
// another state, through state's connection or through the ledger. usage: bin/run node bench/ledger.ts [--rows N] [--rate N] [--only none,state,ledger]
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { sqlText } from '../src/base/sql/sql-files.ts';
import type { TestApp } from '../test/harness.ts';

const BATCH = 200;
const QUIET_MS = 10_000;
/** Writes to the ledger that wait for one another, as of the deliveries that are under way. */
const AT_ONCE = 8;

interface Load {
  address: string;
  apiKey: string;
  rate: number;
  /** 1 when it is to end; then latencies are in `result`, in tenths of a millisecond, and their number in `count`. */
  control: SharedArrayBuffer;
  result: SharedArrayBuffer;
}

/** Sends requests at their times, whatever came of those before, and notes for each how long it took from its time on. */
async function load({ address, apiKey, rate, control, result }: Load): Promise<void> {
  const [flags, latencies] = [new Int32Array(control), new Int32Array(result)];
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const began = performance.now();
  for (let sent = 0; Atomics.load(flags, 0) === 0; sent += 1) {
    const due = began + (sent * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    const call = request(`${address}/api/v1/profile/freshness`, { agent, headers: { authorization: `Bearer ${apiKey}` } });
    call.on('response', (response) => {
      response.resume().on('end', () => {
        const at = Atomics.add(flags, 1, 1);
        latencies[at] = Math.round((performance.now() - due) * 10);
        if (response.statusCode !== 200) Atomics.add(flags, 2, 1);
      });
    });
    call.on('error', () => Atomics.add(flags, 2, 1));
    call.end();
  }
  agent.destroy();
}

type Write = (app: TestApp, rows: number) => Promise<void>;

const delivery = (n: number) => ({
  ledger: 'deliveries',
  profileId: 'bench',
  key: `delivery ${n}`,
  state: 'waiting',
  at: n,
  body: { url: 'https://shop.example/hooks/orders', event: 'order.paid', attempt: 1, status: null, bytes: 1_024 },
});

/** Batches in order, some at once; first all rows, then their new state. */
async function inBatches(rows: number, write: (from: number, to: number, isChange: boolean) => unknown): Promise<void> {
  for (const isChange of [false, true]) {
    const running = new Set<Promise<unknown>>();
    for (let from = 0; from < rows; from += BATCH) {
      const writing: Promise<unknown> = Promise.resolve(write(from, Math.min(rows, from + BATCH), isChange)).finally(() =>
        running.delete(writing),
      );
      running.add(writing);
      if (running.size >= AT_ONCE) await Promise.race(running);
      await endOfTurn();
    }
    await Promise.all(running);
  }
}

const range = (from: number, to: number): ReturnType<typeof delivery>[] =>
  Array.from({ length: to - from }, (_, n) => delivery(from + n));

const throughState: Write = async ({ base }, rows) => {
  const { db } = base.state;
  db.exec(sqlText('ledger/schema').replace(/pragma.*/, ''));
  const [add, change] = ['entry_add', 'entry_update'].map((name) => db.prepare<[object]>(sqlText(`ledger/${name}`)));
  await inBatches(rows, (from, to, isChange) =>
    base.state.tx(() => {
      for (const { ledger, profileId, key, at, state, body } of range(from, to)) {
        const named = { ledger, profile_id: profileId, key, at, due_at: null };
        if (isChange) change?.run({ ...named, state: 'delivered', body: null, kept: null, ended: null });
        else add?.run({ ...named, state, body: JSON.stringify(body), lane: null });
      }
    }),
  );
};

const throughLedger: Write = ({ base }, rows) =>
  inBatches(rows, (from, to, isChange) =>
    isChange
      ? base.ledger.update(range(from, to).map(({ body: _, ...entry }) => ({ ...entry, state: 'delivered' })))
      : base.ledger.append(range(from, to)),
  );

const WRITES: Record<string, Write> = { none: () => pause(QUIET_MS), state: throughState, ledger: throughLedger };

async function measure(name: string, rows: number, rate: number): Promise<void> {
  const { startTestApp } = await import('../test/harness.ts');
  const dataDir = join(tmpdir(), `tributary-bench-ledger-${process.pid}`);
  const app = await startTestApp({ dataDir, config: { checkResponses: false } });
  const { createApiKey } = await import('../src/account/keys/index.ts');
  const { base, profileId } = app;
  const key = createApiKey(base, {
    profileId,
    name: 'bench',
    scopes: ['analytics:read'],
    ratePerMinute: 1_000_000,
    actor: 'bench',
  });
  const [control, result] = [new SharedArrayBuffer(12), new SharedArrayBuffer(4 * 2_000_000)];
  const flags = new Int32Array(control);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { address: app.baseUrl, apiKey: key.secret, rate, control, result } satisfies Load,
  });
  const ended = new Promise((done) => worker.once('exit', done));
  await pause(1_000);
  const first = Atomics.load(flags, 1);
  const began = performance.now();
  await WRITES[name]?.(app, rows);
  const seconds = (performance.now() - began) / 1000;
  const last = Atomics.load(flags, 1);
  Atomics.store(flags, 0, 1);
  await ended;
  const took = [...new Int32Array(result).subarray(first, last)].sort((a, b) => a - b);
  const at = (share: number): string => ((took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0) / 10).toFixed(1);
  const written = name === 'none' ? '' : `, ${Math.round((2 * rows) / seconds).toLocaleString('en-US')} writes/s`;
  console.log(
    `${name}: ${seconds.toFixed(1)} s${written}; ${took.length} requests (${(took.length / seconds).toFixed(0)}/s, ${Atomics.load(flags, 2)} failed): p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
  );
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
}

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      rate: { type: 'string', default: '200' },
      only: { type: 'string', default: 'none,state,ledger' },
    },
  });
  for (const name of values.only.split(',')) await measure(name, Number(values.rows), Number(values.rate));
} else {
  await load(workerData as Load);
}
