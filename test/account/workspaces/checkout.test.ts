// Checkouts through the door: on our own page without a payment processor, and at one, which is a small real server here.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { trialUpkeep } from '../../../src/account/workspaces/plans/subscription.ts';
import type { Base } from '../../../src/base/base.ts';
import { runDue, scheduleNext } from '../../../src/base/work/runner.ts';
import { signedIn } from '../../doors/console/browser.ts';
import { startFakeStripe, stripeConfig } from '../../fakes/stripe.ts';
import { startTestApp } from '../../harness.ts';
import { refused } from '../door.ts';

const AT = '2026-03-10T12:00:00Z';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The hourly job, now. */
async function recordTrials(base: Base): Promise<void> {
  scheduleNext(base, trialUpkeep, '', true);
  await runDue(base, [trialUpkeep]);
}

async function openShop(t: TestContext) {
  const stripe = await startFakeStripe(t, () => Math.floor(app.clock.now() / 1000));
  const app = await startTestApp({ at: AT, config: stripeConfig(stripe) });
  t.after(() => app.close());
  const api = app.api(app.session);
  const at = `/workspaces/${app.workspaceId}`;
  const checkout = (plan: string) => api.post(`${at}/checkout-session`, { plan });
  const handoff = async (id: string) => (await api.get(`/handoffs/${id}`)).body.data;
  const subscription = async () => (await api.get(`${at}/subscription`)).body;
  const requests = (what: string) => stripe.asked.filter((each) => each.what === what);
  return { stripe, app, api, at, checkout, handoff, subscription, asked: requests };
}

