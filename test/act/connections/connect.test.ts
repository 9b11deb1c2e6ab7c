// Connecting at a fake Meta: the link, the way there and back, the choice of accounts, and what is refused with nothing stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDoor, refused } from '../../account/door.ts';
import { tokenFor } from '../../doors/mcp/agent.ts';
import { startTestApp } from '../../harness.ts';
import { metaAccount, startMetaWorld } from './meta-world.ts';
import { Visitor } from './visitor.ts';

const ACCOUNTS = () => [metaAccount('102', 'North'), metaAccount('103', 'South'), metaAccount('104', 'Other')];

test('connectProvider', async (t) => {
  const w = await startMetaWorld(t, ACCOUNTS());
  const { app, api, visitor } = w;
  const query = { profile_id: app.profileId };

  await t.test('gives a link that says which profile and leads to the provider', async () => {
    const { status, body } = await api.post('/connections/meta/connect', {}, query);
    assert.equal(status, 201);
    assert.equal(body.data.expires_at, '2026-11-25T12:30:00.000Z');
    const page = await visitor.open(body.data.url);
    assert.equal(page.status, 200);
    assert.match(page.html, /Connect Meta/);
    assert.match(page.html, /Main/);
    const there = await visitor.toProvider(body.data.url);
    assert.equal(there.searchParams.get('redirect_uri'), `${app.baseUrl}/connect/meta/callback`);
    assert.equal((await w.connections())[0].status, 'pending');
  });

  await t.test('lets the person choose among accounts, and reads those alone', async () => {
    const { url, connection_id } = await w.link();
    const back = await visitor.grant(url);
    assert.equal(back.location?.href, url);
    assert.match((await visitor.open(url)).html, /Connect these accounts/);
    const none = await visitor.submit(url, {}, `${url}/accounts`);
    assert.equal(none.status, 422);
    const foreign = await visitor.submit(url, { 'account:999': 'on' }, `${url}/accounts`);
    assert.equal(foreign.status, 422);
    const done = await visitor.submit(url, { 'account:102': 'on', 'account:103': 'on' }, `${url}/accounts`);
    assert.equal(done.status, 303);
    assert.match((await visitor.open(url)).html, /The account is connected/);
    const found = (await w.connections()).find(({ id }) => id === connection_id);
    assert.equal(found.status, 'active');
    assert.deepEqual(
      found.accounts.map((each: { id: string; is_selected: boolean }) => [each.id, each.is_selected]),
      [
        ['102', true],
        ['104', false],
        ['103', true],
      ],
    );
    const again = await visitor.submit(url).catch((error: unknown) => String(error));
    assert.match(String(again), /no form/);
  });

  await t.test('takes the accounts that the caller named, and sends the person where the caller wants', async () => {
    const { url } = await w.link({ accounts: ['104'], return_url: `${app.baseUrl}/console/?from=connect` });
    const { location, connection_id } = { ...(await visitor.grant(url)), connection_id: undefined };
    assert.equal(location?.pathname, '/console/');
    assert.ok(location.searchParams.get('connection_id'), connection_id);
  });
});

test('an agent starts a connect and hands the link to a person', async (t) => {
  const w = await startMetaWorld(t, [metaAccount('102', 'North')]);
  const query = { profile_id: w.app.profileId };
  const ask = (scopes: string[]) => w.app.api(tokenFor(w.app, scopes)).post('/connections/meta/connect', {}, query);
  assert.equal(refused(await ask(['mcp:read'])), '403 insufficient_scope');
  const { status, body } = await ask(['mcp:read', 'mcp:write']);
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body.data).sort(), ['connection_id', 'expires_at', 'url']);
  assert.equal((await w.visitor.grant(body.data.url)).location?.href, body.data.url, 'with no session');
  const [connection] = await w.connections();
  assert.deepEqual([connection.id, connection.status], [body.data.connection_id, 'active']);
  assert.match(connection.connected_by, /^person:/, 'for whom the agent acts');
});

