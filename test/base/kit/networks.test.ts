// One address is one address, in every form in which a proxy may write it: no form of it escapes a limit or the list of private networks.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIPv4, isIPv6 } from 'node:net';
import { test } from 'node:test';
import { householdOf, isPrivateAddress, networkTest, shortestForm } from '../../../src/base/kit/networks.ts';
import { clientAddress } from '../../../src/doors/http/client-address.ts';
import { bytesOf, formsOf, innerAddresses, publicAddresses, withZones } from '../../hostile/outside/addresses.ts';
import { seededRandom } from '../random.ts';

test('an address is the same in every form', (t) => {
  const random = seededRandom(t);
  let forms = 0;
  for (const address of [...innerAddresses(random), ...publicAddresses(random)]) {
    const isMapped = /^::ffff:[\da-f]+:[\da-f]+$/.test(address.text);
    const wanted = isMapped ? bytesOf(address.text).slice(12).join('.') : address.text;
    for (const form of formsOf(address).filter((each) => isIPv6(each) || isIPv4(each))) {
      forms += 1;
      assert.equal(shortestForm(form), wanted, form);
      assert.equal(householdOf(form), householdOf(wanted), form);
      assert.equal(isPrivateAddress(form), isPrivateAddress(wanted), form);
      if (isIPv6(form)) for (const zoned of withZones(form)) assert.equal(shortestForm(zoned), wanted, zoned);
    }
  }
  t.diagnostic(`${forms} forms`);
});

test('the address of a client is its shortest form, whatever form its proxy writes', async (t) => {
  const isTrusted = networkTest('127.0.0.1', 'the proxy');
  const server = createServer((request, answer) => answer.end(clientAddress(request, isTrusted))).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  t.after(() => server.close());
  const asked = async (written: string): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': written, connection: 'close' } })).text();
  };
  for (const written of ['::ffff:93.184.215.14', '::FFFF:5DB8:D70E', '0:0:0:0:0:ffff:5db8:d70e', '[::ffff:5db8:d70e]:443'])
    assert.equal(await asked(written), '93.184.215.14', written);
  for (const written of ['2606:4700:0:0:0:0:0:1', '2606:4700::0001', '[2606:4700::1]:80', '2606:4700::1%eth0'])
    assert.equal(await asked(written), '2606:4700::1', written);
});
