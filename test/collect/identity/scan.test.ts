// The proposer: what it finds, that it never asks again about what was answered, and that what it reads is kept sealed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scansDue } from '../../../src/collect/identity/matching/scan.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

test('scanMergeProposals', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const owner = app.api(app.apiKey);
  const send = async (rows: unknown[]): Promise<void> => {
    const { status, body } = await owner.post('/customers', { rows });
    assert.deepEqual([status, body.data.summary.rejected], [200, 0], JSON.stringify(body));
  };
  const pays = async (event: Record<string, unknown>): Promise<void> => {
    const { status, body } = await owner.post('/events', {
      event_type: 'payment_received',
      occurred_at: '2026-03-20T12:00:00Z',
      ...event,
    });
    assert.equal(status, 201, JSON.stringify(body));
  };
  const scanned = async (): Promise<Json> => {
    const { status, body } = await owner.post('/identity/merge-proposals/scan');
    assert.equal(status, 202);
    await scansDue(app.base);
    return app.base.state.jobs.byId(body.data.job_id)?.result;
  };
  const queue = async (query: Record<string, unknown> = {}): Promise<Json[]> =>
    (await owner.get('/identity/merge-proposals', query)).body.data;
  const pairs = async (): Promise<string[]> =>
    (await queue()).map((row) =>
      [...row.customers.map((c: Json) => c.primary_email ?? c.primary_phone), row.reasons.map((r: Json) => r.code)].join(' '),
    );

  const home = { address: '12 Elm Street', city: 'Santiago', postcode: '8320000' };
  await send([
    { email: 'ana@one.example', first_name: 'Ana', last_name: 'Rojas', properties: { ...home, date_of_birth: '1980-02-01' } },
    {
      email: 'rojas@two.example',
      first_name: 'Ana',
      last_name: 'Roja',
      properties: { zip: '8320000', DOB: '1980-02-01', mood: 'good' },
    },
    { email: 'pedro@one.example', first_name: 'Pedro', last_name: 'Rojas', properties: { ...home, birthday: '1978-07-12' } },
    { email: 'beatriz.soto@mail.example', first_name: 'Beatriz', last_name: 'Soto' },
    { email: 'beatriz.zoto@mail.example', first_name: 'Beatriz', last_name: 'Soto' },
    { email: 'beatriz@else.example', first_name: 'Beatriz', last_name: 'Soto' },
    { phone: '+56987654321', external_id: 'one' },
    { phone: '+56987654321', external_id: 'two', email: 'two@else.example' },
  ]);
  await pays({ idempotency_key: 'p-1', value: { amount: '10', currency: 'USD' }, user_traits: { email: 'payer@a.example' } });
  await pays({
    idempotency_key: 'p-2',
    installment_of: 'p-1',
    value: { amount: '5', currency: 'USD' },
    user_traits: { email: 'payer@b.example' },
  });
  await app.settle();

  await t.test('finds pairs by likeness, by an identifier two were named by, and by one payment', async () => {
    for (const created of [true, false])
      assert.equal((await owner.post('/identity/merge-proposals/scan')).body.data.created, created);
    const result = await scanned();
    assert.deepEqual([result.customers_compared, result.pairs_opened], [10, 4]);
    assert.deepEqual((await pairs()).sort(), [
      '+56987654321 two@else.example shared_phone',
      'ana@one.example rojas@two.example similar_name,same_birth_date,same_postcode',
      'beatriz.soto@mail.example beatriz.zoto@mail.example same_name,similar_email',
      'payer@a.example payer@b.example same_payment',
    ]);
    app.clock.advance(300_000);
    await scansDue(app.base);
    const ofImport = app.base.state.db.prepare("select result from jobs where dedupe_key like 'import:%'").pluck().get();
    assert.equal(JSON.parse(ofImport as string).pairs_opened, 0, 'the one that the import queued');
    for (const created of [true, false]) {
      const { data } = (await owner.post('/identity/merge-proposals/scan')).body;
      const { last_scan } = data;
      assert.deepEqual(
        [data.created, last_scan?.customers_compared, last_scan?.pairs_found],
        [created, 10, 4],
        'while a client polls',
      );
    }
  });

  await t.test('asks again about nothing that was answered, and opens nothing twice', async () => {
    const [likely, typo] = [
      (await queue()).find((row) => row.reasons[0].code === 'similar_name'),
      (await queue()).find((row) => row.reasons[1]?.code === 'similar_email'),
    ];
    const decide = (id: string, action: string) => owner.post(`/identity/merge-proposals/${id}/decide`, { action });
    assert.equal((await decide(likely.proposal_id, 'dismiss')).status, 200);
    assert.equal((await decide(typo.proposal_id, 'merge')).status, 200);
    const before = await pairs();
    const { pairs_opened, pairs_found } = await scanned();
    assert.deepEqual([pairs_opened, pairs_found], [0, 4]);
    assert.deepEqual(await pairs(), before);
    assert.deepEqual(
      (await queue({ status: 'dismissed' })).map((row) => row.proposal_id),
      [likely.proposal_id],
    );
  });

  await t.test('reads what events tell beside the identifiers too, and keeps it sealed', async () => {
    await pays({
      idempotency_key: 'p-3',
      value: { amount: '1', currency: 'USD' },
      user_traits: { email: 'cia@one.example', first_name: 'Cia', last_name: 'Lagos' },
      properties: { address: 'Secret Alley 77', postcode: 'QX-77' },
    });
    await send([
      { email: 'lagos@two.example', first_name: 'Cia', last_name: 'Lagos', properties: { address: '77 Secret Alley' } },
    ]);
    await app.settle();
    assert.equal((await scanned()).pairs_opened, 1);
    assert.equal(app.base.state.db.prepare('select count(*) from customer_details').pluck().get(), 5);
    app.base.state.db.pragma('wal_checkpoint(truncate)');
    for (const file of ['state.sqlite', 'journal.sqlite', 'journal.sqlite-wal'])
      assert.equal(readFileSync(join(app.dataDir, file)).includes('Secret Alley'), false, file);
  });
});

test('a scan that is lost with its process is taken up again', async () => {
  const first: TestApp = await startTestApp();
  try {
    const { body } = await first.api(first.apiKey).post('/identity/merge-proposals/scan');
    const taken = first.base.state.jobs.take(body.data.job_id, 60);
    assert.ok(taken, 'somebody took it, and ended');
    first.clock.advance(120_000);
    await scansDue(first.base);
    assert.equal(first.base.state.jobs.byId(taken.jobId)?.status, 'done');
  } finally {
    await first.close();
  }
});
