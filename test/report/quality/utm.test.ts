// The audit of utm parameters from both sides: campaigns with spend that visits know or do not, and parameters of visits that look wrong.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { auditBudget } from '../../../src/report/quality/utm-audit.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
const page = (query: string) => `https://shop.example/?${query}`;
before(async () => {
  shop = await openShop();
  const campaign = (id: string, name: string) => ({
    campaign_id: id,
    campaign_name: name,
    adset_id: `${id}s`,
    ad_id: `${id}a`,
    spend: '20',
  });
  await shop.spend('tiktok', {
    '2026-03-06': [campaign('t1', 'Dance'), campaign('t2', 'Song'), campaign('t3', 'Twice'), campaign('t4', 'Twice')],
  });
  await shop.spend('linkedin', { '2026-03-06': [campaign('l1', 'Office')] });
  const queries = [
    'utm_source=tiktok&utm_medium=paid_social&utm_campaign=dance',
    'utm_source=tiktok&utm_medium=paid_social&utm_campaign=Twice',
    'utm_source=our_agency&utm_medium=cpc&utm_campaign=Office',
    'utm_source=newsletter&utm_medium=email&utm_campaign={{campaign.name}}',
    'utm_source=newsletter&utm_medium=email&utm_campaign=null&utm_content=ana@example.com',
  ];
  for (const [i, query] of queries.entries())
    await shop.visit({ at: `2026-03-07T1${i}:00:00Z`, browser: `visitor-${i}`, url: page(query) });
  // Of a mail tool, of a form on a later page, and of a page that is named by its person.
  const addresses = ['?email=ana%40example.com', 'thanks?step=2&Mail=ana@example.com', 'account/ana@example.com/orders?step=3'];
  for (const [i, address] of addresses.entries())
    await shop.visit({ at: `2026-03-07T18:0${i}:00Z`, browser: 'visitor-mailed', url: `https://shop.example/${address}` });
  shop.clock.set('2026-03-08T12:00:00Z');
  await shop.settle();
});
after(() => shop.close());

interface Campaign {
  campaign_id: string;
  state: string;
  linked_by: string | null;
  visits: number;
  fix: { operation: string; params: Record<string, unknown> } | null;
}

test('getUtmAudit', async (t) => {
  const read = async () => (await shop.owner.get('/quality/utm')).body;

  await t.test('says of each campaign with spend whether visits know it, and by what', async () => {
    const { data } = await read();
    const states = Object.fromEntries(
      data.campaigns.map((row: Campaign) => [row.campaign_id, [row.state, row.linked_by, row.visits]]),
    );
    assert.deepEqual(states, {
      c1: ['linked', 'id', 1],
      t1: ['linked', 'name', 1],
      t2: ['not_linked', null, 0],
      t3: ['name_collision', null, 1],
      t4: ['name_collision', null, 1],
      l1: ['unknown_source', null, 1],
      m1: ['no_tagged_visits', null, 0],
    });
    assert.deepEqual(data.totals.linked, { campaigns: 2, spend: '90' });
    assert.equal(data.totals.campaigns, 7);
  });

  await t.test('proposes an alias, which links the campaign once it is confirmed', async () => {
    const row = (await read()).data.campaigns.find(({ campaign_id }: Campaign) => campaign_id === 'l1');
    const aliases = [{ utm_source: 'our_agency', platform: 'linkedin' }];
    assert.deepEqual(row.fix, { operation: 'previewClassification', params: { rules: [], spend_aliases: aliases } });
    const range = { date_from: '2026-03-01', date_to: '2026-03-08' };
    assert.equal((await shop.owner.post('/classification/preview', { ...range, ...row.fix.params })).status, 200);
    assert.equal((await shop.owner.put('/classification/rules', { rules: [], spend_aliases: aliases })).status, 200);
    await shop.settle();
    const then = (await read()).data.campaigns.find(({ campaign_id }: Campaign) => campaign_id === 'l1');
    assert.deepEqual([then.state, then.linked_by], ['linked', 'alias']);
  });
});

