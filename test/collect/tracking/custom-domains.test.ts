// Hosts of the site's own: a name server of the test's says where they lead, and the service itself answers there.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { networkTest } from '../../../src/base/kit/networks.ts';
import { cookieCap, firstHalf } from '../../../src/collect/tracking/cookie-cap.ts';
import { checkDomainsDue } from '../../../src/collect/tracking/index.ts';
import { createNameResolver, setNameResolver, setTextResolver } from '../../../src/providers/dns/client.ts';
import { createOutside, setOutside } from '../../../src/providers/http/guard.ts';
import { type DoorWorld, openDoor, refused } from '../../account/door.ts';
import { type ZoneRecords, zoneServer } from '../../fakes/name-server.ts';
import type { ApiAnswer } from '../../harness.ts';

const PATH = '/tracking/custom-domains';

type Named = { name: string };

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
    ...door,
    zone,
    texts,
    names,
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
    ]) {
      const answer = await claim(host);
      assert.equal(refused(answer), '422 validation_error', host);
      assert.match(answer.body.error.message, /^host: /);
    }
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
    assert.match(data.reason, /an address that is not public, but the tracker does not respond there/);
    assert.doesNotMatch(`${data.reason} ${data.next}`, /127\.0\.0\.77/, 'which private address a name has is not told');
    assert.match(data.next, /certificate/);
    zone.set('t.shop.example', { addresses: ['10.0.0.1'] });
    assert.match((await verify(id)).body.data.reason, /has no public address/);
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
    const existing = await load('t.shop.example', 'a=1; _trb=0a1b2c; b=2');
    assert.deepEqual(existing['set-cookie'], ['_trb=0a1b2c; Path=/; Max-Age=34128000; SameSite=Lax; Domain=shop.example']);
    assert.equal(existing['cache-control'], 'private, no-cache');
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
        ['created', 'verified', 'changed', 'created', 'lost', 'verified', 'lost', 'verified'],
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

