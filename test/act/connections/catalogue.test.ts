// The campaigns, ad sets and ads of accounts as facts: changes alone, of complete readings alone, each once.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { archiveProfile, finishArchivedProfile } from '../../../src/account/access/index.ts';
import { type AdWorld, startAdWorld } from '../ads/ad-world.ts';

const HOUR_MS = 3_600_000;

interface FactObject {
  type: string;
  id: string;
  name?: string;
  effective_status: string;
}
const factsOf = ({ app }: AdWorld): FactObject[][] =>
  app.base.journal
    .read(app.profileId, 0n, 10_000)
    .filter(({ kind }) => kind === 'ad_objects')
    .map(({ body }) => JSON.parse(body).objects);
const shown = (facts: FactObject[][]) =>
  facts.map((objects) => objects.map(({ type, id, effective_status }) => `${type} ${id} ${effective_status}`));

const nextHour = async (w: AdWorld): Promise<void> => {
  w.app.clock.advance(HOUR_MS + 60_000);
  await w.work();
  await w.app.settle();
};
const accountOf = async (w: AdWorld) => (await w.connections())[0].accounts[0];
const statusesOf = async (w: AdWorld): Promise<Record<string, string>> =>
  Object.fromEntries((await w.ads()).data.map(({ id, status }) => [id, status?.effective]));
const ACTIVE = { '991': 'active', '992': 'active', '993': 'active', '994': 'active' };

async function connected(t: Parameters<typeof startAdWorld>[0]): Promise<AdWorld> {
  const w = await startAdWorld(t);
  await w.connect();
  await w.work();
  await w.app.settle();
  return w;
}

test('the catalogue of an account', async (t) => {
  const w = await connected(t);
  const [, , , last] = w.account.ads;
  assert.ok(last);

  await t.test('the first reading is one fact with every object', async () => {
    assert.deepEqual(shown(factsOf(w)), [
      [
        'campaign 71 active',
        'campaign 72 active',
        'adset 81 active',
        'adset 82 active',
        'ad 991 active',
        'ad 992 active',
        'ad 993 active',
        'ad 994 active',
      ],
    ]);
    const { catalogue_read_at, catalogue_error } = await accountOf(w);
    assert.deepEqual([catalogue_read_at, catalogue_error], ['2026-11-25T12:00:00.000Z', null]);
  });

  await t.test('an hour later it is read again, and what is as before writes no fact', async () => {
    await nextHour(w);
    assert.equal(factsOf(w).length, 1);
    assert.equal((await accountOf(w)).catalogue_read_at, '2026-11-25T13:01:00.000Z');
  });

  await t.test('addresses of pictures change by the hour and are no change of the ad', async () => {
    for (const ad of w.account.ads)
      Object.assign(ad, { creative: { ...Object(ad['creative']), thumbnail_url: `${w.pictures.url}/other?sig=2` } });
    await nextHour(w);
    assert.equal(factsOf(w).length, 1);
  });

  await t.test('a change is a fact with the objects that changed alone', async () => {
    Object.assign(last, { name: 'Shown at last' });
    await nextHour(w);
    assert.deepEqual(shown(factsOf(w).slice(1)), [['ad 994 active']]);
    assert.equal((await w.ads({ search: 'at last' })).data.length, 1);
  });

  await t.test('a reading that was not complete changes nothing', async () => {
    const [first] = w.account.ads;
    Object.assign(w.account.campaigns[0] ?? {}, { name: 'Spring, renamed' });
    w.account.ads.splice(0, 4, { ...first, name: undefined } as never);
    await nextHour(w);
    assert.equal(factsOf(w).length, 2);
    assert.deepEqual(await statusesOf(w), ACTIVE);
    assert.match((await accountOf(w)).catalogue_error, /shape/);
    assert.equal((await w.connections())[0].status, 'active');
  });

  await t.test('what a complete reading does not have was removed, keeps its name, and may come back', async () => {
    const [first] = w.account.ads.splice(0, 1);
    await nextHour(w);
    assert.equal(factsOf(w).length, 3);
    assert.deepEqual(await statusesOf(w), { '991': 'removed', '992': 'removed', '993': 'removed', '994': 'removed' });
    assert.equal((await w.ads({ status: 'removed', search: 'at last' })).data.length, 1);
    assert.equal((await accountOf(w)).catalogue_error, null);
    await nextHour(w);
    assert.equal(factsOf(w).length, 3);
    w.account.ads.push({ ...first, id: '991', name: 'Reel: the workshop' }, last);
    await nextHour(w);
    assert.deepEqual(await statusesOf(w), { ...ACTIVE, '992': 'removed', '993': 'removed' });
  });

  await t.test('`what` of a sync names the catalogue, spend or both', async () => {
    const [{ id }] = await w.connections();
    const sync = async (body: unknown) => {
      const { body: answer } = await w.api.post(`/connections/${id}/sync`, body, { profile_id: w.app.profileId });
      return answer.data?.jobs.map(({ what }: { what: string }) => what) ?? answer.error.code;
    };
    assert.deepEqual(await sync({ what: 'catalogue' }), ['catalogue']);
    assert.deepEqual(await sync({ what: 'spend' }), ['spend']);
    assert.deepEqual(await sync({}), ['catalogue', 'spend']);
    assert.deepEqual(await sync({ from: '2026-11-01', to: '2026-11-02' }), ['spend']);
    assert.equal(await sync({ what: 'catalogue', from: '2026-11-01', to: '2026-11-02' }), 'validation_error');
    assert.equal(await sync({ what: 'everything' }), 'validation_error');
    await w.work();
  });
});

