// What /metrics says of intake, of how far behind the figures are, of the disk and of what the parser refused.
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { createMetrics } from '../../../src/doors/http/metrics.ts';
import { createHttpServer } from '../../../src/doors/http/server.ts';
import { startTestApp, type TestApp, type TestOptions } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const text = async (): Promise<string> => (await app.request.get('/metrics').expect(200)).text;
/** The value of a line that begins so. */
async function value(line: string): Promise<number> {
  const found = (await text()).split('\n').find((each) => each.startsWith(`${line} `));
  assert.ok(found, `there is ${line}`);
  return Number(found.slice(line.length + 1));
}
const pay = (key: string, amount: string) =>
  app.api(app.apiKey).post('/events', {
    event_type: 'payment_received',
    idempotency_key: key,
    occurred_at: '2026-03-10T00:00:00Z',
    value: { amount, currency: 'USD' },
  });

test('intake and how far behind the figures are', async () => {
  await pay('a', '1.00');
  await pay('a', '1.00');
  await pay('a', '2.00');
  assert.equal(await value('tributary_intake_facts_total{outcome="created"}'), 1);
  assert.equal(await value('tributary_intake_facts_total{outcome="duplicate"}'), 1);
  assert.equal(await value('tributary_intake_refused_facts_total{reason="conflict"}'), 1);
  assert.equal(await value('tributary_errors_total{code="idempotency_key_conflict"}'), 1);
  assert.equal(await value('tributary_journal_waiting_facts'), 0);
  app.clock.advance(30_000);
  for (const step of ['stitch', 'land']) {
    assert.equal(await value(`tributary_${step}_lag_facts`), 1);
    assert.equal(await value(`tributary_${step}_lag_seconds`), 30);
  }
  assert.equal(await value('tributary_compute_lag_seconds'), 30);
  await app.settle();
  for (const step of ['stitch', 'land', 'compute']) {
    assert.equal(await value(`tributary_${step}_lag_facts`), 0);
    assert.equal(await value(`tributary_${step}_lag_seconds`), 0);
  }
});

test('a replay that waits is in the lag', async () => {
  const { jobId } = app.base.state.jobs.add({ kind: 'replay', profileId: app.profileId, payload: {} });
  app.clock.advance(5_000);
  assert.equal(await value('tributary_replays_pending'), 1);
  assert.equal(await value('tributary_compute_lag_seconds'), 5);
  assert.equal(await value('tributary_replay_progress_ratio'), 1);
  const job = app.base.state.jobs.take(jobId, 60);
  assert.ok(job);
  app.base.state.jobs.progress(job, { phase: 'journal', landedSeq: '1', lastSeq: '4' });
  assert.equal(await value('tributary_replay_progress_ratio'), 0.25);
});

test('the disk', async () => {
  const used = await value('tributary_disk_used_ratio');
  assert.ok(used > 0 && used < 1);
  for (const store of ['journal', 'state', 'warehouse']) assert.ok((await value(`tributary_store_bytes{store="${store}"}`)) > 0);
  assert.equal(await value('tributary_store_bytes{store="archive"}'), 0);
  assert.equal(await value('tributary_last_backup_timestamp_seconds'), 0);
});

test('what the parser refuses', async (t) => {
  const server = createHttpServer(
    () => undefined,
    () => 'http://127.0.0.1',
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const send = (words: string): Promise<string> =>
    new Promise((done) => {
      let got = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(words));
      socket.on('data', (chunk) => {
        got += chunk;
      });
      socket.on('close', () => done(got));
    });
  assert.match(await send('this is no HTTP\r\n\r\n'), /^HTTP\/1\.1 400 /);
  assert.match(await send(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /);
  assert.equal(await value('tributary_parser_refusals_total{status="400"}'), 1);
  assert.equal(await value('tributary_parser_refusals_total{status="431"}'), 1);
});

test('every number of ours has its help and its type, and its unit in its name', async () => {
  const lines = (await text()).split('\n');
  const names = new Set(
    lines
      .filter((line) => line.startsWith('tributary_'))
      .map((line) => (/^\w+/.exec(line)?.[0] ?? '').replace(/_(bucket|sum|count)$/, '')),
  );
  assert.ok(names.size > 20);
  for (const name of names) {
    assert.ok(
      lines.some((line) => line.startsWith(`# HELP ${name} `)),
      `${name} has its help`,
    );
    assert.ok(
      lines.some((line) => line.startsWith(`# TYPE ${name} `)),
      `${name} has its type`,
    );
    assert.match(
      name,
      /_(total|seconds|facts|jobs|bytes|ratio|profiles|pending|failed|files|problems|refusing|statements|restarts)$/,
    );
  }
});

test('only who may reads them, where the operator says so', async (t) => {
  const opened = async (config: TestOptions['config']) => {
    const own = await startTestApp({ config: config ?? {} });
    t.after(() => own.close());
    return async (headers: Record<string, string> = {}): Promise<string> => {
      const response = await fetch(`${own.baseUrl}/metrics`, { headers });
      const said = await response.text();
      if (response.status === 200) assert.match(said, /^tributary_intake_facts_total/m);
      else assert.doesNotMatch(said, /tributary_intake/);
      return response.status === 200 ? '200' : `${response.status} ${JSON.parse(said).error.code}`;
    };
  };
  const secret = 'a-secret-of-the-monitor';
  const withToken = await opened({ metricsToken: secret });
  assert.equal(await withToken(), '401 unauthorized');
  for (const wrong of [`Bearer ${secret}x`, 'Bearer', `Basic ${secret}`, secret])
    assert.equal(await withToken({ authorization: wrong }), '401 unauthorized', wrong);
  assert.equal(await withToken({ authorization: `Bearer ${secret}` }), '200');
  const ofMachine = await opened({ metricsLoopback: true });
  assert.equal(await ofMachine(), '200');
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    assert.equal(await ofMachine({ [name]: '127.0.0.1' }), '403 forbidden', name);
});

test('services of one process share its metrics, which start timers that nobody can end', async () => {
  const started: string[] = [];
  const hook = createHook({ init: (_id, type) => started.push(type) }).enable();
  const second = createMetrics(app.base);
  hook.disable();
  assert.deepEqual(
    started.filter((type) => ['Timeout', 'ELDHISTOGRAM', 'PerformanceObserver'].includes(type)),
    [],
  );
  assert.equal((await second.text()).match(/^process_cpu_seconds_total /gm)?.length, 1);
});
