// Changes of ads that a person approves: shown with what they are planned on, carried out once, ended with the answer of the direct call,
// and written only if the platform is still as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registerApp } from '../../../src/account/apps/index.ts';
import { expiryJob } from '../../../src/account/handoffs/handoffs.ts';
import { setEntitlement } from '../../../src/account/places/index.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { type Browser, browserOf, signedIn } from '../../doors/console/browser.ts';
import { startWriteWorld, type WriteWorld } from './write-world.ts';

const DAY_MS = 86_400_000;
let w: WriteWorld;

interface Raised {
  id: string;
  path: string;
}

async function raise(path: string, body: Record<string, unknown> = {}, key?: string): Promise<Raised> {
  const raised = await w.write(path, body, { credential: w.app.apiKey, ...(key === undefined ? {} : { key }) });
  assert.equal(raised.status, 202, JSON.stringify(raised.body));
  assert.equal(raised.body.data.status, 'awaiting_approval');
  return { id: raised.body.data.handoff.id, path: new URL(raised.body.data.handoff.url).pathname };
}

const look = async (id: string) => (await w.app.api(w.app.apiKey).get(`/handoffs/${id}`)).body.data;
const decide = async (path: string, decision: string, browser?: Browser) =>
  (browser ?? (await signedIn(w.app))).submit(path, { decision });
const statuses = () => w.app.base.state.db.prepare('select distinct status from ad_writes order by 1').pluck().all();

test('an approval of a change of ads', async (t) => {
  w = await startWriteWorld(t);

  await t.test('is needed by a key, is one for each key, and is carried out as the direct call would be', async () => {
    const { id, path } = await raise('/ads/991/pause', {}, 'once');
    assert.deepEqual(await raise('/ads/991/pause', {}, 'once'), { id, path });
    assert.deepEqual(w.carriedOut(), []);
    const page = (await browserOf(w.app).get(path)).text;
    assert.match(page, /Pause the ad &#34;No 991&#34;|Pause the ad &quot;No 991&quot;|Pause the ad "No 991"/);
    assert.match(page, /as it was read for this/);
    assert.match(page, /Nothing has been written yet/);
    assert.match(page, /90991/, 'the creative that it was planned on');
    assert.equal((await decide(path, 'approved')).status, 303);
    assert.deepEqual(w.carriedOut(), ['ad_status 991 PAUSED']);
    const done = await look(id);
    assert.equal(done.status, 'completed');
    const { outcome, ...result } = done.result;
    assert.equal(outcome, 'approved');
    const direct = (await w.write('/ads/992/pause')).body.data;
    assert.deepEqual(Object.keys(result).sort(), Object.keys(direct).sort());
    const { kind, status, is_changed, before, after } = direct;
    assert.deepEqual(
      { kind: result.kind, status: result.status, is_changed: result.is_changed, before: result.before, after: result.after },
      { kind, status, is_changed, before, after },
    );
    assert.equal((await decide(path, 'approved')).status, 403, 'decided once');
    w.carriedOut();
    const ended = (await browserOf(w.app).get(path)).text;
    assert.match(ended, /Pause the ad &(?:#34|quot);No 991&(?:#34|quot);: written\./);
    assert.match(ended, /What the platform had when this was requested/);
    assert.doesNotMatch(ended, /Nothing has been written|It will pause|has now/, 'nothing that is true no more');
  });

  await t.test('is not raised where the platform has the value already', async () => {
    const open = () => w.app.base.state.db.prepare('select count(*) from handoffs').pluck().get();
    const before = open();
    for (const credential of [w.app.apiKey, w.app.session]) {
      const { status, body } = await w.write('/ads/991/pause', { require_approval: true }, { credential });
      assert.deepEqual([status, body.data.status, body.data.is_changed], [200, 'applied', false]);
    }
    assert.deepEqual([open(), w.carriedOut()], [before, []]);
  });

  await t.test('of a budget says both, and an owner can ask for one too', async () => {
    const asked = await w.write('/adsets/81/budget', { daily_budget: 2500, require_approval: true });
    assert.equal(asked.status, 202);
    const { handoff, writes } = asked.body.data;
    assert.deepEqual(writes[0].after.daily_budget, { minor_units: 2500, amount: '25', currency: 'EUR' });
    const path = new URL(handoff.url).pathname;
    assert.match((await browserOf(w.app).get(path)).text, /from 20 EUR to 25 EUR/);
    await decide(path, 'approved');
    assert.deepEqual(w.carriedOut(), ['budget 81 2500']);
  });

  await t.test('whose ad has changed meanwhile fails, says what changed and writes nothing', async () => {
    const { id, path } = await raise('/ads/992/resume');
    const ad = w.account.ads.find((each) => each.id === '992');
    assert.ok(ad);
    Object.assign(ad, { creative: { id: '7', name: 'Other' } });
    await decide(path, 'approved');
    assert.deepEqual(w.carriedOut(), []);
    const { status, result } = await look(id);
    assert.equal(status, 'failed');
    assert.deepEqual([result.error.code, result.error.changed], ['invalid_state', ['the creative']]);
    assert.match((await browserOf(w.app).get(path)).text, /The platform has changed since this was planned: the creative/);
  });

  await t.test('of a profile that lost its entitlement meanwhile fails, and writes nothing', async () => {
    const { base, profileId } = w.app;
    const entitle = (isEnabled: boolean) => setEntitlement(base, { profileId, feature: 'svc_attribution', isEnabled });
    const app = registerApp(base, {
      name: 'Partner',
      tier: 'standard',
      redirectUris: ['https://partner.example/cb'],
      allowedReturnOrigins: [],
      actor: 'system',
    });
    const { id, path } = await raise('/ads/993/pause');
    base.state.db.prepare('update access_profiles set provisioned_by = ?').run(app.appId);
    entitle(false);
    await decide(path, 'approved');
    entitle(true);
    const { outcome, error } = (await look(id)).result;
    assert.deepEqual([outcome, error?.code, error?.status], ['failed', 'entitlement_required', 409]);
    assert.deepEqual(w.carriedOut(), []);
    base.state.db.prepare('update access_profiles set provisioned_by = null').run();
    entitle(true);
  });

  await t.test('that was rejected, or that nobody decided, leaves nothing', async () => {
    const rejected = await raise('/ads/991/resume');
    await decide(rejected.path, 'rejected');
    assert.deepEqual((await look(rejected.id)).result, { outcome: 'rejected' });
    const late = await raise('/ads/991/resume');
    const browser = await signedIn(w.app);
    await browser.get(late.path);
    w.app.clock.advance(DAY_MS);
    await runDue(w.app.base, [expiryJob]);
    assert.deepEqual([(await look(late.id)).status, (await look(late.id)).result], ['expired', { outcome: 'expired' }]);
    assert.deepEqual(w.carriedOut(), []);
    assert.deepEqual(statuses(), ['applied', 'expired', 'failed', 'rejected']);
  });

  await t.test('shows names of ads as text', async () => {
    const ad = w.account.ads.find((each) => each.id === '993');
    assert.ok(ad);
    ad['name'] = '<script>alert(1)</script>';
    const { path } = await raise('/ads/993/pause');
    const { text } = await browserOf(w.app).get(path);
    assert.ok(!text.includes('<script>alert'), 'inert');
  });
});
