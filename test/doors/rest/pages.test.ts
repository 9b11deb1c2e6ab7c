// The reference and the probes: what somebody sees who only has the address.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Database from 'better-sqlite3';
import { errorCatalogue } from '../../../src/base/contract/error-catalogue.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { signedIn } from '../console/browser.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ warehouseStarts: 'now' });
});
after(() => app?.close());

test('the address leads to the console, signed in or not', async () => {
  await app.request.get('/').expect(302).expect('location', '/console/sign-in');
  const browser = await signedIn(app);
  const page = await browser.get('/');
  assert.equal(page.status, 302);
  assert.equal(page.headers.get('location'), '/console/');
});

test('the reference loads nothing from another host', async () => {
  const page = await app.request
    .get('/docs')
    .expect(200)
    .expect('content-type', /text\/html/);
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
  assert.ok(loaded.length >= 4);
  for (const path of loaded) {
    assert.match(path, /^\//);
    // The address of the service leads to the console.
    await app.request.get(path).expect(path === '/' ? 302 : 200);
  }
  assert.match(String(page.headers['content-security-policy']), /default-src 'self'/);
  assert.doesNotMatch(page.text, /<script>|onclick=/);
});

test('the section on keys says what the service does with one key in two operations', async () => {
  const { text } = await app.request.get('/docs/errors').expect(200);
  const section = text.slice(text.indexOf('id="idempotency_key_conflict"'), text.indexOf('id="idempotency_key_in_flight"'));
  assert.match(section, /same operation/);
  assert.match(section, /The same key in another operation is independent/);
  assert.doesNotMatch(section, /or for another operation/);
});

test('every error code has its section', async () => {
  const { text } = await app.request
    .get('/docs/errors')
    .expect(200)
    .expect('content-type', /text\/html/);
  for (const [code, { status }] of Object.entries(errorCatalogue)) {
    assert.match(text, new RegExp(`<h2 id="${code}"><code>${code}</code> <span class="status">${status}`));
  }
});

test('health, readiness and metrics', async () => {
  await app.request.get('/healthz').expect(200, { status: 'ok' });
  const ready = await app.request.get('/readyz').expect(200);
  assert.deepEqual(ready.body.checks, {
    state: 'ok',
    journal: 'ok',
    warehouse: 'ok',
    archive: 'ok',
    ledger: 'ok',
    master_key: 'ok',
  });
  await app.api(app.apiKey).get('/profile');
  await app.api().get('/profile');
  const { text } = await app.request
    .get('/metrics')
    .expect(200)
    .expect('content-type', /text\/plain/);
  assert.match(text, /tributary_requests_total\{operation="getProfile",status="200"\} 1/);
  assert.match(text, /tributary_requests_total\{operation="getProfile",status="401"\} 1/);
  assert.match(text, /tributary_errors_total\{code="unauthorized"\} 1/);
  assert.match(text, /tributary_request_seconds_count\{operation="getProfile"\} 2/);
  assert.match(text, /process_resident_memory_bytes/);
});

test('readiness names the store that does not answer', async (t) => {
  const ready = async (status: number) => (await app.request.get('/readyz').expect(status)).body;
  const sent = await app.api(app.apiKey).post('/events/batch', {
    events: [{ event_type: 'signup', idempotency_key: 'k1', occurred_at: '2026-03-10T00:00:00Z' }],
  });
  assert.equal(app.base.journal.lastSeq(app.profileId), 1n, JSON.stringify(sent.body));
  await app.settle();
  assert.equal(await app.base.warehouse.exists(app.profileId), true);
  assert.equal((await ready(200)).status, 'ok');

  await t.test('a warehouse process that is there and does nothing', async () => {
    const pid = app.base.warehouse.status().pid as number;
    process.kill(pid, 'SIGSTOP');
    try {
      // The signal takes hold a moment later.
      const answers = () => app.base.warehouse.query({ profileId: app.profileId }, { sql: 'select 1' }, { deadlineMs: 100 });
      while (
        await answers().then(
          () => true,
          () => false,
        )
      );
      const checks = { state: 'ok', journal: 'ok', warehouse: 'unavailable', archive: 'ok', ledger: 'ok', master_key: 'ok' };
      assert.deepEqual(await ready(503), { status: 'unavailable', checks, problems: [] });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await app.base.warehouse.query({ profileId: app.profileId }, { sql: 'select 1' });
    assert.equal((await ready(200)).status, 'ok');
  });

  await t.test('a journal that cannot be written', async () => {
    const other = new Database(join(app.dataDir, 'journal.sqlite'));
    other.exec('begin immediate');
    try {
      const checks = { state: 'ok', journal: 'unavailable', warehouse: 'ok', archive: 'ok', ledger: 'ok', master_key: 'ok' };
      assert.deepEqual(await ready(503), { status: 'unavailable', checks, problems: [] });
    } finally {
      other.exec('rollback');
      other.close();
    }
    await app.base.journal.probe();
    assert.equal((await ready(200)).status, 'ok');
  });
});
