// Apps of this installation at providers, entered in the console: each platform's answer to a right app and to wrong ones, what is in force then and
// later, and who may change it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import { allWizards } from '../../../src/act/connections/apps/wizard.ts';
import { connectableProviders, providers } from '../../../src/act/connections/providers.ts';
import { appSettings, type ConfiguredProvider } from '../../../src/base/config/config.ts';
import { carryOut } from '../../../src/doors/jobs/commands.ts';
import { refused } from '../../account/door.ts';
import { type FakeTokenEndpoint, startTokenEndpoint, withTokenEndpoint } from '../../fakes/apps/token-endpoints.ts';
import { startFakeMeta } from '../../fakes/meta.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { metaAccount } from './meta-world.ts';
import { Visitor } from './visitor.ts';

const ID = 'app-7412';
const SECRET = 'a-secret-of-the-app';

interface World {
  app: TestApp;
  endpoints: Map<ConfiguredProvider, FakeTokenEndpoint>;
  path(provider: string): string;
}

/** Every platform that has a token endpoint, as a fake, and no app in the environment. */
async function startWorld(t: TestContext, only: readonly ConfiguredProvider[] = withTokenEndpoint): Promise<World> {
  const endpoints = new Map<ConfiguredProvider, FakeTokenEndpoint>();
  for (const id of only)
    endpoints.set(id, await startTokenEndpoint(t, id, { id: ID, secret: SECRET, redirectUrl: '', isInReview: false }));
  const urls = Object.fromEntries([...endpoints].map(([id, { server }]) => [id, { url: server.url }]));
  const app = await startTestApp({ config: { providers: urls } });
  t.after(() => app.close());
  for (const [id, { app: known }] of endpoints) known.redirectUrl = `${app.baseUrl}/connect/${id}/callback`;
  return { app, endpoints, path: (provider) => `/workspaces/${app.workspaceId}/provider-apps/${provider}` };
}

/** Of all fields of a provider, with these in their place. */
const valuesOf = (id: ConfiguredProvider, changes: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    appSettings(id).map(({ name }) => [name.replaceAll(/[A-Z]/g, (each) => `_${each.toLowerCase()}`), 'token-1']),
  ),
  client_id: ID,
  client_secret: SECRET,
  ...changes,
});

const shopOf = (id: ConfiguredProvider): { shop?: string } => (id === 'shopify' ? { shop: 'north.myshopify.com' } : {});

test('putProviderApp', async (t) => {
  const { app, path } = await startWorld(t);
  const api = app.api(app.session);

  await t.test(
    'every platform names a wrong id and the secret of another app in its own words, and nothing is kept',
    async () => {
      for (const id of withTokenEndpoint) {
        for (const changes of [{ client_id: 'app-9' }, { client_secret: 'the-secret-of-another' }]) {
          const answer = await api.put(path(id), { values: valuesOf(id, changes), ...shopOf(id) });
          assert.equal(refused(answer), '422 validation_error', id);
          const { message, provider_code, provider_message = '' } = answer.body.error;
          assert.match(message, /^values\.client_(?:id|secret): /, id);
          assert.ok(provider_code !== undefined && message.includes(provider_message), `${id}: ${message}`);
          assert.doesNotMatch(JSON.stringify(answer.body), /the-secret-of-another|a-secret-of/);
        }
      }
      const { data } = (await api.get(`/workspaces/${app.workspaceId}/provider-apps`)).body;
      assert.ok(data.every(({ source }: { source: string }) => source === 'none'));
    },
  );

  await t.test('a right one is in force at once, sealed, and in no answer', async () => {
    for (const id of withTokenEndpoint) {
      const { status, body } = await api.put(path(id), { values: valuesOf(id), ...shopOf(id) });
      assert.equal(status, 200, `${id}: ${JSON.stringify(body)}`);
      assert.deepEqual(
        [body.data.source, body.data.check?.status],
        ['console', 'accepted'],
        `${id}: ${JSON.stringify(body.data.check)}`,
      );
      assert.doesNotMatch(JSON.stringify(body), /a-secret-of/);
      const connect = await api.post(`/connections/${id}/connect`, {}, { profile_id: app.profileId });
      assert.equal(connect.status, 201, `${id}: ${JSON.stringify(connect.body)}`);
    }
    const rows = app.base.state.db.prepare('select secrets from provider_apps').all();
    assert.equal(rows.length, withTokenEndpoint.length);
    assert.ok(rows.every((row) => !Buffer.from(Object(row).secrets).includes(SECRET)));
    const ids: string[] = connectableProviders(app.base).map(({ id }) => id);
    assert.ok(withTokenEndpoint.every((each) => ids.includes(each)));
  });
});

