// Customers that were merged and are told apart again: no write names one of them for both, and nothing that was made of both outlives it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { backup } from '../../../src/base/backup/backup.ts';
import { scansDue } from '../../../src/collect/identity/matching/scan.ts';
import { restoreAndErase } from '../../../src/doors/jobs/restore.ts';
import { keyText, testConfig } from '../../base/folder.ts';
import { startTestApp } from '../../harness.ts';
import { AD_URL, MAIL_URL, type Shop, startShop } from '../../report/shop.ts';
import { buyer, idOf, namesBoth } from './buyers.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

/** Ana, who paid 10, and Bea, who paid 20; their merge, and what takes it back. */
interface Two {
  shop: Shop;
  ana: string;
  bea: string;
  merge(): Promise<void>;
  undo(): Promise<void>;
  erase(id: string): Promise<{ status: number; body: Json }>;
}

async function openTwo(t: TestContext): Promise<Two> {
  const shop = await startShop();
  t.after(() => shop.close());
  await buyer(shop, 'ana', 1, AD_URL);
  await buyer(shop, 'bea', 2, MAIL_URL);
  shop.clock.set('2026-03-09T00:00:00Z');
  await namesBoth(shop, 'ana', 'bea');
  await shop.settle();
  const [ana, bea] = [await idOf(shop, 'ana'), await idOf(shop, 'bea')];
  const [pair] = (await shop.owner.get('/identity/merge-proposals')).body.data;
  let merged = '';
  return {
    shop,
    ana,
    bea,
    merge: async () => {
      const { status, body } = await shop.owner.post(`/identity/merge-proposals/${pair.proposal_id}/decide`, { action: 'merge' });
      assert.equal(status, 200, JSON.stringify(body));
      merged = body.data.audit_log_id;
      await shop.settle();
    },
    undo: async () => {
      assert.equal((await shop.owner.post(`/identity/merges/${merged}/undo`)).status, 200);
      await shop.settle();
    },
    erase: (customer_profile_id) =>
      shop
        .api(shop.session)
        .post(`/workspaces/${shop.workspaceId}/customer-erasures`, { profile_id: shop.profileId, customer_profile_id }),
  };
}

test('who was merged into another is neither erased nor written about by that id', async (t) => {
  const { shop, ana, bea, merge, erase } = await openTwo(t);
  await merge();
  const requests = [await erase(bea), await shop.owner.post(`/customers/${bea}/journey-summary`)];
  for (const { status, body } of requests) {
    assert.deepEqual([status, body.error?.code], [422, 'customer_not_in_profile'], JSON.stringify(body));
    assert.match(body.error.message, new RegExp(`was merged into ${ana}: name that one, or undo the merge`));
  }
  assert.equal((await shop.owner.get('/customers/search', { q: 'ana@example.com' })).body.data[0].cash_revenue, '30');
});

test('a summary of two goes when they are told apart; what each had is there again', async (t) => {
  const { shop, ana, bea, merge, undo, erase } = await openTwo(t);
  const read = async (id: string): Promise<string | null> =>
    (await shop.owner.get(`/customers/${id}/journey-summary`)).body.data.summary;
  const write = async (id: string): Promise<string> =>
    (await shop.owner.post(`/customers/${id}/journey-summary`)).body.data.summary;
  const own = await write(ana);
  assert.match(own, /Paid 10 USD/);
  await merge();
  assert.equal(await read(ana), null, 'it was of one of the two');
  const both = await write(ana);
  assert.match(both, /20 USD/);
  assert.equal(await read(bea), both);
  await undo();
  assert.deepEqual([await read(ana), await read(bea)], [own, null]);
  await merge();
  assert.equal(await read(ana), both);
  await undo();
  await erase(bea);
  const kept = shop.base.state.db.prepare('select summary from journey_summaries').pluck().all();
  assert.deepEqual(kept, [own], 'nothing is kept of who was erased');
});

test('an older backup, in which they are one still, lets the one go that was erased and the other be', async (t) => {
  const { shop, ana, bea, merge, undo, erase } = await openTwo(t);
  await merge();
  const folder = mkdtempSync(join(tmpdir(), 'tributary-told-apart-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  await backup(shop.base, join(folder, 'older'));
  await undo();
  assert.equal((await erase(ana)).status, 200);
  const figures = async (api: Shop['owner']): Promise<Json> => {
    const { data } = (await api.get('/customers/search', { q: 'bea@example.com' })).body;
    const journey = (await api.get(`/customers/${bea}/journey`)).body.data;
    return [data, journey, (await api.get('/customers/search', { q: 'ana' })).body.data];
  };
  const live = await figures(shop.owner);
  assert.deepEqual([live[0][0].customer_profile_id, live[0][0].cash_revenue, live[1].total_count], [bea, '20', 2]);

  const restored = join(folder, 'restored');
  assert.equal((await restoreAndErase(join(folder, 'older'), testConfig(restored), { masterKey: keyText(shop.base) })).erased, 1);
  const other = await startTestApp({ dataDir: restored, installation: { email: 'other@shop.example', workspace: 'Another' } });
  t.after(() => other.close());
  assert.deepEqual(await figures(other.api(shop.apiKey)), live);
});

test('evidence that a scan finds while they are one is of the customer that the fact names', async (t) => {
  const { shop, ana, bea, merge, undo } = await openTwo(t);
  for (const [name, event_type] of [
    ['bea', 'payment_received'],
    ['cia', 'closed_won'],
  ] as const)
    await shop.outcome({
      event_type,
      idempotency_key: `deal-${name}`,
      deal_id: 'D-1',
      occurred_at: '2026-03-08T13:00:00Z',
      value: { amount: '5', currency: 'USD' },
      user_traits: { external_id: name, email: `${name}@example.com` },
    });
  await merge();
  const pairs = async (): Promise<Json> => {
    assert.equal((await shop.owner.post('/identity/merge-proposals/scan')).status, 202);
    await scansDue(shop.base);
    const { data } = (await shop.owner.get('/identity/merge-proposals', { status: 'all' })).body;
    const byPayment = data.filter((row: Json) => row.reasons.some(({ code }: Json) => code === 'same_payment'));
    return byPayment.map((row: Json) => row.customers.map((customer: Json) => customer.customer_profile_id));
  };
  assert.equal((await pairs()).length, 1);
  await undo();
  const cia = await idOf(shop, 'cia');
  shop.clock.advance(300_000);
  assert.deepEqual(await pairs(), [[bea, cia]], `not of ${ana}`);
});