test('what connecting refuses', async (t) => {
  const w = await startMetaWorld(t, ACCOUNTS());
  const { app, api, visitor, meta } = w;
  const query = { profile_id: app.profileId };
  const connected = async (): Promise<number> => (await w.connections()).filter(({ status }) => status === 'active').length;

  await t.test('an unknown provider, one without registration, a foreign return address', async () => {
    const nowhere = await api.post('/connections/https/connect', {}, query);
    assert.equal(refused(nowhere), '404 not_found');
    assert.match(nowhere.body.error.message, /is a destination: POST \/exports\/destinations, or the page Destinations/);
    const unset = await api.post('/connections/google_ads/connect', {}, query);
    assert.equal(refused(unset), '501 provider_not_configured');
    assert.match(unset.body.error.message, /TRIBUTARY_GOOGLE_ADS_CLIENT_ID/);
    for (const return_url of ['https://evil.example/', 'javascript:alert(1)', 'nowhere', `${app.baseUrl}.evil.example/`])
      assert.equal(
        refused(await api.post('/connections/meta/connect', { return_url }, query)),
        '422 validation_error',
        return_url,
      );
    assert.deepEqual(await w.connections(), []);
  });

  await t.test('an answer of the provider that this browser did not ask for', async () => {
    const { url } = await w.link();
    const back = await visitor.open(await visitor.toProvider(url));
    assert.ok(back.location);
    assert.equal((await new Visitor().open(back.location)).status, 400);
    const changed = new URL(back.location);
    changed.searchParams.set('state', 'foreign');
    assert.equal((await visitor.open(changed)).status, 400);
    assert.equal(await connected(), 0);
    assert.equal((await visitor.open(back.location)).location?.href, url);
    assert.equal((await visitor.open(back.location)).status, 409, 'a second time');
  });

  await t.test('a link whose time is over, also on the way back', async () => {
    const { url } = await w.link();
    const back = await visitor.open(await visitor.toProvider(url));
    app.clock.advance(31 * 60_000);
    assert.equal((await visitor.open(back.location ?? '')).status, 409);
    assert.match((await visitor.open(url)).html, /has expired/);
    assert.equal((await visitor.open(`${url}x`)).status, 404);
    assert.equal(await connected(), 0);
  });

  await t.test('scopes that were unticked, and a person who says no', async () => {
    meta.grantedScopes = ['business_management'];
    const { url } = await w.link();
    const seen = await visitor.grant(url);
    assert.equal(seen.status, 409, seen.html);
    assert.match(seen.html, /ads_read/);
    meta.grantedScopes = undefined;
    const there = await visitor.toProvider(url);
    const no = new URL(`${app.baseUrl}/connect/meta/callback`);
    no.search = new URLSearchParams({ error: 'access_denied', state: there.searchParams.get('state') ?? '' }).toString();
    assert.match((await visitor.open(no)).html, /did not grant access/);
    assert.equal(await connected(), 0);
  });

  await t.test('accounts of another person, where the caller named them', async () => {
    const { url } = await w.link({ accounts: ['102', '555'] });
    const seen = await visitor.grant(url);
    assert.equal(seen.status, 422);
    assert.match(seen.html, /555/);
    assert.equal(await connected(), 0);
  });

  await t.test('nothing of a grant that was refused is kept, and nobody reads what a log could have', async () => {
    const links = app.base.state.db.prepare(
      'select count(*) as n from connect_links where tokens is not null and ended_at is null',
    );
    assert.equal(Number(Object(links.get()).n) <= 1, true);
    assert.equal(app.base.state.db.prepare('select count(*) as n from connections where tokens is not null').pluck().get(), 0);
  });
});

test('connections of others', async (t) => {
  const w = await openDoor(t);
  const own = `profile_id=${w.ann.profile_id}`;
  const created = await w.call(
    'post',
    `/connections/sandbox/connect?${own}`,
    w.memberToken('viewer@north.example', 'viewer'),
    {},
  );
  assert.equal(refused(created), '403 forbidden');
  assert.equal(refused(await w.call('get', `/connections?${own}`, w.zoe.session_token)), '404 not_found');
  assert.equal(refused(await w.call('get', '/connections')), '401 unauthorized');
});

test('connections without a registration anywhere', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const answer = await app.api(app.session).get('/connections', { profile_id: app.profileId });
  assert.deepEqual(answer.body.data, []);
});
