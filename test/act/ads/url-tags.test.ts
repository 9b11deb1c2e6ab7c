// URL parameters are given to many ads at once: each keeps its own, has a result of its own, and gets its creative of before back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { insight } from '../connections/meta-world.ts';
import { startWriteWorld } from './write-world.ts';

const HOUR_MS = 3_600_000;
const ACKNOWLEDGED = { acknowledge_learning_reset: true };

test('URL parameters of ads', async (t) => {
  const w = await startWriteWorld(t);
  const creativeOf = (id: string) => Object(w.account.ads.find((ad) => ad.id === id)?.['creative'])['id'];
  w.account.creatives = w.account.ads.map((ad) => ({
    ...Object(ad['creative']),
    object_story_spec: { page_id: '1', link_data: { link: 'https://shop.example/' } },
  }));
  const state = async () =>
    (await w.app.api(w.app.session).get('/quality/ad-ids/url-tags', { profile_id: w.app.profileId })).body.data;
  let change = '';

  await t.test('applyUrlTags', async () => {
    const body = { ad_ids: ['991', '992', '995', 'none'], ...ACKNOWLEDGED };
    w.meta.server.failWrites(undefined, undefined, 'throttled');
    const { status, body: answer } = await w.write('/quality/ad-ids/url-tags/apply', body, { key: 'tags' });
    assert.equal(status, 200, JSON.stringify(answer));
    const results = Object.fromEntries(answer.data.results.map((each: { ad_id: string }) => [each.ad_id, each]));
    assert.equal(results['991'].result, 'applied');
    assert.match(results['991'].after, /^ad_id=991&utm_source=facebook/, 'its own parameters stay');
    assert.deepEqual([results['992'].result, results['992'].reason], ['failed', 'provider_error']);
    assert.deepEqual([results['995'].result, results['none'].reason], ['skipped', 'not_found']);
    assert.notEqual(creativeOf('991'), '90991');
    assert.equal(creativeOf('992'), '90992');
    change = answer.data.change_id;
    assert.equal(answer.data.status, 'partly');
    w.app.clock.advance(2 * 3_600_000);
    assert.equal(
      (await w.write('/quality/ad-ids/url-tags/apply', { ad_ids: ['991'], ...ACKNOWLEDGED })).body.data.results[0].reason,
      'already_set',
    );
    w.carriedOut();
  });

  await t.test('parameters in the link of the ad are not set a second time', async () => {
    const creative = w.account.creatives?.find(({ id }) => id === creativeOf('992'));
    assert.ok(creative);
    const link =
      'https://shop.example/?utm_source=fb&utm_medium=m&utm_campaign=c&campaign_id={{campaign.id}}&adset_id={{adset.id}}';
    Object.assign(creative, { object_story_spec: { page_id: '1', link_data: { link } } });
    const { data } = (await w.write('/quality/ad-ids/url-tags/apply', { ad_ids: ['992'], ...ACKNOWLEDGED })).body;
    assert.deepEqual([data.results[0].reason, data.status], ['already_set', 'nothing_to_do']);
    Object.assign(creative, { object_story_spec: { page_id: '1', link_data: { link: 'https://shop.example/' } } });
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('needs the acknowledgement, and at most 25 ads', async () => {
    assert.equal((await w.write('/quality/ad-ids/url-tags/apply', { ad_ids: ['991'] })).status, 422);
    const ad_ids = Array.from({ length: 26 }, (_, no) => `${no}`);
    assert.equal((await w.write('/quality/ad-ids/url-tags/apply', { ad_ids, ...ACKNOWLEDGED })).status, 422);
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('getUrlTags', async () => {
    const { can_apply, changes } = await state();
    assert.equal(can_apply, true);
    assert.ok(
      changes.some((each: { change_id: string; status: string }) => each.change_id === change && each.status === 'partly'),
    );
  });

  await t.test('undoUrlTags', async () => {
    const { status, body } = await w.write('/quality/ad-ids/url-tags/undo', { change_id: change, ...ACKNOWLEDGED });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.data.status, ...body.data.results.map((each: { ad_id: string; result: string }) => `${each.ad_id} ${each.result}`)],
      ['applied', '991 applied'],
    );
    assert.equal(creativeOf('991'), '90991');
    assert.deepEqual(w.carriedOut(), ['ad_creative 991 90991']);
  });

  await t.test('what was made of a change that failed in the end can be taken back too', async () => {
    const body = { ad_ids: ['991', '992'], ...ACKNOWLEDGED };
    w.meta.server.failWrites(undefined, undefined, ...Array.from({ length: 12 }, () => 'reset' as const));
    assert.equal((await w.write('/quality/ad-ids/url-tags/apply', body, { key: 'half' })).status, 503);
    for (let hour = 0; hour < 14; hour += 1) {
      w.app.clock.advance(HOUR_MS);
      await runDue(w.app.base, [intentJob]);
    }
    const [last] = (await state()).changes;
    assert.deepEqual(
      [last.status, ...last.results.map((each: { ad_id: string; result: string }) => `${each.ad_id} ${each.result}`)],
      ['partly', '991 applied', '992 failed'],
    );
    const undone = await w.write('/quality/ad-ids/url-tags/undo', { change_id: last.change_id, ...ACKNOWLEDGED });
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    assert.equal(creativeOf('991'), '90991');
  });

  await t.test('a creative that a person has chosen since stays, whatever its parameters', async () => {
    const applied = await w.write('/quality/ad-ids/url-tags/apply', { ad_ids: ['991'], ...ACKNOWLEDGED });
    const ad = w.account.ads.find(({ id }) => id === '991');
    const made = w.account.creatives?.find(({ id }) => id === creativeOf('991'));
    assert.ok(ad && made);
    w.account.creatives?.push({ ...made, id: '7001', name: 'Newer' });
    ad['creative'] = { id: '7001' };
    const undone = await w.write('/quality/ad-ids/url-tags/undo', { change_id: applied.body.data.change_id, ...ACKNOWLEDGED });
    assert.deepEqual(
      undone.body.data.results.map((each: { reason: string }) => each.reason),
      ['invalid_state'],
    );
    assert.equal(undone.body.data.status, 'nothing_to_do');
    assert.equal(
      (await w.write('/quality/ad-ids/url-tags/apply', { ad_ids: ['none'], ...ACKNOWLEDGED })).body.data.status,
      'nothing_to_do',
    );
    assert.equal(creativeOf('991'), '7001');
  });
});

test('the list of ads, the preview and the change judge an ad alike', async (t) => {
  const w = await startWriteWorld(t);
  const query = { profile_id: w.app.profileId };
  const api = w.app.api(w.app.session);
  const feed = { optimization_type: 'REGULAR', link_urls: [{ website_url: 'https://shop.example/' }] };
  const story = (link: string) => ({ object_story_spec: { page_id: '1', link_data: { link } } });
  const kinds: Record<string, Record<string, unknown>> = {
    992: { ...story('https://shop.example/'), asset_feed_spec: feed },
    993: story('https://wa.me/49301234'),
  };
  w.account.creatives = w.account.ads.map((ad) => ({
    ...Object(ad['creative']),
    ...story('https://shop.example/'),
    ...kinds[String(ad['id'])],
  }));
  for (const ad of w.account.ads) ad['creative'] = w.account.creatives.find(({ id }) => id === Object(ad['creative'])['id']);
  Object.assign(w.account.ads.find(({ id }) => id === '994') ?? {}, { name: 'Post: summer' });
  Object.assign(w.account.campaigns.find(({ id }) => id === '72') ?? {}, { objective: 'OUTCOME_SALES' });
  w.account.insights.push(...['991', '992', '993', '994', '995'].map((id) => insight('2026-11-24', id, '10')));
  w.app.clock.advance(HOUR_MS);
  await w.work();
  await w.app.settle();
  const listed = async () => {
    const { data } = (await api.get('/quality/ad-ids', { ...query, days: 3 })).body;
    return Object.fromEntries(data.ads.map((ad: Record<string, string>) => [ad['ad_id'], ad['skip_reason']]));
  };
  const changed = async () => {
    const body = { ad_ids: ['991', '992', '993', '994', '995'], ...ACKNOWLEDGED };
    const { data } = (await w.write('/quality/ad-ids/url-tags/apply', body)).body;
    return Object.fromEntries(data.results.map((each: Record<string, string>) => [each['ad_id'], each['reason']]));
  };
  const state = async () => (await api.get('/quality/ad-ids/url-tags', query)).body.data;
  const writeAccess = async () => (await w.connections())[0].accounts[0].write_access;

  await t.test('an ad is settable in the list exactly where the change sets it', async () => {
    const before = await listed();
    assert.deepEqual(before, { 991: null, 992: 'dynamic', 993: 'click_to_message', 994: 'boosted', 995: 'not_active' });
    assert.deepEqual(await changed(), before);
    assert.deepEqual(
      w.carriedOut().filter((line) => line.startsWith('ad_creative')).length,
      1,
      'nothing that the list calls not settable was written',
    );
  });

  await t.test('without the permission nothing says that it can be done', async () => {
    assert.deepEqual([(await state()).can_apply, await writeAccess()], [true, true]);
    w.meta.mayWrite = false;
    w.app.clock.advance(HOUR_MS);
    const refused = await w.write('/ads/991/pause', {});
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'adplatform_write_permission_missing']);
    const { can_apply, reasons } = await state();
    assert.deepEqual([can_apply, reasons, await writeAccess()], [false, ['write_permission_missing'], false]);
    assert.equal((await listed())['991'], 'write_permission_missing');
    w.meta.mayWrite = true;
    assert.deepEqual([(await state()).can_apply, await writeAccess()], [true, true], 'a new grant works at once');
  });

  await t.test('the permission is asked for where nobody has tried a change yet', async () => {
    w.meta.mayWrite = false;
    w.app.clock.advance(HOUR_MS);
    assert.deepEqual((await state()).reasons, ['write_permission_missing']);
    w.app.clock.advance(HOUR_MS);
    await w.work();
    assert.equal(await writeAccess(), false, 'also by the hourly reading alone');
    assert.deepEqual((await api.get('/quality/ad-ids/url-tags', query)).status, 200);
    const reader = { profileId: w.app.profileId, name: 'reader', scopes: ['campaigns:read'], actor: 'system' };
    const key = createApiKey(w.app.base, reader).secret;
    const { data } = (await w.app.api(key).get('/quality/ad-ids/url-tags')).body;
    assert.deepEqual([data.can_apply, data.reasons], [false, ['scope_missing', 'write_permission_missing']]);
  });
});
