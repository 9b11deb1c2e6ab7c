// Changes of ads at the platforms beside Meta, through the door: what each can, what it lacks by name, and every refusal as one of our codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import type { FailureScript } from '../../fakes/provider-server.ts';
import { type AdPlatformFake, type PlatformsWorld, startPlatformsWorld } from './platforms-world.ts';
import type { WriteAnswer } from './write-world.ts';

const HOUR_MS = 3_600_000;
const CONFIRMED = { confirm_duplicate_swap: true };
const ACKNOWLEDGED = { acknowledge_learning_reset: true };

let w: PlatformsWorld;

const code = ({ status, body }: WriteAnswer): string => `${status} ${body.error?.code ?? body.data?.status}`;
const carriedOut = ({ server }: AdPlatformFake): string[] =>
  server.writes.splice(0).map(({ kind, id, value }) => `${kind} ${id.split(':').at(-1)} ${value}`);

/** What a failure of the write of a pause is to the caller, and whether the platform has made it then. */
const FAILURES: readonly { script: FailureScript; refusal: string; isMade: boolean }[] = [
  { script: 'reset_after_apply', refusal: '200 applied', isMade: true },
  { script: 'error_once', refusal: '503 provider_error', isMade: false },
  { script: 'throttled', refusal: '503 provider_error', isMade: false },
];

/** The new budget, in smallest units, that each takes and refuses; null where budgets are at campaigns. */
const BUDGETS = {
  google_ads: null,
  tiktok: { taken: 2_500, written: 'budget 21 25', refused: 1_900, sentence: /at least 20/ },
  linkedin: { taken: 1_500, written: 'budget 21 15', refused: 900, sentence: /minimum of 10/ },
  microsoft_ads: null,
} as const;
/** As figures name them, and so what is written. */
const NAMES = { google_ads: 'google', tiktok: 'tiktok', linkedin: 'linkedin', microsoft_ads: 'microsoft' } as const;
const TAGGED: readonly string[] = ['google_ads', 'microsoft_ads'];

test('changes of ads at every platform', async (t) => {
  w = await startPlatformsWorld(t);
  for (const fake of w.fakes) {
    await t.test(`${fake.id}: pause and resume`, () => statusOf(fake));
    await t.test(`${fake.id}: failures`, () => failures(fake));
    await t.test(`${fake.id}: budget`, () => budget(fake));
    await t.test(`${fake.id}: URL parameters and copies`, () => others(fake));
  }
  await t.test('an id that two platforms use is one of a platform that the call names', async () => {
    const refused = await w.write('/adsets/21/budget', { daily_budget: 2_000 });
    assert.equal(code(refused), '422 validation_error');
    assert.match(refused.body.error.message, /google, linkedin, microsoft, tiktok/);
  });
  await t.test('an id that two accounts of a platform use is one of the account that the call names', async () => {
    const [google] = w.fakes.filter(({ id }) => id === 'google_ads');
    assert.ok(google);
    const { db } = w.app.base.state;
    const columns = db.prepare("select name from pragma_table_info('catalogue_objects')").pluck().all();
    const copied = columns.map((name) => (name === 'account_id' ? "'77'" : name)).join(', ');
    const where = "platform = 'google_ads' and object_type = 'ad' and object_id = ?";
    const own = db.prepare(`select account_id from catalogue_objects where ${where}`).pluck().get(google.adId);
    db.prepare(
      `insert into catalogue_objects (${columns.join(', ')}) select ${copied} from catalogue_objects where ${where}`,
    ).run(google.adId);
    const refused = await w.write(`/ads/${google.adId}/pause`);
    assert.equal(code(refused), '422 validation_error');
    assert.match(refused.body.error.message, /^account_id: is needed, as this id is used in the accounts .*77.* of google\.$/);
    const elsewhere = await w.write(`/ads/${google.adId}/pause`, { account_id: '78' });
    assert.equal(code(elsewhere), '404 not_found');
    const paused = await w.write(`/ads/${google.adId}/pause`, { platform: 'google', account_id: own });
    assert.equal(code(paused), '200 applied', JSON.stringify(paused.body));
    assert.equal(code(await w.write(`/ads/${google.adId}/resume`, { account_id: own })), '200 applied');
    const tags = (account?: object) =>
      w.write('/quality/ad-ids/url-tags/apply', { ad_ids: [google.adId], ...ACKNOWLEDGED, ...account });
    w.app.clock.advance(HOUR_MS);
    const [skipped] = (await tags()).body.data.results;
    assert.deepEqual([skipped.result, skipped.reason], ['skipped', 'id_at_several_platforms']);
    const [none] = (await tags({ account_id: '78' })).body.data.results;
    assert.deepEqual([none.result, none.reason], ['skipped', 'not_found']);
    const { data: set } = (await tags({ platform: 'Google Ads', account_id: own })).body;
    assert.equal(set.results[0].result, 'applied', JSON.stringify(set));
    const { data: back } = (await w.write('/quality/ad-ids/url-tags/undo', { change_id: set.change_id, ...ACKNOWLEDGED })).body;
    assert.equal(back.results[0].result, 'applied', 'the change knows its account');
    db.prepare(`delete from catalogue_objects where account_id = '77' and ${where}`).run(google.adId);
    carriedOut(google);
  });
  await t.test('of many ads, one whose id two platforms use is left out by its name, and the others are changed', async () => {
    const [google, other] = ['google_ads', 'microsoft_ads'].map((id) => w.fakes.find((fake) => fake.id === id));
    assert.ok(google && other);
    w.app.clock.advance(HOUR_MS);
    const ids = w.app.base.state.db.prepare(
      "update catalogue_objects set object_id = ? where platform = 'tiktok' and object_type = 'ad'",
    );
    ids.run(google.adId);
    const body = { ad_ids: [google.adId, other.adId], ...ACKNOWLEDGED };
    const { data } = (await w.write('/quality/ad-ids/url-tags/apply', body)).body;
    const results = data.results.map(({ ad_id, result, reason }: Record<string, unknown>) => [ad_id, result, reason]);
    assert.deepEqual(results, [
      [other.adId, 'applied', null],
      [google.adId, 'skipped', 'id_at_several_platforms'],
    ]);
    assert.match(data.results[1].message, /google and tiktok/);
    ids.run(w.fakes.find(({ id }) => id === 'tiktok')?.adId);
    carriedOut(other);
  });
  for (const fake of w.fakes) await t.test(`${fake.id}: what may not be written, is gone or has ended`, () => endings(fake));
  const open = "select count(*) from ad_writes where status in ('planned', 'applying', 'undoing')";
  assert.equal(w.app.base.state.db.prepare(open).pluck().get(), 0);
});

