// Hosts of the site's own: a name server of the test's says where they lead, and the service itself answers there.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { networkTest } from '../../../src/base/kit/networks.ts';
import { createNameResolver, setNameResolver, setTextResolver } from '../../../src/base/outside/dns.ts';
import { createOutside, setOutside } from '../../../src/base/outside/guard.ts';
import { cookieCap, firstHalf } from '../../../src/collect/tracking/cookie-cap.ts';
import { type DoorWorld, openDoor, refused } from '../../account/door.ts';
import { type ZoneRecords, zoneServer } from '../../fakes/name-server.ts';
import type { ApiAnswer } from '../../harness.ts';

const PATH = '/tracking/custom-domains';

interface World extends DoorWorld {
  zone: Map<string, ZoneRecords>;
  texts: Map<string, string[]>;
  names: { isDown: boolean };
  claim(host: string, token?: string): Promise<ApiAnswer>;
  verify(id: string, token?: string): Promise<ApiAnswer>;
}

async function openWorld(t: TestContext): Promise<World> {
  const door = await openDoor(t);
  const { base, ann, clock, call, baseUrl } = door;
  const zone = new Map<string, ZoneRecords>();
  const texts = new Map<string, string[]>();
  const names = await zoneServer(t, zone);
  setNameResolver(base, createNameResolver([names.server]));
  setTextResolver(base, async (name) => texts.get(name) ?? []);
  const ports = [Number(new URL(baseUrl).port)];
  setOutside(base, createOutside({ servers: [names.server], ports, isAllowed: networkTest('127.0.0.0/8', 'here') }));
  return {
    ...{ ...door, zone, texts, names },
    claim: (host, token = ann.api_key) => call('post', PATH, token, { host }),
    verify: (id, token = ann.api_key) => {
      clock.advance(60_000); // ten a minute
      return call('post', `${PATH}/${id}/verify`, token);
    },
  };
}

test('how long Safari keeps a cookie follows from names and addresses', () => {
  const site = { host: 'shop.example', aliases: ['shops.cloud.test'], addresses: ['198.51.7.1'] };
  const cases: [string, string[], string[], string][] = [
    // what it is, aliases, addresses, verdict
    ['the same network', [], ['198.51.200.9'], 'long_lived'],
    ['another name of its own', ['edge.shop.example'], ['198.51.7.2'], 'long_lived'],
    ["the site's own provider", ['x.cloud.test'], ['198.51.7.2'], 'long_lived'],
    ["somebody else's name", ['edge.shop.example', 'in.tracker.test'], ['198.51.7.2'], 'capped_cname'],
    ['another network', [], ['198.52.7.1'], 'capped_ip'],
    ['another network besides', [], ['198.51.7.1', '203.0.7.1'], 'capped_ip'],
    ['an address of the other kind besides', [], ['198.51.7.1', '2001:db8::1'], 'capped_ip'],
    ['a name without an address', ['gone.test'], [], 'not_resolving'],
  ];
  for (const [what, aliases, addresses, verdict] of cases) {
    const found = cookieCap('t.shop.example', { aliases, addresses }, [site]);
    assert.equal(found.verdict, verdict, what);
    assert.ok(found.reason.length > 20 && (verdict === 'long_lived' || verdict === 'not_resolving' || found.next !== ''), what);
  }
  assert.equal(cookieCap('t.shop.example', { aliases: [], addresses: ['198.51.7.1'] }, []).verdict, 'capped_ip');
  assert.equal(firstHalf('2001:DB8:0:1::7'), firstHalf('2001:db8::1:0:0:0:9'));
  assert.notEqual(firstHalf('2001:db8::1'), firstHalf('2001:db8:1::1'));
});