test('listUtmAnomalies', async (t) => {
  await t.test('reads what is missing in the address, and never shows what is personal', async () => {
    const { body } = await shop.owner.get('/quality/utm/anomalies');
    const rows = body.data.map((row: Record<string, unknown>) => [row['kind'], row['parameter'], row['value'], row['status']]);
    const { true: personal = [], false: others = [] } = Object.groupBy(
      rows,
      ([kind]: unknown[]) => String(kind === 'personal_data') as 'true' | 'false',
    );
    assert.deepEqual(personal.sort(), [
      ['personal_data', '(path)', 'redacted', 'problem'],
      ['personal_data', 'email', 'redacted', 'problem'],
      ['personal_data', 'mail', 'redacted', 'problem'],
      ['personal_data', 'utm_content', 'redacted', 'problem'],
    ]);
    assert.deepEqual(others, [
      ['macro_unexpanded', 'utm_campaign', '{{campaign.name}}', 'ok'],
      ['placeholder', 'utm_campaign', 'null', 'ok'],
    ]);
    assert.doesNotMatch(JSON.stringify(body), /ana@|ana%40/);
  });
  await t.test('refuses ranges and goals that are none', async () => {
    assert.equal((await shop.owner.get('/quality/utm/anomalies', { days: 0 })).status, 400);
    assert.equal((await shop.owner.get('/quality/utm/anomalies', { goal: 'none' })).body.error.code, 'invalid_parameter');
  });
});

test('refreshUtmAudit', async (t) => {
  await t.test('stores the totals; two at once are one run', async () => {
    await shop.visit({ at: '2026-03-08T12:30:00Z', browser: 'late', url: page('utm_source=x') });
    await shop.settle();
    let audits = 0;
    const queryEach = shop.base.warehouse.queryEach.bind(shop.base.warehouse);
    shop.base.warehouse.queryEach = (target, statements, options) => {
      if (statements.some(({ name }) => name?.endsWith('utm_audit_list'))) audits += 1;
      return queryEach(target, statements, options);
    };
    const [one, two] = await Promise.all([shop.owner.post('/quality/utm/refresh'), shop.owner.post('/quality/utm/refresh')]);
    shop.base.warehouse.queryEach = queryEach;
    assert.deepEqual([one.status, two.status, audits], [200, 200, 1]);
    const { summary, totals } = (await shop.owner.get('/quality/utm')).body.data;
    assert.deepEqual(summary.totals, totals);
    assert.equal(summary.computed_at, '2026-03-08T12:30:00.000Z');
  });
  await t.test('beyond its budget it is refused, and the last totals are readable', async () => {
    await shop.visit({ at: '2026-03-08T12:40:00Z', browser: 'later', url: page('utm_source=y') });
    await shop.settle();
    const budget = auditBudget(shop.base);
    const usual = budget.ms;
    budget.ms = 0;
    const refused = await shop.owner.post('/quality/utm/refresh');
    assert.deepEqual([refused.status, refused.body.error.code], [504, 'audit_timeout']);
    const { body } = await shop.owner.get('/quality/utm');
    budget.ms = usual;
    // What the refused run computed may be there by now.
    if (body.data.totals === null) assert.equal(body.warnings[0].code, 'audit_timeout');
    assert.equal(body.data.summary.computed_at, '2026-03-08T12:30:00.000Z');
    assert.equal((await shop.owner.post('/quality/utm/refresh')).status, 200);
  });
  await t.test('is for analysts; a key needs the scope', async () => {
    const { secret } = createApiKey(shop.base, {
      profileId: shop.profileId,
      name: 'ads',
      scopes: ['campaigns:read'],
      actor: 'system',
    });
    for (const path of ['/quality', '/quality/utm', '/quality/utm/anomalies', '/quality/attribution'])
      assert.equal((await shop.api(secret).get(path)).body.error.code, 'insufficient_scope', path);
    assert.equal((await shop.api(secret).post('/quality/utm/refresh')).status, 403);
    assert.equal((await shop.api().post('/quality/utm/refresh')).status, 401);
  });
});