test('what is verified is looked at again by itself', async (t) => {
  const world = await openWorld(t);
  const { claim, verify, call, ann, zoe, zone, texts, names, clock, base } = world;
  const HOUR_MS = 3_600_000;
  const list = async (token = ann.api_key) => (await call('get', PATH, token)).body.data;
  const signal = async () =>
    (await call('get', '/tracking/quality', ann.api_key)).body.data.signals.find(({ name }: Named) => name === 'custom_domains');
  /** As the service does: time goes by, and what is due by then is looked at. */
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await checkDomainsDue(base);
  };
  await call('patch', '/tracking/settings', ann.api_key, { extra_origins: ['shop.example'] });
  zone.set('shop.example', { addresses: ['127.0.9.9'] });
  zone.set('t.shop.example', { addresses: ['127.0.0.1'] });
  assert.equal(await signal(), undefined, 'nothing to tell of a profile without hosts');
  const { id } = (await claim('t.shop.example')).body.data;

  await t.test('a claim is, too, for the first time after ten minutes', async () => {
    await pass(9 * 60_000);
    assert.equal((await list())[0].checked_at, null);
    await pass(60_000);
    const [domain] = await list();
    assert.deepEqual([domain.status, domain.verdict, domain.last_change], ['verified', 'long_lived', null]);
    const pause = Date.parse(domain.next_check_at) - Date.parse(domain.checked_at);
    assert.ok(pause >= 6 * HOUR_MS && pause < 6.6 * HOUR_MS, String(pause));
    assert.equal((await signal()).status, 'ok');
  });

  await t.test('what looks worse once is looked at again first; what passes by was nothing', async () => {
    zone.delete('t.shop.example');
    await pass(7 * HOUR_MS);
    const [domain] = await list();
    assert.deepEqual([domain.status, domain.verdict, domain.last_change], ['verified', 'long_lived', null]);
    zone.set('t.shop.example', { addresses: ['127.0.0.1'] });
    await pass(10 * 60_000);
    zone.delete('t.shop.example');
    await pass(7 * HOUR_MS);
    assert.equal((await list())[0].status, 'verified', 'the first doubt is forgotten');
    zone.set('t.shop.example', { addresses: ['127.0.0.1'] });
    await pass(10 * 60_000);
  });

  await t.test('a name that has become another’s is told, with what changed', async () => {
    zone.set('t.shop.example', { cname: 'in.tracker.test' });
    zone.set('in.tracker.test', { addresses: ['127.0.0.1'] });
    await pass(7 * HOUR_MS);
    await pass(10 * 60_000);
    const [{ status, verdict, last_change: change, checked_at }] = await list();
    assert.deepEqual([status, verdict, change.changed_at], ['verified', 'capped_cname', checked_at]);
    assert.deepEqual(
      [change.from, change.to],
      [
        { status: 'verified', verdict: 'long_lived' },
        { status: 'verified', verdict: 'capped_cname' },
      ],
    );
    assert.match(change.what, /^t\.shop\.example is another name for in\.tracker\.test now\. /);
    const message = await signal();
    assert.deepEqual([message.status, message.count], ['attention', 1]);
    assert.match(message.explanation, /was verified \(long_lived\) and is verified \(capped_cname\)/);
    assert.match(message.next, /pass its \/t\/ on/);
  });

  await t.test('a host where the tracker answers no more is lost, and a problem', async () => {
    zone.set('t.shop.example', { addresses: ['127.0.0.77'] }); // nobody listens there
    await pass(7 * HOUR_MS);
    await pass(10 * 60_000);
    const [{ status, last_change: change }] = await list();
    assert.deepEqual([status, change.to.status], ['pending', 'pending']);
    assert.match(change.what, /no longer another name for in\.tracker\.test\. .*does not respond there/);
    const quality = (await call('get', '/tracking/quality', ann.api_key)).body.data;
    assert.deepEqual([(await signal()).status, (await signal()).count], ['problem', 1]);
    assert.equal(quality.status, 'problem');
    assert.equal((await call('get', '/tracking/origin', ann.api_key)).body.data.custom_domain, null);
  });

  await t.test('better news need no second look', async () => {
    zone.set('t.shop.example', { addresses: ['127.0.0.1'] });
    await pass(7 * HOUR_MS);
    assert.deepEqual([(await list())[0].status, (await signal()).status], ['verified', 'ok']);
  });

  await t.test('while DNS does not answer, everything stays; it is asked again in a quarter of an hour', async () => {
    const [before] = await list();
    names.isDown = true;
    await pass(7 * HOUR_MS);
    const [during] = await list();
    assert.deepEqual({ ...during, next_check_at: '' }, { ...before, next_check_at: '' });
    assert.equal(Date.parse(during.next_check_at) - clock.now(), 15 * 60_000);
    names.isDown = false;
    await pass(15 * 60_000);
    assert.ok((await list())[0].checked_at > before.checked_at);
  });

  await t.test('nobody gets a contested host by being looked at first', async () => {
    await claim('t.shop.example', zoe.api_key);
    zone.set('t.shop.example', { addresses: ['127.0.0.77'] });
    await pass(7 * HOUR_MS);
    await pass(10 * 60_000);
    zone.set('t.shop.example', { addresses: ['127.0.0.1'] });
    await pass(7 * HOUR_MS);
    const [theirs] = await list(zoe.api_key);
    assert.deepEqual([(await list())[0].status, theirs.status], ['pending', 'pending']);
    assert.match(theirs.reason, /claimed by another profile/);
    texts.set(theirs.ownership_record.name, [theirs.ownership_record.value]);
    await pass(7 * HOUR_MS);
    assert.equal((await list(zoe.api_key))[0].status, 'verified', 'its owner’s record stands in DNS');
  });

  await t.test('a look that somebody asked for meanwhile counts, and the audit names who', async () => {
    texts.clear();
    assert.equal((await verify(id)).status, 200);
    const actors = base.state.db
      .prepare("select distinct actor from audit where action in ('custom_domain.changed', 'custom_domain.lost')")
      .pluck();
    assert.deepEqual(actors.all(), ['system']);
    const detail = base.state.db.prepare("select detail from audit where action = 'custom_domain.changed' limit 1").pluck();
    assert.deepEqual(JSON.parse(String(detail.get())), { from: 'long_lived', host: 't.shop.example', to: 'capped_cname' });
  });

  await t.test('what was given up is looked at no more', async () => {
    await call('delete', `${PATH}/${id}`, ann.api_key);
    const looks = base.state.db.prepare('select max(next_check_at) from custom_domains where custom_domain_id = ?').pluck();
    const before = looks.get(id);
    await pass(8 * HOUR_MS);
    assert.equal(looks.get(id), before);
  });
});
