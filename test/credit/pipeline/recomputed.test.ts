// Figures that a newer version computes otherwise do not change in silence. The figures of before are planted in a shop's file as another version left it:
// its code, and rows that this version computes otherwise. What is recorded is exactly that, whatever has arrived since, and nothing where both are equal.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { programVersion } from '../../../src/base/upgrade/version.ts';
import { codeVersion, figureChanges, settle } from '../../../src/credit/pipeline/index.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { openShop, type Shop, startShop } from '../../report/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers as JSON, which the contract has been checked against
type Json = any;
const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31' };
const BEFORE = '0.9.0';
const OTHER_CODE = 7n;

/** The shop closed by another version, which had computed these rows. */
async function shopOfOther(
  t: TestContext,
  planted: readonly string[],
): Promise<{ reopen: () => Promise<Shop>; version: string }> {
  const dataDir = join(temporaryFolder(t), 'data');
  const shop = await openShop({ dataDir });
  const { meta } = (await shop.owner.get('/overview', MARCH)).body;
  const sqls = [`update cursors set value = ${OTHER_CODE} where name = 'schema_version'`, ...planted];
  await shop.base.warehouse.write(
    { profileId: shop.profileId },
    sqls.map((sql) => ({ sql })),
  );
  shop.base.state
    .statement('credit/pipeline/figure_version_put')
    .run({ profile_id: shop.profileId, code: OTHER_CODE, version: BEFORE });
  const credentials = { profileId: shop.profileId, apiKey: shop.apiKey };
  await shop.close();
  const reopen = async (): Promise<Shop> => {
    const again = await startShop({
      dataDir,
      at: '2026-03-09T00:00:00Z',
      installation: { email: 'other@shop.example', workspace: 'Other' },
    });
    t.after(() => again.close());
    return { ...again, ...credentials, owner: again.api(credentials.apiKey) };
  };
  return { reopen, version: `${meta.version.through_seq}.${meta.version.through_decision}` };
}

const changesOf = async (shop: Shop, query: Record<string, unknown>): Promise<Json> => {
  const { status, body } = await shop.owner.get('/attribution/changes', { ...MARCH, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const codes = (body: Json): string[] => (body.warnings ?? []).map((warning: Json) => warning.code);

test('figures of another version that come to the same record nothing', async (t) => {
  const { reopen, version } = await shopOfOther(t, []);
  const shop = await reopen();
  const { body } = await shop.owner.get('/overview', MARCH);
  assert.ok(!codes(body).includes('computed_differently'));
  assert.deepEqual(await figureChanges(shop.base, shop.profileId), []);
  const last = shop.base.state.statement('credit/pipeline/figure_version_get').get({ profile_id: shop.profileId });
  assert.deepEqual(last, { code: Number(codeVersion()), version: programVersion() });
  const { data, meta } = await changesOf(shop, { known_from: version });
  assert.deepEqual(meta.computed_differently, []);
  assert.equal(data.totals.causes.computed_differently.revenue, '0');
});

test('what another version computed otherwise is a cause of its own, and said beside the figures', async (t) => {
  const { reopen, version } = await shopOfOther(t, [
    // Of order-2 it had counted 40, the newsletter was called otherwise, and a day of spend was less.
    `update conversions set net_amount = 40 where converted_day = '2026-03-06'`,
    `update origins set channel = 'Letters' where channel = 'Email'`,
    `update spend_rows set spend = 8 where platform = 'google' and spend_day = '2026-03-02'`,
  ]);
  const shop = await reopen();
  await shop.owner.post('/events', {
    event_type: 'payment_received',
    idempotency_key: 'order-9',
    occurred_at: '2026-03-06T15:00:00Z',
    value: { amount: '7', currency: 'USD' },
    anonymous_id: 'ben',
  });
  await settle(shop.base, shop.profileId);
  const { body: overview } = await shop.owner.get('/overview', MARCH);

  await t.test('GET /attribution/changes has the difference alone under computed_differently', async () => {
    const { data, meta } = await changesOf(shop, { known_from: version });
    assert.deepEqual(meta.computed_differently, [
      { changed_at: '2026-03-09T00:00:00.000Z', from_version: BEFORE, to_version: programVersion(), is_compared: true },
    ]);
    const { from, to, causes } = data.totals;
    assert.deepEqual(causes.computed_differently, { spend: '2', revenue: '10', outcomes: '0', credited_revenue: '10' });
    assert.equal(causes.new_events.revenue, '0');
    assert.equal(causes.late_events.revenue, '7');
    assert.deepEqual([from.revenue, to.revenue, from.spend], ['135', '152', '73']);
    const moved = Object.fromEntries(data.channels.map((row: Json) => [row.channel, row.causes.computed_differently]));
    const letters = data.channels.find(({ channel }: Json) => channel === 'Letters');
    const email = data.channels.find(({ channel }: Json) => channel === 'Email');
    assert.deepEqual([letters.from.credited_revenue, letters.to.credited_revenue], ['115', '0']);
    assert.deepEqual([email.from.credited_revenue, email.to.credited_revenue], ['0', '125']);
    assert.deepEqual([moved.Letters.outcomes, moved.Email.outcomes], ['-2', '2']);
    assert.equal(moved['Paid Search'].spend, '2');
  });
  await t.test('between two states after it, it is no cause', async () => {
    const { through_seq, through_decision } = overview.meta.version;
    const { data, meta } = await changesOf(shop, { known_from: `${through_seq}.${through_decision}` });
    assert.deepEqual(meta.computed_differently, []);
    assert.equal(data.totals.causes.computed_differently.revenue, '0');
  });
  await t.test('reports of its days say so for 30 days, and of other days do not', async () => {
    const said = overview.warnings.find(({ code }: Json) => code === 'computed_differently')?.message;
    assert.equal(
      said,
      `Version ${programVersion()} computes these days otherwise than ${BEFORE}: 3 days from 2026-03-02 to 2026-03-06; revenue +10 USD; spend +2 USD; credit of Email, Letters, Paid Search. GET /api/v1/attribution/changes shows it by channel (computed_differently).`,
    );
    const other = await shop.owner.get('/overview', { date_from: '2026-03-03', date_to: '2026-03-04' });
    assert.ok(!codes(other.body).includes('computed_differently'));
    shop.clock.set('2026-04-08T00:00:01Z');
    assert.ok(!codes((await shop.owner.get('/overview', MARCH)).body).includes('computed_differently'));
  });
});

test('figures whose earlier ones are gone are named as not compared', async (t) => {
  const { reopen, version } = await shopOfOther(t, ['drop view figure_sums']);
  const shop = await reopen();
  const { body } = await shop.owner.get('/overview', MARCH);
  assert.match(
    body.warnings.find(({ code }: Json) => code === 'computed_differently')?.message,
    /than 0\.9\.0: what else differs is unknown, as figures of before could not be read\./,
  );
  const { meta } = await changesOf(shop, { known_from: version });
  assert.equal(meta.computed_differently[0].is_compared, false);
});