test('an app in review, and one without our redirect address', async (t) => {
  const { app, endpoints, path } = await startWorld(t);
  const api = app.api(app.session);

  await t.test('are kept and named', async () => {
    const check = async (id: ConfiguredProvider): Promise<string> =>
      (await api.put(path(id), { values: valuesOf(id), ...shopOf(id) })).body.data.check.status;
    // Their token endpoints judge no review, or no redirect address: TikTok's and Shopify's get none.
    const [noReview, noRedirect] = [
      ['microsoft_ads', 'microsoft_calendar', 'outlook', 'hubspot', 'shopify', 'reddit'],
      ['tiktok', 'shopify', 'stripe'],
    ];
    for (const id of withTokenEndpoint) {
      const known = endpoints.get(id)?.app;
      assert.ok(known);
      known.isInReview = true;
      if (!noReview.includes(id)) assert.equal(await check(id), 'in_review', id);
      known.isInReview = false;
      const redirectUrl = known.redirectUrl;
      known.redirectUrl = 'https://elsewhere.example/callback';
      if (!noRedirect.includes(id)) assert.equal(await check(id), 'wrong_redirect', id);
      known.redirectUrl = redirectUrl;
    }
  });
});

test('putProviderApp, of one platform', async (t) => {
  const { app, endpoints, path } = await startWorld(t, ['linkedin', 'meta', 'shopify', 'tiktok']);
  const api = app.api(app.session);

  await t.test('one that is down, answers a page or nothing leaves the app unjudged, and it can be checked later', async () => {
    const { server } = endpoints.get('linkedin') ?? assert.fail();
    for (const script of ['reset', 'html', 'error_once'] as const) {
      server.fail(script, 4);
      const { body } = await api.put(path('linkedin'), { values: valuesOf('linkedin') });
      assert.match(body.data.check.status, /unreachable|unclear/, script);
      while ((await api.post(`${path('linkedin')}/check`)).body.data.status !== 'accepted')
        assert.ok(server.requests.length < 40);
    }
  });

  await t.test('an omitted secret stays with its id, and goes to no other', async () => {
    await api.put(path('meta'), { values: valuesOf('meta') });
    const same = await api.put(path('meta'), { values: { client_id: ID } });
    assert.equal(same.status, 200);
    const other = await api.put(path('meta'), { values: { client_id: 'app-9' } });
    assert.match(other.body.error.message, /values\.client_secret: is needed/);
  });

  await t.test('hostile values are refused by name', async () => {
    const cases: [Record<string, string>, RegExp][] = [
      [{ client_id: ID, client_secret: 'two words' }, /client_secret: has blanks/],
      [{ client_id: `${ID}\u202e`, client_secret: SECRET }, /client_id: has blanks/],
      [{ client_id: ID, client_secret: SECRET, url: 'http://127.0.0.1/' }, /values\.url/],
      [{ client_id: ID, client_secret: SECRET, apiVersion: 'v1' }, /values\.apiVersion/],
    ];
    for (const [values, words] of cases) {
      const answer = await api.put(path('tiktok'), { values });
      assert.equal(refused(answer), '422 validation_error');
      assert.match(answer.body.error.message, words);
    }
    for (const shop of ['evil.example', 'north.myshopify.com/@evil.example', '127.0.0.1'])
      assert.equal(refused(await api.put(path('shopify'), { values: valuesOf('shopify'), shop })), '422 validation_error');
    assert.equal(refused(await api.put(path('sandbox'), { values: { client_id: ID } })), '404 not_found');
    assert.equal(refused(await api.put(path('smtp'), { values: { client_id: ID } })), '404 not_found');
  });
});

test('listProviderApps', async (t) => {
  const { app, path } = await startWorld(t, ['tiktok']);
  const api = app.api(app.session);

  await t.test('has a wizard for each provider that needs an app, with addresses, scopes and steps', async () => {
    const { data, meta } = (await api.get(`/workspaces/${app.workspaceId}/provider-apps`)).body;
    assert.equal(meta.may_change, true);
    const needing = providers().flatMap(({ id }) => (id !== 'sandbox' && appSettings(id).length > 0 ? [id] : []));
    assert.deepEqual(
      data.map(({ provider }: { provider: string }) => provider),
      needing,
    );
    assert.equal(allWizards().length, needing.length);
    for (const each of data) {
      assert.ok(each.steps.length > 1 && each.fields.length > 1, each.provider);
      assert.match(each.place.url, /^https:/);
      assert.equal(each.redirect_url, each.provider === 'whatsapp' ? null : `${app.baseUrl}/connect/${each.provider}/callback`);
      assert.ok(each.scopes.length > 0 || ['tiktok', 'whatsapp'].includes(each.provider), each.provider);
    }
    const hooks = data.filter(({ webhook_url }: { webhook_url: string | null }) => webhook_url !== null);
    assert.deepEqual(
      hooks.map(({ provider }: { provider: string }) => provider),
      ['mercado_pago', 'hubspot', 'gohighlevel', 'whatsapp'],
    );
  });

  await t.test('the operator alone changes apps, owners of other workspaces do not, and keys and admins neither', async () => {
    const other = createPerson(app.base, { email: 'other@example.com', actor: 'system' });
    setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId: other.personId, role: 'owner', actor: 'system' });
    const session = createSession(app.base, { personId: other.personId, actor: 'system' }).token;
    const list = await app.api(session).get(`/workspaces/${app.workspaceId}/provider-apps`);
    assert.equal(list.body.meta.may_change, false);
    const calls: [string | undefined, string][] = [
      [session, '403 forbidden'],
      [app.apiKey, '403 forbidden'],
      [undefined, '401 unauthorized'],
    ];
    for (const [credential, refusal] of calls) {
      const call = app.api(credential);
      assert.equal(refused(await call.put(path('tiktok'), { values: valuesOf('tiktok') })), refusal);
      assert.equal(refused(await call.delete(path('tiktok'))), refusal);
      assert.equal(refused(await call.post(`${path('tiktok')}/check`)), refusal);
    }
  });
});

