// Conversion definitions through the door: create, update, replace a family, and the one default.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';
import { openShop } from '../../report/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const keysOf = (body: { data: { conversion_key: string }[] }): string[] =>
  body.data.map((definition) => definition.conversion_key);

test('listDefinitions', async (t) => {
  await t.test('answers the built-in definitions, payments being the default', async () => {
    const { status, body } = await app.api(app.apiKey).get('/goals/definitions');
    assert.equal(status, 200);
    assert.deepEqual(keysOf(body), ['payment_received', 'lead_created', 'appointment_booked', 'closed_won']);
    assert.deepEqual(body.data.filter((definition: { is_default: boolean }) => definition.is_default).length, 1);
  });
});

test('putDefinition', async (t) => {
  const api = app.api(app.apiKey);
  await t.test('creates one with sensible values for what is left out', async () => {
    const { status, body } = await api.post('/goals/definitions', { conversion_key: 'trial_started' });
    assert.equal(status, 201);
    assert.equal(body.data.created, true);
    assert.equal(body.data.replay_queued, true);
    assert.deepEqual(body.data.event_types, ['trial_started']);
    assert.equal(body.data.revenue_type, 'pipeline');
  });
  await t.test('updates it under the same key and keeps what is not named', async () => {
    const { status, body } = await api.post('/goals/definitions', { conversion_key: 'trial_started', lookback_window_days: 7 });
    assert.equal(status, 200);
    assert.equal(body.data.created, false);
    assert.equal(body.data.lookback_window_days, 7);
    assert.deepEqual(body.data.event_types, ['trial_started']);
  });
  await t.test('takes event types as intake keeps them, and none that is empty', async () => {
    const put = (event_types: string[]) => api.post('/goals/definitions', { conversion_key: 'trial_started', event_types });
    assert.deepEqual((await put([' trial_started ', 'trial_started'])).body.data.event_types, ['trial_started']);
    assert.match((await put(['trial_started', ' '])).body.error.message, /^event_types\[1\]: an empty text/);
  });
  await t.test('making one the default unmakes the other', async () => {
    await api.post('/goals/definitions', { conversion_key: 'trial_started', is_default: true });
    const { body } = await api.get('/goals/definitions');
    const defaults = body.data.filter((definition: { is_default: boolean }) => definition.is_default);
    assert.deepEqual(keysOf({ data: defaults }), ['trial_started']);
    await api.post('/goals/definitions', { conversion_key: 'payment_received', is_default: true });
  });
  await t.test('refuses to leave the profile without a default', async () => {
    for (const change of [{ is_default: false }, { is_active: false }]) {
      const { status, body } = await api.post('/goals/definitions', { conversion_key: 'payment_received', ...change });
      assert.equal(status, 409);
      assert.equal(body.error.code, 'invalid_state');
    }
  });
  await t.test('a fixed value needs an amount and a real currency', async () => {
    for (const change of [
      {},
      { fixed_value: '5' },
      { fixed_value: '5', fixed_currency: 'QQQ' },
      { fixed_value: '-5', fixed_currency: 'USD' },
    ]) {
      const { status, body } = await api.post('/goals/definitions', {
        conversion_key: 'call_held',
        value_rule: 'fixed',
        ...change,
      });
      assert.equal(status, 422, JSON.stringify(change));
      assert.equal(body.error.code, 'validation_error');
    }
    const { body } = await api.get('/goals/definitions');
    assert.ok(!keysOf(body).includes('call_held'), 'nothing is half-written');
  });
  await t.test('a key without goals:write may not', async () => {
    const { createApiKey } = await import('../../../src/account/keys/index.ts');
    const key = createApiKey(app.base, { profileId: app.profileId, name: 'reader', scopes: ['analytics:read'], actor: 'system' });
    const { status, body } = await app.api(key.secret).post('/goals/definitions', { conversion_key: 'other' });
    assert.equal(status, 403);
    assert.deepEqual(body.error.required_scopes, ['goals:write']);
  });
});

