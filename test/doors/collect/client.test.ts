import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryOf, trustedProxies } from '../../../src/doors/collect/client.ts';

test('countryOf', async (t) => {
  const trusted = trustedProxies('10.0.0.0/8, 192.0.2.1, 2001:db8::/32');
  const cases: [string, string | undefined, string | undefined][] = [
    // what it is about, peer, country found
    ['a stranger is believed nothing', '203.0.113.9', undefined],
    ['a proxy names the country', '10.1.2.3', 'DE'],
    ['an IPv4 address written as IPv6', '::ffff:10.1.2.3', 'DE'],
    ['IPv6', '2001:db8::7', 'DE'],
    ['a strange IPv6', '2001:4860::1', undefined],
    ['a closed socket', undefined, undefined],
  ];
  for (const [name, peer, country] of cases) {
    await t.test(name, () => {
      assert.equal(countryOf(peer, { 'cf-ipcountry': 'DE' }, trusted, 'CF-IPCountry'), country);
    });
  }
  await t.test('an edge that says nothing', () => {
    assert.equal(countryOf('10.1.2.3', {}, trusted, 'CF-IPCountry'), undefined);
  });
});

test('trustedProxies', async (t) => {
  await t.test('trusts nobody by default', () => {
    assert.equal(trustedProxies('')('127.0.0.1'), false);
    assert.equal(trustedProxies('10.0.0.0/8')('not an address'), false);
  });
  await t.test('refuses to start on a list that cannot be meant', () => {
    for (const list of ['example.org', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/', '10.0.0.0/-1', '::1/129'])
      assert.throws(() => trustedProxies(list), /TRUSTED_PROXIES/);
  });
});
