import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originOf, trustedProxies } from '../../../src/doors/collect/client.ts';

test('originOf', async (t) => {
  const trusted = trustedProxies('10.0.0.0/8, 192.0.2.1, 2001:db8::/32');
  const cases: [string, string | undefined, string | undefined, string | undefined, string | undefined][] = [
    // what it is about, peer, X-Forwarded-For, address found, country found
    ['a stranger is believed nothing', '203.0.113.9', '198.51.100.1', '203.0.113.9', undefined],
    ['a proxy names the visitor', '10.1.2.3', '198.51.100.1', '198.51.100.1', 'DE'],
    ['the visitor may have written the beginning', '10.1.2.3', '1.1.1.1, 198.51.100.1, 192.0.2.1', '198.51.100.1', 'DE'],
    ['what is no address is passed over', '10.1.2.3', 'unknown, , 198.51.100.1, junk', '198.51.100.1', 'DE'],
    ['only proxies: the nearest', '10.1.2.3', '10.9.9.9', '10.1.2.3', 'DE'],
    ['no header', '10.1.2.3', undefined, '10.1.2.3', 'DE'],
    ['an IPv4 address written as IPv6', '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1', 'DE'],
    ['IPv6', '2001:db8::7', '2001:4860::1', '2001:4860::1', 'DE'],
    ['a closed socket', undefined, '198.51.100.1', undefined, undefined],
  ];
  for (const [name, peer, forwarded, address, country] of cases) {
    await t.test(name, () => {
      const headers = { 'cf-ipcountry': 'DE', ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) };
      assert.deepEqual(originOf(peer, headers, trusted, 'CF-IPCountry'), { address, country });
    });
  }
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
