// What ads say and show: their texts and the files of their videos, read with the catalogue, and what the rules make of them; the studies of their account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyPicturesJob } from '../../../src/act/connections/catalogue/copy-pictures.ts';
import { catalogueJob } from '../../../src/act/connections/sync-queue.ts';
import { analyseJob } from '../../../src/act/creatives/analysis/analyse.ts';
import { analyseDemo } from '../../../src/act/creatives/index.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { SANDBOX_ACCOUNTS } from '../../../src/sandbox/index.ts';
import { ownMarket } from '../own-market.ts';
import { startAdviceWorld } from '../recommendations/advice-world.ts';

const DAY_MS = 86_400_000;
const ACCOUNT = SANDBOX_ACCOUNTS.shop.id;

test('contents of creatives and studies of accounts', async (t) => {
  const w = await startAdviceWorld(t, (market) => {
    const video = market.creatives.find(({ name }) => name === 'Film: the joint') ?? assert.fail();
    // A platform that names a video which it does not have.
    video.video = { seconds: 5, width: 70_000, height: 10 };
  });

  const { app, api, query } = w;
  const market = (await ownMarket(app)).market();
  const idOf = (name: string): string => (market.ads.find((each) => each.name === name) ?? assert.fail(name)).id;
  const analysisOf = async (name: string) => (await api.get(`/ads/${idOf(name)}/creative-analysis`, query)).body.data;
  const levelOf = (analysis: { tags: { dimension: string; is_counted: boolean }[] }, dimension: string) =>
    analysis.tags.find((tag) => tag.dimension === dimension && tag.is_counted);
  await analyseDemo(app.base, w.profileId);

  await t.test('words of the copy are evidence', async () => {
    const analysis = await analysisOf('Solid wood desks');
    assert.deepEqual(levelOf(analysis, 'hook'), {
      dimension: 'hook',
      level: 'question',
      source: 'words',
      evidence: 'Is your desk older than you?',
      is_counted: true,
    });
    assert.deepEqual(levelOf(analysis, 'call_to_action'), {
      dimension: 'call_to_action',
      level: 'shop',
      source: 'platform',
      evidence: 'SHOP_NOW',
      is_counted: true,
    });
  });

  await t.test('the planted question is in five ad sets beside other hooks, and three ads are of one kind', async () => {
    const levels = async (name: string, dimension: string): Promise<string | undefined> =>
      (await analysisOf(name)).tags.find(
        (tag: { dimension: string; is_counted: boolean }) => tag.dimension === dimension && tag.is_counted,
      )?.level;
    const pairs = [
      ['Solid wood desks', 'Made to last'],
      ['Brass desk lamps', 'Light for late hours'],
      ['Oak standing desks', 'Desks that rise'],
      ['Carousel: seen last', 'Still: free samples'],
      ['Film: one plank', 'Film: the joint'],
    ] as const;
    for (const [question, other] of pairs) {
      assert.equal(await levels(question, 'hook'), 'question', question);
      assert.ok(!['question', undefined].includes(await levels(other, 'hook')), other);
    }
    for (const name of ['Official shop', 'Work well at home', 'Wool, not plastic'])
      assert.deepEqual([await levels(name, 'hook'), await levels(name, 'angle')], ['claim', 'quality'], name);
  });

  await t.test('the file of a video has its length and sides', async () => {
    const analysis = await analysisOf('Reel: the workshop');
    assert.equal(analysis.video, 'read');
    assert.deepEqual(
      ['length', 'aspect'].map((dimension) => levelOf(analysis, dimension)),
      [
        { dimension: 'length', level: '7_to_15s', source: 'video', evidence: '14.2 s', is_counted: true },
        { dimension: 'aspect', level: 'vertical', source: 'video', evidence: '1080 × 1920', is_counted: true },
      ],
    );
  });

  await t.test('a video that cannot be measured is given up after three readings', async () => {
    assert.equal((await analysisOf('Film: the joint')).video, 'none');
    for (let reading = 0; reading < 3; reading += 1) {
      app.clock.advance(DAY_MS);
      await w.readSpend();
    }
    await runDue(app.base, [catalogueJob, copyPicturesJob]);
    await analyseDemo(app.base, w.profileId);
    const analysis = await analysisOf('Film: the joint');
    assert.equal(analysis.video, 'unreadable');
    assert.equal(levelOf(analysis, 'aspect')?.dimension, 'aspect');
    assert.equal(levelOf(analysis, 'length'), undefined);
  });

  await t.test('an ad whose texts changed is analysed again by a backfill', async () => {
    const { creatives } = (await ownMarket(app)).market();
    const creative = creatives.find(({ name }) => name === 'Made to last') ?? assert.fail();
    creative.texts = ['Who built your desk?'];
    await w.readSpend();
    const { body } = await api.post('/profile/creative-analysis/backfill', undefined, query);
    assert.equal(body.data.queued, 1);
    await runDue(app.base, [analyseJob]);
    assert.equal(levelOf(await analysisOf('Made to last'), 'hook')?.dimension, 'hook');
  });

  await t.test('studies of the platform are listed, and ads are promoted to them', async () => {
    const path = `/workspaces/${app.workspaceId}/experiments`;
    const { data, meta } = (await api.get(path, query)).body;
    assert.deepEqual(
      data.map((each: { kind: string; state: string; source: string; is_usable: boolean; caveat: string | null }) => [
        each.kind,
        each.state,
        each.source,
        each.is_usable,
        each.caveat === null,
      ]),
      [
        ['split', 'running', 'platform', false, false],
        ['lift', 'done', 'platform', true, true],
      ],
    );
    assert.deepEqual(
      meta.accounts.map((each: { account_id: string; error: string | null }) => [each.account_id, each.error]),
      [[ACCOUNT, null]],
    );
    const lift = data[1];
    assert.deepEqual(lift.result, { measure: 'purchases', ratio: 1.21, low: 1.02, high: 1.43 });
    const promote = (body: object) => api.post(`/workspaces/${app.workspaceId}/experiment-promotions`, body);
    const body = { profile_id: w.profileId, ad_id: idOf('Carousel: seen last'), experiment_id: lift.experiment_id };
    for (const _ of [1, 2]) assert.equal((await promote(body)).status, 200);
    const again = (await api.get(path, query)).body.data[1];
    assert.deepEqual([again.experiment_id, again.ads.length], [lift.experiment_id, 1]);
    assert.equal((await promote({ ...body, experiment_id: crypto.randomUUID() })).status, 404);
  });
});