test('createCheckoutSession', async (t) => {
  await t.test('without a payment processor it is decided on our page', async (inner) => {
    const app = await startTestApp({ config: { plans: true } });
    inner.after(() => app.close());
    const api = app.api(app.session);
    const path = `/workspaces/${app.workspaceId}/checkout-session`;
    const { status, body } = await api.post(path, { plan: 'agency' });
    assert.equal(status, 201);
    assert.ok(body.data.url.startsWith(`${app.baseUrl}/h/svc_hand_`));
    assert.equal(Date.parse(body.data.expires_at) - app.clock.now(), 86_400_000);
    const browser = await signedIn(app);
    assert.equal((await browser.submit(new URL(body.data.url).pathname, { decision: 'approved' })).status, 303);
    assert.equal(refused(await api.post(path, { plan: 'agency' })), '409 invalid_state');
    assert.equal(refused(await api.post(path, { plan: 'growth' })), '409 invalid_state');
    assert.equal(refused(await api.post(path, { plan: 'starter' })), '422 validation_error');
    assert.equal(refused(await app.api(app.apiKey).post(path, { plan: 'agency' })), '403 forbidden');
  });

  await t.test('turned down, the trial ends: its limits are those of the free plan', async (inner) => {
    const app = await startTestApp({ config: { plans: true } });
    inner.after(() => app.close());
    const api = app.api(app.session);
    const output = (await api.post('/workspaces', { name: 'Trial', plan: 'growth' })).body.data;
    const at = `/workspaces/${output.workspace_id}`;
    const subscription = async () => {
      const { plan, status, active_profiles } = (await api.get(`${at}/subscription`)).body.data;
      return [plan, status, active_profiles];
    };
    const profile = (name: string) => api.post('/profiles', { workspace_id: output.workspace_id, name });
    assert.deepEqual(await subscription(), ['growth', 'trialing', 5]);
    for (const name of ['One', 'Two']) assert.equal((await profile(name)).status, 201);
    const browser = await signedIn(app);
    const reject = (url: string) => browser.submit(new URL(url).pathname, { decision: 'rejected' });
    // Of a higher plan than the one on trial: that one is still wanted.
    const higher = (await api.post(`${at}/checkout-session`, { plan: 'agency' })).body.data;
    assert.equal((await reject(higher.url)).status, 303);
    assert.deepEqual(await subscription(), ['growth', 'trialing', 5]);
    const own = (await api.post(`${at}/checkout-session`, { plan: 'growth' })).body.data;
    assert.equal((await reject(own.url)).status, 303);
    assert.deepEqual(await subscription(), ['starter', 'active', 1]);
    assert.equal(refused(await profile('Three')), '403 profile_limit_reached');
    const profiles = (await api.get(`${at}/profiles`)).body.data;
    assert.equal(profiles.length, 2, 'what is there stays');
    assert.deepEqual(await subscription(), ['starter', 'active', 1]);
    const changes = app.base.state.db.prepare("select detail from audit where action = 'workspace.plan_changed'").pluck().all();
    assert.deepEqual(changes, ['{"from":"growth","reason":"checkout_rejected","to":"starter"}']);
  });

  await t.test('paid at the processor, it completes by itself, once', async (inner) => {
    const { stripe, app, checkout, handoff, subscription, asked: requests } = await openShop(inner);
    const { data } = (await checkout('growth')).body;
    const [results] = requests('POST checkout/sessions');
    assert.deepEqual([results?.form['line_items[0][price]'], results?.form['mode']], ['price_growth', 'subscription']);
    assert.equal(results?.headers['idempotency-key'], data.id);
    const path = new URL(data.url).pathname;
    const page = await (await signedIn(app)).get(path);
    assert.ok(page.text.includes(`${stripe.url}/pay/`), 'an owner is led to the payment');
    assert.equal((await handoff(data.id)).status, 'awaiting_approval');
    stripe.pay();
    const looks = await Promise.all(Array.from({ length: 3 }, () => handoff(data.id)));
    assert.deepEqual(
      looks.map(({ status }) => status),
      ['completed', 'completed', 'completed'],
    );
    assert.deepEqual(looks[0].result, { outcome: 'approved', subscription: (await subscription()).data });
    assert.deepEqual(
      [looks[0].result.subscription.status, looks[0].result.subscription.current_period_start],
      ['active', new Date(AT).toISOString()],
    );
    const ended = app.base.state.db.prepare("select count(*) from audit where action = 'handoff.ended'").pluck().get();
    assert.equal(ended, 1);
  });

  await t.test(
    'our button does not stand in for a payment, and turning it down shuts the page of the processor',
    async (inner) => {
      const { stripe, app, checkout, handoff, subscription } = await openShop(inner);
      const { data } = (await checkout('growth')).body;
      const path = new URL(data.url).pathname;
      const browser = await signedIn(app);
      assert.equal((await browser.submit(path, { decision: 'approved' })).status, 409);
      assert.equal((await subscription()).data.plan, 'starter');
      assert.equal((await browser.submit(path, { decision: 'rejected' })).status, 303);
      assert.equal((await handoff(data.id)).status, 'rejected');
      assert.throws(() => stripe.pay());
    },
  );

  await t.test('a new one takes the place of the open one, and what was paid before counts', async (inner) => {
    const { stripe, api, at, checkout, handoff, subscription } = await openShop(inner);
    const first = (await checkout('growth')).body.data;
    const second = (await checkout('growth')).body.data;
    assert.equal((await handoff(first.id)).status, 'expired');
    assert.equal(stripe.sessions.get('cs_1')?.status, 'expired');
    stripe.pay('cs_2');
    assert.equal(refused(await checkout('growth')), '409 invalid_state');
    assert.equal((await handoff(second.id)).status, 'completed');
    // Without a plan: the next higher one.
    const third = (await api.post(`${at}/checkout-session`)).body.data;
    stripe.pay();
    assert.equal((await handoff(third.id)).status, 'completed');
    assert.equal((await subscription()).data.plan, 'agency');
    assert.equal(stripe.subscriptions.get('sub_cs_2')?.status, 'canceled', 'nobody pays for two plans');
  });

  await t.test('a processor that is down or refuses is told, and nothing is left', async (inner) => {
    const { stripe, app, api, checkout, asked: names } = await openShop(inner);
    const count = (): unknown => app.base.state.db.prepare('select count(*) from handoffs').pluck().get();
    stripe.breakDown(500);
    const down = await checkout('growth');
    assert.deepEqual([refused(down), down.headers['retry-after']], ['503 provider_error', '30']);
    stripe.breakDown(402);
    const refusedThere = await checkout('growth');
    assert.equal(refused(refusedThere), '502 provider_error');
    assert.equal(refusedThere.body.error.provider_code, 'api_error');
    assert.equal(count(), 0);
    const created = await api.post('/workspaces', { name: 'Later', plan: 'growth' });
    assert.deepEqual(
      [created.status, created.body.data.checkout, created.body.warnings[0].code],
      [201, null, 'checkout_unavailable'],
    );
    const planned = app.base.state.db.prepare('select operation from intents where workspace_id = ?').pluck();
    assert.deepEqual(
      planned.all(created.body.data.workspace_id),
      ['createCheckoutSession'],
      'a crash would find what was planned',
    );
    stripe.breakDown(undefined);
    const shown = new URL((await checkout('growth')).body.data.url).pathname;
    stripe.breakDown(500);
    const page = await (await signedIn(app)).get(shown);
    assert.deepEqual([page.status, /not available/.test(page.text)], [200, true], 'the page is shown all the same');
    stripe.breakDown(undefined);
    const later = await api.post(`/workspaces/${created.body.data.workspace_id}/checkout-session`, { plan: 'growth' });
    assert.equal(later.status, 201);
    assert.ok(names('POST checkout/sessions').every(({ headers }) => headers.authorization === 'Bearer sk_test_fake'));
  });
});