test('createGoal', async (t) => {
  const api = app.api(app.apiKey);
  await t.test('still creates, and says that it is deprecated and until when', async () => {
    const { status, body, headers } = await api.post('/goals', { name: 'Demos', event_type: 'demo_held' });
    assert.equal(status, 201);
    assert.equal(body.data.conversion_key, 'demo_held');
    assert.ok(headers['deprecation']);
    assert.equal(headers['sunset'], 'Fri, 04 Dec 2026 00:00:00 GMT');
    assert.match(headers['link'] ?? '', /successor-version/);
  });
  await t.test('refuses a second one of the key', async () => {
    const { status, body } = await api.post('/goals', { name: 'Demos', event_type: 'demo_held' });
    assert.equal(status, 409);
    assert.equal(body.error.code, 'invalid_state');
  });
  await t.test('ends at its sunset, and names its successor', async (inner) => {
    const later = await startTestApp({ at: '2026-12-03T23:59:59.999Z' });
    inner.after(() => later.close());
    const create = (name: string, credential = later.apiKey) => later.api(credential).post('/goals', { name, event_type: name });
    assert.equal((await create('last_one')).status, 201);
    later.clock.advance(1);
    for (const name of ['late_one', 'last_one']) {
      const { status, body, headers } = await create(name);
      assert.deepEqual([status, body.error.code], [404, 'not_found']);
      assert.equal(body.error.message, 'This operation ended on 2026-12-04. Use POST /api/v1/goals/definitions.');
      assert.equal(headers['sunset'], 'Fri, 04 Dec 2026 00:00:00 GMT');
      assert.equal(headers['deprecation'], `@${Date.parse('2026-09-05') / 1000}`);
      assert.equal(headers['link'], '</api/v1/goals/definitions>; rel="successor-version"');
    }
    assert.equal((await create('late_one', 'svc_live_unknown')).status, 401, 'a stranger is told nothing else');
    const successor = { conversion_key: 'late_one' };
    assert.equal((await later.api(later.apiKey).post('/goals/definitions', successor)).status, 201);
  });
});

test('a removed definition', async (t) => {
  const api = app.api(app.apiKey);
  const put = (change: object) => api.post('/goals/definitions', { conversion_key: 'lead_created', ...change });
  const own = {
    name: 'Good leads',
    event_types: ['lead_created', 'lead_called'],
    counting: 'first_per_customer',
    value_rule: 'fixed',
    fixed_value: '10',
    fixed_currency: 'EUR',
    lookback_window_days: 3,
  };
  const builtIn = {
    conversion_key: 'lead_created',
    name: 'Leads',
    event_types: ['lead_created'],
    revenue_type: 'pipeline',
    counting: 'every',
    value_rule: 'event',
    fixed_value: null,
    fixed_currency: null,
    lookback_window_days: null,
    is_default: false,
    is_active: true,
  };
  const remove = async () => {
    assert.equal((await put(own)).body.data.fixed_value, '10');
    const { status, body } = await put({ is_active: false });
    assert.deepEqual([status, body.data.created, body.data.is_active], [200, false, false]);
  };
  await t.test('leaves nothing to one that is created under its key', async () => {
    await remove();
    const dry = await api.post('/goals/definitions?dry_run=true', { conversion_key: 'lead_created', counting: 'every' });
    const { effect: _, ...tried } = dry.body.data;
    assert.deepEqual(tried, { ...builtIn, created: true });
    const goal = await api.post('/goals', { name: 'Leads again', event_type: 'lead_created' });
    assert.equal(goal.status, 201);
    assert.deepEqual(goal.body.data, { ...builtIn, name: 'Leads again', created: true, replay_queued: true });

    await remove();
    const { status, body } = await put({ is_active: true, lookback_window_days: 9 });
    assert.equal(status, 201);
    assert.deepEqual(body.data, { ...builtIn, lookback_window_days: 9, created: true, replay_queued: true });

    await remove();
    const family = [
      { conversion_key: 'lead_created' },
      { conversion_key: 'appointment_booked' },
      { conversion_key: 'closed_won' },
    ];
    const replaced = await api.put('/profile/outcome-definitions?dry_run=true', { family: 'pipeline', definitions: family });
    assert.deepEqual(replaced.body.data.definitions[0], builtIn);
  });
  await t.test('begins under a key of its own from the values for new ones', async () => {
    const once = { ...own, conversion_key: 'call_made', revenue_type: 'gross' };
    assert.equal((await api.post('/goals/definitions', once)).status, 201);
    await api.post('/goals/definitions', { conversion_key: 'call_made', is_active: false });
    const { body } = await api.post('/goals/definitions', { conversion_key: 'call_made' });
    const anew = { ...builtIn, conversion_key: 'call_made', name: 'call_made', event_types: ['call_made'] };
    assert.deepEqual(body.data, { ...anew, created: true, replay_queued: true });
    await api.post('/goals/definitions', { conversion_key: 'call_made', is_active: false });
  });
  await t.test('is brought back as it was by is_active alone, and removed again without being created', async () => {
    await remove();
    const again = await put({ is_active: false });
    assert.deepEqual([again.status, again.body.data.created], [200, false]);
    const { status, body } = await put({ is_active: true });
    assert.equal(status, 200);
    assert.deepEqual(body.data, { ...builtIn, ...own, created: false, replay_queued: true });
  });
});