test('a catalogue that was interrupted', async (t) => {
  await t.test('between journal and state, is taken in again, and no ad is there twice', async (t) => {
    const w = await connected(t);
    // What state has while facts are on their way: the crash came after the journal had them.
    w.app.base.state.db.prepare('update catalogue_objects set content_hash = null').run();
    await nextHour(w);
    assert.equal(factsOf(w).length, 2);
    assert.equal((await w.ads()).data.length, 4);
    await nextHour(w);
    assert.equal(factsOf(w).length, 2);
  });

  await t.test('an object that went meanwhile was removed', async (t) => {
    const w = await connected(t);
    w.app.base.state.db.prepare('update catalogue_objects set content_hash = null').run();
    w.account.ads.pop();
    await nextHour(w);
    assert.equal((await statusesOf(w))['994'], 'removed');
  });

  await t.test('a platform that throttles is read when it allows it', async (t) => {
    const w = await connected(t);
    Object.assign(w.account.ads[0] ?? {}, { name: 'Other' });
    w.meta.server.fail('throttled', 2);
    await nextHour(w);
    assert.equal(factsOf(w).length, 1);
    assert.equal((await w.connections())[0].status, 'active');
    await nextHour(w);
    await nextHour(w);
    assert.deepEqual(shown(factsOf(w).slice(1)), [['ad 991 active']]);
  });
});

test('pictures of ads', async (t) => {
  const w = await startAdWorld(t);
  w.pictures.isDown = true;
  await w.connect();
  await w.work();
  const folder = join(w.app.dataDir, 'profiles', w.app.profileId, 'pictures');

  await t.test('one that cannot be had is tried again, and given up after three readings', async () => {
    const asked = () => w.pictures.asked.filter((path) => path === '/d').length;
    assert.equal(asked(), 1);
    await nextHour(w);
    await nextHour(w);
    await nextHour(w);
    assert.equal(asked(), 3);
    assert.equal((await w.ads()).data[0].creative.thumbnail_url, null);
    assert.equal(existsSync(folder), false);
  });

  await t.test('pictures go with the profile', async () => {
    w.pictures.isDown = false;
    w.app.base.state.db.prepare('delete from creative_pictures').run();
    await nextHour(w);
    assert.equal(readdirSync(folder).length, 2);
    archiveProfile(w.app.base, { profileId: w.app.profileId, actor: 'system' });
    assert.equal((await finishArchivedProfile(w.app.base, w.app.profileId, true)).isPurged, true);
    assert.equal(existsSync(folder), false);
    const left = w.app.base.state.db.prepare('select count(*) from catalogue_objects').pluck();
    assert.equal(left.get(), 0);
  });
});