async function statusOf(fake: AdPlatformFake): Promise<void> {
  const { adId, words } = fake;
  const paused = await w.write(`/ads/${adId}/pause`);
  assert.equal(code(paused), '200 applied', JSON.stringify(paused.body));
  const { platform, live, undo } = paused.body.data;
  assert.deepEqual([platform, live.status], [NAMES[fake.id], 'paused']);
  assert.equal(code(await w.write(undo.path.replace('/api/v1', ''), undo.body)), '200 applied');
  assert.deepEqual(carriedOut(fake), [`ad_status ${adId} ${words.paused}`, `ad_status ${adId} ${words.active}`]);
}

async function failures(fake: AdPlatformFake): Promise<void> {
  const { adId, server } = fake;
  for (const { script, refusal, isMade } of FAILURES) {
    server.failWrites(script);
    const key = `${fake.id} ${script}`;
    const answer = await w.write(`/ads/${adId}/pause`, {}, { key });
    assert.equal(code(answer), refusal, `${script}: ${JSON.stringify(answer.body)}`);
    assert.equal(carriedOut(fake).length, isMade ? 1 : 0, script);
    if (!isMade) {
      assert.ok(Number(answer.headers.get('retry-after')) > 0, `${script}: it says when to come back`);
      w.app.clock.advance(2 * HOUR_MS);
      await runDue(w.app.base, [intentJob]);
      assert.equal(
        code(await w.write(`/ads/${adId}/pause`, {}, { key })),
        '200 applied',
        `${script}: the same key hears of the end`,
      );
      assert.equal(carriedOut(fake).length, 1, `${script}: made once`);
    }
    assert.equal(code(await w.write(`/ads/${adId}/resume`)), '200 applied');
    carriedOut(fake);
  }
}

async function budget(fake: AdPlatformFake): Promise<void> {
  const bounds = BUDGETS[fake.id];
  const set = (daily_budget: number) => w.write('/adsets/21/budget', { daily_budget, platform: fake.id });
  if (bounds === null) {
    const refused = await set(1_234);
    assert.equal(code(refused), '501 not_implemented');
    assert.match(refused.body.error.message, /at the campaign/);
    assert.deepEqual(carriedOut(fake), []);
    return;
  }
  const done = await set(bounds.taken);
  assert.equal(code(done), '200 applied', JSON.stringify(done.body));
  assert.deepEqual(carriedOut(fake), [bounds.written]);
  assert.equal(code(await set(bounds.taken * 2)), '422 budget_change_out_of_bounds');
  const refused = await set(bounds.refused);
  assert.equal(code(refused), '422 validation_error');
  assert.match(refused.body.error.message, bounds.sentence);
  assert.deepEqual(carriedOut(fake), []);
}

async function others(fake: AdPlatformFake): Promise<void> {
  const swapped = await w.write(`/ads/${fake.adId}/duplicate-and-swap`, CONFIRMED);
  assert.equal(code(swapped), '501 not_implemented');
  assert.match(swapped.body.error.message, /does not let ads be copied/);
  const applied = await w.write('/quality/ad-ids/url-tags/apply', { ad_ids: [fake.adId], ...ACKNOWLEDGED });
  const [result] = applied.body.data.results;
  if (!TAGGED.includes(fake.id)) return assert.deepEqual([result.result, result.reason], ['skipped', 'not_supported']);
  assert.equal(result.result, 'applied', JSON.stringify(applied.body));
  const undo = { change_id: applied.body.data.change_id, ...ACKNOWLEDGED };
  assert.equal((await w.write('/quality/ad-ids/url-tags/undo', undo)).body.data.results[0].result, 'applied');
  const [now, before] = [result.after, result.before];
  assert.deepEqual(carriedOut(fake), [`ad_creative ${fake.adId} ${now}`, `ad_creative ${fake.adId} ${before}`]);
}

async function endings(fake: AdPlatformFake): Promise<void> {
  const pause = () => w.write(`/ads/${fake.adId}/pause`);
  w.app.clock.advance(HOUR_MS);
  fake.allow(false);
  assert.equal(code(await pause()), '403 adplatform_write_permission_missing');
  fake.allow(true);
  fake.revoke();
  assert.equal(code(await pause()), '409 connection_not_ready');
  await w.connect(fake);
  fake.remove();
  assert.equal(code(await pause()), '404 not_found');
  assert.deepEqual(carriedOut(fake), []);
}