test('createCustomDomain', async (t) => {
  const { claim, call, ann, zoe, memberToken } = await openWorld(t);

  await t.test('keeps the name as DNS spells it; the same again answers the claim there is', async () => {
    const first = await claim('T.Käse.Example.');
    assert.deepEqual([first.status, first.body.data.host, first.body.data.status], [201, 't.xn--kse-qla.example', 'pending']);
    assert.match(first.body.data.next, /address of the proxy/);
    const again = await claim('t.xn--kse-qla.example');
    assert.deepEqual([again.status, again.body.data.id, again.body.data.created], [200, first.body.data.id, false]);
  });

  await t.test('refuses what is no host of a site, and the service’s own', async () => {
    for (const host of [
      'com',
      'github.io',
      'localhost',
      '127.0.0.1',
      '[::1]',
      '*.shop.example',
      'https://t.shop.example',
      'a..b.example',
      't.shop.example:8443',
      'x\r\ny.example',
    ])
      assert.equal(refused(await claim(host)), '422 validation_error', host);
  });

  await t.test('is for managers of the profile; anybody may claim', async () => {
    assert.equal(refused(await call('post', PATH, undefined, { host: 't.shop.example' })), '401 unauthorized');
    const query = `${PATH}?profile_id=${ann.profile_id}`;
    assert.equal(refused(await call('post', query, zoe.session_token, { host: 't.shop.example' })), '404 not_found');
    const viewer = memberToken('vic@north.example', 'viewer');
    assert.equal((await call('post', query, viewer, { host: 't.shop.example' })).status, 403);
  });

  await t.test('ten at most, of ten and of twelve at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => claim(`t${n}.shop.example`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(9).fill(201), 409, 409, 409]);
    assert.equal((await call('get', PATH, ann.api_key)).body.data.length, 10);
  });
});

test('listCustomDomains', async (t) => {
  const { claim, call, ann, zoe, memberToken } = await openWorld(t);
  await claim('t.Käse.Example.');
  const query = `${PATH}?profile_id=${ann.profile_id}`;
  for (const token of [ann.session_token, memberToken('vic@north.example', 'viewer')]) {
    const [domain, ...others] = (await call('get', query, token)).body.data;
    assert.deepEqual([domain.host, domain.verdict, others], ['t.xn--kse-qla.example', null, []]);
  }
  assert.deepEqual((await call('get', PATH, zoe.api_key)).body.data, []);
});