test('replaceOutcomeDefinitions', async (t) => {
  const api = app.api(app.apiKey);
  await t.test('keeps and adds those named, removes the others of the family, and leaves other families alone', async () => {
    const { status, body } = await api.put('/profile/outcome-definitions', {
      family: 'pipeline',
      definitions: [
        { conversion_key: 'lead_created' },
        { conversion_key: 'quote_sent', event_types: ['quote_sent', 'offer_sent'] },
      ],
    });
    assert.equal(status, 200);
    assert.deepEqual(keysOf({ data: body.data.definitions }), ['lead_created', 'quote_sent']);
    assert.deepEqual(body.data.removed, ['appointment_booked', 'closed_won', 'trial_started', 'demo_held']);
    assert.deepEqual(keysOf((await api.get('/goals/definitions')).body), ['payment_received', 'lead_created', 'quote_sent']);
  });
  await t.test('a removed definition comes back under its key', async () => {
    const { status, body } = await api.post('/goals/definitions', { conversion_key: 'closed_won' });
    assert.equal(status, 201);
    assert.equal(body.data.name, 'Deals won');
  });
  await t.test('refuses a key twice, and a family that would take the default with it', async () => {
    const twice = await api.put('/profile/outcome-definitions', {
      family: 'pipeline',
      definitions: [{ conversion_key: 'a' }, { conversion_key: 'a' }],
    });
    assert.equal(twice.status, 422);
    const none = await api.put('/profile/outcome-definitions', { family: 'cash', definitions: [] });
    assert.equal(none.status, 409);
    assert.match(none.body.error.message, /It is "payment_received" now/);
    const defaults = await api.put('/profile/outcome-definitions', {
      family: 'pipeline',
      definitions: [
        { conversion_key: 'a', is_default: true },
        { conversion_key: 'b', is_default: true },
      ],
    });
    assert.deepEqual([defaults.status, defaults.body.error.message.split(':')[0]], [422, 'definitions[1].is_default']);
    const worthless = {
      family: 'pipeline',
      definitions: [{ conversion_key: 'a' }, { conversion_key: 'b', value_rule: 'fixed' }],
    };
    assert.match((await api.put('/profile/outcome-definitions', worthless)).body.error.message, /^fixed_value: "b" needs one/);
    assert.ok(keysOf((await api.get('/goals/definitions')).body).includes('payment_received'));
  });
});