test('selectShopifyPlan', async (t) => {
  const stripe = await startFakeStripe(t, () => Math.floor(app.clock.now() / 1000));
  const app = await startTestApp({ at: AT, config: stripeConfig(stripe) });
  t.after(() => app.close());
  const { base } = app;
  const uris = { redirectUris: [], allowedReturnOrigins: [] };
  const { appId } = registerApp(base, { name: 'Store app', tier: 'standard', storefront: 'shopify', ...uris, actor: 'system' });
  const partner = app.api(issueAppToken(base, appId).token);
  const opened = await partner.post('/workspaces', { name: 'Store', email: 'owner@shop.example', plan: 'growth' });
  const at = `/workspaces/${opened.body.data.workspace_id}`;
  const api = app.api(app.session);
  const token = (await partner.get(`${at}/members`)).body.data[0].user_id;
  assert.equal((await api.post('/invitations/accept', { token })).status, 200);
  const choose = (plan: string, path = at) => api.post(`${path}/shopify-plan-selection`, { plan });
  const subscription = async () => (await api.get(`${at}/subscription`)).body.data;
  const decide = async (url: string) => (await signedIn(app)).submit(new URL(url).pathname, { decision: 'approved' });

  await t.test('an owner confirms it on our page, the store pays, and the payment processor is not asked', async () => {
    assert.equal((await subscription()).status, 'trialing');
    const { status, body } = await choose('growth');
    assert.deepEqual([status, (await subscription()).status], [201, 'trialing'], 'choosing is not confirming');
    const page = await (await signedIn(app)).get(new URL(body.data.url).pathname);
    assert.ok(page.text.includes('bills it to the Shopify store'));
    assert.equal((await decide(body.data.url)).status, 303);
    const done = (await api.get(`/handoffs/${body.data.id}`)).body.data;
    assert.deepEqual(done.result, { outcome: 'approved', subscription: await subscription() });
    assert.deepEqual([(await subscription()).plan, (await subscription()).status], ['growth', 'active']);
    assert.equal(refused(await choose('growth')), '409 invalid_state');
    assert.deepEqual(stripe.asked, []);
    const row = base.state.db.prepare('select processor from subscriptions where workspace_id = ?').pluck();
    assert.equal(row.get(opened.body.data.workspace_id), 'shopify');
  });

  await t.test('a lower plan too, as long as the profiles fit into it, also when it is confirmed', async () => {
    const profile = (name: string) => partner.post('/profiles', { workspace_id: opened.body.data.workspace_id, name });
    assert.equal((await profile('One')).status, 201);
    const open = (await choose('starter')).body.data;
    assert.equal((await profile('Two')).status, 201);
    assert.equal(refused(await choose('starter')), '409 invalid_state');
    await decide(open.url);
    const failed = (await api.get(`/handoffs/${open.id}`)).body.data;
    assert.deepEqual([failed.status, failed.result.error.code], ['failed', 'invalid_state']);
    const agency = (await choose('agency')).body.data;
    await decide(agency.url);
    assert.equal((await subscription()).plan, 'agency');
  });

  await t.test('is for what came through the marketplace, and that has no other checkout', async () => {
    assert.equal(refused(await choose('growth', `/workspaces/${app.workspaceId}`)), '409 invalid_state');
    assert.equal(refused(await api.post(`${at}/checkout-session`, { plan: 'agency' })), '409 invalid_state');
    assert.equal(refused(await choose('enterprise')), '422 validation_error');
    assert.equal(refused(await app.api(app.apiKey).post(`${at}/shopify-plan-selection`, { plan: 'growth' })), '403 forbidden');
    assert.equal(refused(await partner.post(`${at}/shopify-plan-selection`, { plan: 'growth' })), '403 forbidden');
  });
});