test('verifyCustomDomain', async (t) => {
  const world = await openWorld(t);
  const { claim, verify, call, ann, zoe, zone, texts, names, clock, base, baseUrl } = world;
  await call('patch', '/tracking/settings', ann.api_key, { extra_origins: ['shop.example'] });
  zone.set('shop.example', { addresses: ['127.0.9.9'] });
  const { id } = (await claim('t.shop.example')).body.data;
  const origin = async () => (await call('get', '/tracking/origin', ann.api_key)).body.data;
  const load = (host: string, cookie = ''): Promise<Record<string, unknown>> =>
    new Promise((done, failed) => {
      const options = { headers: { host, cookie } };
      request(`${baseUrl}/t/${ann.tracking_key}.js`, options, (answer) => {
        answer.resume();
        done(answer.headers);
      })
        .on('error', failed)
        .end();
    });

  await t.test('a host without an address is waited for, and nothing names it', async () => {
    const { data } = (await verify(id)).body;
    assert.deepEqual([data.status, data.verdict, data.verified_at], ['pending', 'not_resolving', null]);
    assert.match(data.next, /address/);
    assert.equal((await origin()).custom_domain, null);
  });

  await t.test('one that leads elsewhere is told what is wrong there', async () => {
    zone.set('t.shop.example', { addresses: ['127.0.0.77'] }); // nobody listens there
    const { data } = (await verify(id)).body;
    assert.deepEqual([data.status, data.verdict], ['pending', 'long_lived']);
    assert.match(data.reason, /127\.0\.0\.77, but the tracker does not answer there/);
    assert.match(data.next, /certificate/);
    zone.set('t.shop.example', { addresses: ['10.0.0.1'] });
    assert.match((await verify(id)).body.data.reason, /not public/);
  });

  await t.test('one that leads here is verified; the snippet and the origin name it', async () => {
    zone.set('t.shop.example', { addresses: ['127.0.0.1'] });
    const { data } = (await verify(id)).body;
    assert.deepEqual([data.status, data.verdict, data.next], ['verified', 'long_lived', null]);
    assert.equal(data.checked_at, data.verified_at);
    const found = await origin();
    assert.deepEqual([found.is_first_party, found.custom_domain], [true, { host: 't.shop.example', verdict: 'long_lived' }]);
    assert.equal(found.origin, baseUrl.replace('127.0.0.1', 't.shop.example'));
    const snippet = (await call('get', '/tracking/snippet', ann.api_key)).body.data;
    for (const text of [snippet.html, snippet.pinned.html]) assert.ok(text.includes(`//t.shop.example:`), text);
  });

  await t.test('there the service keeps the cookie of the id alive, and makes none', async () => {
    const known = await load('t.shop.example', 'a=1; _trb=0a1b2c; b=2');
    assert.deepEqual(known['set-cookie'], ['_trb=0a1b2c; Path=/; Max-Age=34128000; SameSite=Lax; Domain=shop.example']);
    assert.equal(known['cache-control'], 'private, no-cache');
    for (const [host, cookie] of [
      ['t.shop.example', ''],
      ['t.shop.example', '_trb=a%0d%0ab'],
      ['other.example', '_trb=0a1b2c'],
    ])
      assert.equal((await load(host as string, cookie))['set-cookie'], undefined, `${host} ${cookie}`);
  });

  await t.test("somebody else's name is said to live for a week, and works", async () => {
    zone.set('t.shop.example', { cname: 'in.tracker.test' });
    zone.set('in.tracker.test', { addresses: ['127.0.0.1'] });
    const { data } = (await verify(id)).body;
    assert.deepEqual([data.status, data.verdict], ['verified', 'capped_cname']);
    assert.match(data.reason, /in\.tracker\.test/);
  });

  await t.test('when DNS does not answer, everything stays', async () => {
    const before = (await call('get', PATH, ann.api_key)).body.data;
    names.isDown = true;
    assert.equal(refused(await verify(id)), '503 service_unavailable');
    names.isDown = false;
    assert.deepEqual((await call('get', PATH, ann.api_key)).body.data, before);
  });

  await t.test(
    'another profile cannot take it by a claim, its owner can by a text record, and nobody takes it back without one',
    async () => {
      const theirs = (await claim('t.shop.example', zoe.api_key)).body.data;
      const refusedTo = (await verify(theirs.id, zoe.api_key)).body.data;
      assert.deepEqual([refusedTo.status, refusedTo.ownership_record.value], ['pending', theirs.ownership_record.value]);
      assert.match(refusedTo.next, /_tributary\.t\.shop\.example to tributary-domain=/);
      assert.equal((await verify(id)).body.data.status, 'verified');

      texts.set(theirs.ownership_record.name, ['another', theirs.ownership_record.value]);
      assert.equal((await verify(theirs.id, zoe.api_key)).body.data.status, 'verified');
      const lost = (await call('get', PATH, ann.api_key)).body.data[0];
      assert.deepEqual([lost.status, lost.verified_at], ['pending', null]);
      assert.match(lost.reason, /another profile/);
      assert.equal((await origin()).custom_domain, null);
      assert.equal((await verify(id)).body.data.status, 'pending');
      texts.set(theirs.ownership_record.name, [theirs.ownership_record.value, lost.ownership_record.value]);
      assert.equal((await verify(id)).body.data.status, 'pending', 'two records decide nothing');
      texts.set(theirs.ownership_record.name, [lost.ownership_record.value]);
      assert.equal((await verify(id)).body.data.status, 'verified');
      const actions = base.state.db
        .prepare("select action from audit where action like 'custom_domain.%' order by audit_no")
        .pluck();
      assert.deepEqual(
        actions.all().map((action) => String(action).replace('custom_domain.', '')),
        ['created', 'verified', 'created', 'lost', 'verified', 'lost', 'verified'],
      );
    },
  );

  await t.test('a host that has gone is named no more', async () => {
    zone.delete('t.shop.example');
    assert.deepEqual([(await verify(id)).body.data.verdict, (await origin()).custom_domain], ['not_resolving', null]);
  });

  await t.test('is nobody else’s, and ten times a minute', async () => {
    assert.equal(refused(await verify(id, zoe.api_key)), '404 not_found');
    clock.advance(60_000);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await call('post', `${PATH}/${id}/verify`, ann.api_key)).status);
    assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
  });
});

test('deleteCustomDomain', async (t) => {
  const { claim, verify, call, ann, zoe, zone } = await openWorld(t);
  zone.set('t.shop.example', { addresses: ['127.0.0.1'] });

  await t.test('gives the host up, once or twice; it may be claimed again', async () => {
    const { id } = (await claim('t.shop.example')).body.data;
    assert.equal((await verify(id)).body.data.status, 'verified');
    assert.equal(refused(await call('delete', `${PATH}/${id}`, zoe.api_key)), '404 not_found');
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await call('delete', `${PATH}/${id}`, ann.api_key);
      assert.deepEqual([status, body.data.status, body.data.verified_at], [200, 'removed', null]);
    }
    assert.deepEqual((await call('get', PATH, ann.api_key)).body.data, []);
    assert.equal(refused(await verify(id)), '404 not_found');
    const theirs = (await claim('t.shop.example', zoe.api_key)).body.data;
    assert.equal((await verify(theirs.id, zoe.api_key)).body.data.status, 'verified');
    const again = await claim('t.shop.example');
    assert.equal(again.status, 201);
    assert.notEqual(again.body.data.id, id);
  });
});