test('checkProviderApp', async (t) => {
  const { app, endpoints, path } = await startWorld(t, ['meta']);
  const api = app.api(app.session);
  assert.equal(refused(await api.post(`${path('meta')}/check`)), '409 invalid_state');
  assert.equal((await api.put(path('meta'), { values: valuesOf('meta') })).status, 200);
  assert.equal((await api.post(`${path('meta')}/check`)).body.data.status, 'accepted');
  const { app: known } = endpoints.get('meta') ?? assert.fail();
  known.secret = 'rolled-there';
  assert.deepEqual((await api.post(`${path('meta')}/check`)).body.data.status, 'wrong_secret');
  const [shown] = (await api.get(`/workspaces/${app.workspaceId}/provider-apps`)).body.data;
  assert.deepEqual([shown.check.status, shown.check.words], ['wrong_secret', 'Error validating client secret.']);
});

test('deleteProviderApp', async (t) => {
  const { app, path } = await startWorld(t, ['meta']);
  const api = app.api(app.session);
  await api.put(path('meta'), { values: valuesOf('meta') });
  for (const _ of [1, 2]) assert.equal((await api.delete(path('meta'))).body.data.source, 'none');
  const connect = await api.post('/connections/meta/connect', {}, { profile_id: app.profileId });
  assert.equal(refused(connect), '501 provider_not_configured');
  assert.equal(app.base.state.db.prepare('select secrets from provider_apps').pluck().get(), null);
  const actions = app.base.state.db.prepare("select action from audit where action like 'provider_app.%'").pluck().all();
  assert.deepEqual(actions, ['provider_app.set', 'provider_app.removed']);
  await api.put(path('meta'), { values: valuesOf('meta') });
  assert.equal((await api.post('/connections/meta/connect', {}, { profile_id: app.profileId })).status, 201);
});

test('the environment wins over what was entered', async (t) => {
  const meta = await startFakeMeta(t, [metaAccount('102', 'North')]);
  const app = await startTestApp({ config: { providers: { meta: meta.settings } } });
  t.after(() => app.close());
  const path = `/workspaces/${app.workspaceId}/provider-apps/meta`;
  const api = app.api(app.session);
  const refusal = await api.put(path, { values: valuesOf('meta') });
  assert.equal(refused(refusal), '409 invalid_state');
  assert.match(refusal.body.error.message, /TRIBUTARY_META_CLIENT_ID, TRIBUTARY_META_CLIENT_SECRET/);
  const [shown] = (await api.get(`/workspaces/${app.workspaceId}/provider-apps`)).body.data;
  assert.equal(shown.source, 'environment');
  assert.doesNotMatch(JSON.stringify(shown), new RegExp(meta.settings.clientSecret));
});

test('an account is connected through an app that was entered, and read again after the secret has changed', async (t) => {
  const meta = await startFakeMeta(t, [metaAccount('102', 'North')]);
  const { url, clientId, clientSecret } = meta.settings;
  const app = await startTestApp({ config: { providers: { meta: { url } } } });
  t.after(() => app.close());
  const api = app.api(app.session);
  const path = `/workspaces/${app.workspaceId}/provider-apps/meta`;
  const put = await api.put(path, { values: { client_id: clientId, client_secret: clientSecret } });
  assert.equal(put.status, 200, JSON.stringify(put.body));
  const visitor = new Visitor();
  const { data } = (await api.post('/connections/meta/connect', {}, { profile_id: app.profileId })).body;
  await visitor.grant(data.url);
  const [connection] = (await api.get('/connections', { profile_id: app.profileId })).body.data;
  assert.equal(connection.status, 'active');
});

test('the operator sets, lists and removes an app by commands', async (t) => {
  const { app } = await startWorld(t, ['tiktok']);
  const run = (name: 'provider-list' | 'provider-set' | 'provider-remove', args: Record<string, unknown> = {}) =>
    carryOut(app.base, name, args, () => undefined);
  const values = valuesOf('tiktok');
  await assert.rejects(
    run('provider-set', { provider: 'tiktok', values: { ...values, client_secret: 'other' } }),
    /App secret is not correct/,
  );
  const made = await run('provider-set', { provider: 'tiktok', values });
  assert.equal(made['check'], 'accepted');
  assert.match(JSON.stringify(await run('provider-list')), /"tiktok".*"console"/);
  assert.deepEqual(
    [
      (await run('provider-remove', { provider: 'tiktok' }))['removed'],
      (await run('provider-remove', { provider: 'tiktok' }))['removed'],
    ],
    [true, false],
  );
});