test('getSubscription', async (t) => {
  await t.test('a free plan goes on, a trial too, for members and nobody else', async (inner) => {
    const app = await startTestApp({ at: AT, config: { plans: true } });
    inner.after(() => app.close());
    const api = app.api(app.session);
    const { data } = (await api.get(`/workspaces/${app.workspaceId}/subscription`)).body;
    assert.deepEqual(data, {
      workspace_id: app.workspaceId,
      plan: 'starter',
      status: 'active',
      current_period_start: new Date(AT).toISOString(),
      current_period_end: null,
      active_profiles: 1,
    });
    const trial = (await api.post('/workspaces', { name: 'Big', plan: 'agency' })).body.data.workspace_id;
    const onTrial = (await api.get(`/workspaces/${trial}/subscription`)).body.data;
    assert.deepEqual([onTrial.plan, onTrial.status, onTrial.active_profiles], ['agency', 'trialing', 50]);
    assert.equal(Date.parse(onTrial.current_period_end) - app.clock.now(), 14 * DAY_MS);
    assert.equal(refused(await app.api(app.apiKey).get(`/workspaces/${trial}/subscription`)), '403 forbidden');
    app.base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(trial);
    assert.equal(refused(await api.get(`/workspaces/${trial}/subscription`)), '404 not_found');
  });

  await t.test('a trial ends by the clock: the plan is the free one from that moment, and is recorded once', async (inner) => {
    const app = await startTestApp({ at: AT, config: { plans: true } });
    inner.after(() => app.close());
    const api = app.api(app.session);
    const output = (await api.post('/workspaces', { name: 'Trial', plan: 'growth' })).body.data;
    const at = `/workspaces/${output.workspace_id}`;
    const subscription = async () => {
      const { plan, status, current_period_end, active_profiles } = (await api.get(`${at}/subscription`)).body.data;
      return [plan, status, current_period_end, active_profiles];
    };
    const profile = (name: string) => api.post('/profiles', { workspace_id: output.workspace_id, name });
    const changes = () =>
      app.base.state.db.prepare("select detail from audit where action = 'workspace.plan_changed'").pluck().all();
    const upkeep = () => recordTrials(app.base);
    for (const name of ['One', 'Two']) assert.equal((await profile(name)).status, 201);
    app.clock.advance(14 * DAY_MS - 1);
    await upkeep();
    assert.deepEqual((await subscription()).slice(0, 2), ['growth', 'trialing']);
    app.clock.advance(1);
    assert.deepEqual(await subscription(), ['starter', 'active', null, 1], 'before anything has recorded it');
    assert.equal(refused(await profile('Three')), '403 profile_limit_reached');
    for (let hour = 0; hour < 2; hour += 1) {
      app.clock.advance(HOUR_MS);
      await upkeep();
    }
    assert.deepEqual(changes(), ['{"from":"growth","reason":"trial_over","to":"starter"}']);
    assert.equal((await api.get(`${at}/profiles`)).body.data.length, 2, 'what is there stays');
    const browser = await signedIn(app);
    const checkout = (await api.post(`${at}/checkout-session`)).body.data;
    assert.equal((await browser.submit(new URL(checkout.url).pathname, { decision: 'approved' })).status, 303);
    app.clock.advance(15 * DAY_MS);
    await upkeep();
    assert.deepEqual((await subscription()).slice(0, 2), ['growth', 'active'], 'a confirmed plan has no such end');
  });

  await t.test('a trial without an end, of a time without plans, begins with them', async (inner) => {
    const app = await startTestApp({ at: AT, config: { plans: true } });
    inner.after(() => app.close());
    const api = app.api(app.session);
    const { workspace_id: id } = (await api.post('/workspaces', { name: 'Old', plan: 'agency' })).body.data;
    app.base.state.db.prepare('update workspaces set trial_ends_at = null where workspace_id = ?').run(id);
    app.clock.advance(10 * DAY_MS);
    await recordTrials(app.base);
    const { data } = (await api.get(`/workspaces/${id}/subscription`)).body;
    assert.deepEqual([data.plan, Date.parse(data.current_period_end) - app.clock.now()], ['agency', 14 * DAY_MS]);
  });

  await t.test('follows the processor when the period is over: renewed, waiting for money, ended', async (inner) => {
    const { stripe, app, checkout, handoff, subscription, asked: requests } = await openShop(inner);
    const { data } = (await checkout('growth')).body;
    stripe.pay();
    await handoff(data.id);
    const first = (await subscription()).data;
    const reads = requests('GET subscriptions/sub_cs_1').length;
    await subscription();
    assert.equal(requests('GET subscriptions/sub_cs_1').length, reads, 'not asked while the period lasts');
    app.clock.set(first.current_period_end);
    stripe.breakDown(500);
    const stale = await subscription();
    assert.deepEqual([stale.data, stale.warnings[0].code], [first, 'subscription_stale']);
    stripe.breakDown(undefined);
    const next = Date.parse(first.current_period_end) / 1000 + 86_400;
    stripe.change('sub_cs_1', { status: 'past_due', current_period_end: next });
    const waiting = (await subscription()).data;
    assert.deepEqual([waiting.plan, waiting.status, Date.parse(waiting.current_period_end)], ['growth', 'past_due', next * 1000]);
    app.clock.set(waiting.current_period_end);
    stripe.change('sub_cs_1', { status: 'canceled' });
    const over = (await subscription()).data;
    assert.deepEqual([over.plan, over.status, over.current_period_end], ['starter', 'active', null]);
  });
});

test('createBillingPortalSession', async (t) => {
  await t.test('leads the owner there once something was paid', async (inner) => {
    const { stripe, api, at, checkout, handoff } = await openShop(inner);
    const portal = () => api.post(`${at}/billing-portal-session`);
    assert.equal(refused(await portal()), '409 invalid_state');
    const { data } = (await checkout('growth')).body;
    stripe.pay();
    await handoff(data.id);
    const { status, body } = await portal();
    assert.deepEqual([status, body.data.url], [200, `${stripe.url}/portal/cus_cs_1`]);
    stripe.breakDown(503);
    assert.equal(refused(await portal()), '503 provider_error');
  });

  await t.test('says where there is none', async (inner) => {
    const app = await startTestApp({ config: { plans: true } });
    inner.after(() => app.close());
    const answer = await app.api(app.session).post(`/workspaces/${app.workspaceId}/billing-portal-session`);
    assert.equal(refused(answer), '503 service_unavailable');
  });
});