test('putDefinition and replaceOutcomeDefinitions as a dry run', async (t) => {
  const shop = await openShop();
  t.after(() => shop.close());
  const before = shop.base.state.lastDecision(shop.profileId);
  const put = (body: object) => shop.owner.post('/goals/definitions?dry_run=true', body);
  await t.test('say what would be counted, and change nothing', async () => {
    const once = await put({ conversion_key: 'payment_received', counting: 'first_per_customer' });
    assert.equal(once.status, 200, JSON.stringify(once.body));
    assert.equal('replay_queued' in once.body.data, false, 'nothing was saved');
    assert.deepEqual(once.body.data.effect.definitions, [
      {
        conversion_key: 'payment_received',
        conversions_before: 3,
        conversions_after: 2,
        revenue_before: '145',
        revenue_after: '95',
      },
    ]);
    const fresh = await put({
      conversion_key: 'view',
      event_types: ['page_view'],
      value_rule: 'fixed',
      fixed_value: '2',
      fixed_currency: 'USD',
    });
    assert.equal(fresh.status, 200);
    assert.deepEqual(
      [fresh.body.data.created, fresh.body.data.effect.definitions],
      [true, [{ conversion_key: 'view', conversions_before: 0, conversions_after: 4, revenue_before: '0', revenue_after: '8' }]],
    );
    const family = await shop.owner.put('/profile/outcome-definitions?dry_run=true', { family: 'pipeline', definitions: [] });
    assert.deepEqual(
      family.body.data.effect.definitions.map((each: { conversion_key: string }) => each.conversion_key),
      ['lead_created'],
    );
    assert.equal(shop.base.state.lastDecision(shop.profileId), before);
    assert.deepEqual(keysOf((await shop.owner.get('/goals/definitions')).body).length, 4);
  });
  await t.test('say what of a change their figures do not show', async () => {
    const said = ({ body }: { body: { data: { effect: { definitions: object[] } }; warnings?: object[] } }) => [
      body.data.effect.definitions.length,
      body.warnings,
    ];
    const warning = (message: string) => ({ code: 'effect_incomplete', message });
    const window = warning(
      '"payment_received": touches earn credit up to 1 day before a conversion, no longer within the profile\'s windows; ' +
        'credit that this moves is not in the effect.',
    );
    const byDefault = warning(
      '"lead_created" is what reports count by default, no longer "payment_received"; the effect does not show this.',
    );
    assert.deepEqual(said(await put({ conversion_key: 'payment_received', lookback_window_days: 1 })), [0, [window]]);
    assert.deepEqual(said(await put({ conversion_key: 'lead_created', is_default: true })), [0, [byDefault]]);
    const pipeline = warning(
      '"payment_received": its money is pipeline, no longer cash; sums of cash and credit that this moves are not in the effect.',
    );
    assert.deepEqual(said(await put({ conversion_key: 'payment_received', revenue_type: 'pipeline' })), [0, [pipeline]]);
    const once = { conversion_key: 'payment_received', counting: 'first_per_customer' };
    assert.deepEqual(said(await put({ ...once, lookback_window_days: 2 })).flat().length, 2, 'beside what it shows');
    const family = await shop.owner.put('/profile/outcome-definitions?dry_run=true', {
      family: 'cash',
      definitions: [{ conversion_key: 'payment_received', lookback_window_days: 1 }],
    });
    assert.deepEqual(said(family), [0, [window]]);
    for (const silent of [{}, { name: 'Paid' }, { counting: 'first_per_customer' }, { lookback_window_days: 90 }])
      assert.equal(
        (await put({ conversion_key: 'payment_received', ...silent })).body.warnings,
        undefined,
        JSON.stringify(silent),
      );
    assert.equal(
      (await put({ conversion_key: 'lead_created', revenue_type: 'gross' })).body.warnings,
      undefined,
      'counted alike',
    );
    assert.equal((await put({ conversion_key: 'fresh', lookback_window_days: 1 })).body.warnings, undefined, 'had no credit');
  });
  await t.test('refuse what the change itself would be refused for', async () => {
    assert.equal((await put({ conversion_key: 'payment_received', is_default: false })).status, 409);
  });
  await t.test('end with the day of the profile', async () => {
    shop.clock.set('2026-03-08T12:00:00Z');
    assert.equal(
      (await shop.api(shop.session).patch('/profile', { timezone: 'Pacific/Auckland' }, { profile_id: shop.profileId })).status,
      200,
    );
    const { effect } = (await put({ conversion_key: 'payment_received', counting: 'first_per_customer' })).body.data;
    assert.deepEqual([effect.date_from, effect.date_to], ['2025-12-10', '2026-03-09']);
  });
});
