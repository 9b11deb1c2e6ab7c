// Sending domains through the door: the records to set, what DNS says (a resolver of the test's own), and mails that come from them.
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTextResolver } from '../../../src/providers/dns/client.ts';
import { refused } from '../door.ts';
import { onlyMail, openDoor } from './people.ts';

interface Row {
  purpose: string;
  name: string;
  value: string;
  state: string;
}

async function openDomain(t: TestContext) {
  const world = await openDoor(t);
  const { base, call, ann } = world;
  const records = new Map<string, string[]>();
  const dns = { isDown: false };
  setTextResolver(base, async (name) => {
    if (dns.isDown) throw new Error('no answer');
    return records.get(name) ?? [];
  });
  const path = `/workspaces/${ann.workspace_id}/sender-domain`;
  const create = (domain: unknown, token = ann.session_token) => call('post', path, token, { domain });
  const verify = (token = ann.session_token) => call('post', `${path}/verify`, token);
  const shown = async () => (await call('get', path, ann.session_token)).body.data;
  /** Puts into DNS what the answer said. */
  const set = (rows: Row[]): void => {
    for (const { name, value } of rows) records.set(name, ['another record', value]);
  };
  const states = (data: { records: Row[] }): string[] => data.records.map(({ state }) => state);
  return { ...world, records, dns, path, create, verify, shown, set, states };
}

test('createSenderDomain', async (t) => {
  const { call, create, shown, path, zoe, ann, memberToken, base, clock, states } = await openDomain(t);

  await t.test('names the records to set; the same again names the same', async () => {
    const { status, body } = await create('Mail.North.example.');
    assert.equal(status, 201);
    const { data } = body;
    assert.deepEqual([data.domain, data.status, data.from], ['mail.north.example', 'pending', 'no-reply@mail.north.example']);
    assert.deepEqual(states(data), ['unchecked', 'unchecked']);
    assert.match(data.records[0].value, /^tributary-domain=[0-9a-f]{32}$/);
    assert.match(data.records[1].name, /^tributary[0-9a-f]{8}\._domainkey\.mail\.north\.example$/);
    const again = await create('mail.north.example');
    assert.deepEqual([again.status, again.body.data], [200, data]);
    assert.deepEqual(await shown(), data);
  });

  await t.test('the key fits, and is kept sealed', () => {
    const row = base.state.db.prepare('select * from sender_domains').get() as Record<string, unknown>;
    assert.ok(!Buffer.from(row['private_key'] as Uint8Array).includes('PRIVATE KEY'));
    const sealOf = `sender domain ${ann.workspace_id} ${row['selector']}`;
    const pem = base.state.vault.open(sealOf, row['private_key'] as Uint8Array);
    const own = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' }).toString('base64');
    assert.equal(own, row['public_key']);
  });

  await t.test('another while there is one, no domain, and nobody else are refused', async () => {
    assert.equal(refused(await create('other.north.example')), '409 invalid_state');
    clock.advance(60_000);
    for (const bad of ['com', '127.0.0.1', 'a@b.example', 'north.example/x', 'a..b', 'x\r\ny.example', 'http://north.example'])
      assert.equal(refused(await create(bad)), '422 validation_error', bad);
    assert.equal(refused(await create('x.example', zoe.session_token)), '404 not_found');
    assert.equal(refused(await create('x.example', memberToken('max@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await call('post', path, ann.api_key, { domain: 'x.example' })), '403 forbidden');
  });

  await t.test('two at once make one', async () => {
    await call('delete', path, ann.session_token);
    clock.advance(60_000);
    const answers = await Promise.all(['one.example', 'two.example', 'one.example'].map((domain) => create(domain)));
    const results = answers.filter(({ status }) => status === 201);
    assert.equal(results.length, 1);
    const kept = (await shown()).domain;
    for (const [at, { status, body }] of answers.entries()) {
      if (status < 300) assert.equal(body.data.domain, kept, String(at));
      else assert.equal(status, 409);
    }
  });
});

test('verifySenderDomain', async (t) => {
  const world = await openDomain(t);
  const { call, create, verify, shown, set, states, records, dns, zoe, ann, clock } = world;
  const invite = (email: string) =>
    call('post', `/workspaces/${ann.workspace_id}/invitations`, ann.session_token, { email, role: 'member' });

  await t.test('says what is missing and what is different', async () => {
    assert.equal(refused(await verify()), '404 not_found');
    const { data } = (await create('mail.north.example')).body;
    const [ownership, dkim] = data.records as [Row, Row];
    assert.deepEqual(states((await verify()).body.data), ['missing', 'missing']);
    set([ownership]);
    records.set(dkim.name, ['v=DKIM1; k=rsa; p=AAAA']);
    const half = (await verify()).body.data;
    assert.deepEqual([half.status, ...states(half)], ['pending', 'found', 'different']);
    await invite('early@north.example');
    assert.equal((await onlyMail(world)).from, undefined, 'it is not used before');
  });

  await t.test('with both there, mails come from it', async () => {
    const data = await shown();
    set(data.records);
    const found = (await verify()).body.data;
    assert.deepEqual([found.status, ...states(found)], ['verified', 'found', 'found']);
    await invite('bob@north.example');
    assert.equal((await onlyMail(world)).from, 'North <no-reply@mail.north.example>');
  });

  await t.test('when DNS does not answer everything stays; a record that has gone ends its use', async () => {
    clock.advance(60_000);
    dns.isDown = true;
    assert.equal(refused(await verify()), '503 service_unavailable');
    assert.equal((await shown()).status, 'verified');
    dns.isDown = false;
    records.clear();
    assert.equal((await verify()).body.data.status, 'pending');
    await invite('late@north.example');
    assert.equal((await onlyMail(world)).from, undefined);
  });

  await t.test('not by strangers', async () => {
    assert.equal(refused(await verify(zoe.session_token)), '404 not_found');
    assert.equal(refused(await verify(ann.api_key)), '403 forbidden');
  });
});

test('getSenderDomain', async (t) => {
  const { call, path, zoe, memberToken } = await openDomain(t);

  await t.test('none at first, for members alone', async () => {
    assert.deepEqual((await call('get', path, memberToken('mo@north.example'))).body, { data: null });
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
  });
});

test('deleteSenderDomain', async (t) => {
  const { call, create, shown, path, zoe, ann, base } = await openDomain(t);

  await t.test('takes the domain and its key away, once or twice', async () => {
    const first = (await create('mail.north.example')).body.data;
    assert.equal(refused(await call('delete', path, zoe.session_token)), '404 not_found');
    for (let n = 0; n < 2; n += 1) assert.deepEqual((await call('delete', path, ann.session_token)).body, { data: null });
    assert.equal(await shown(), null);
    assert.equal(base.state.db.prepare('select count(*) from sender_domains').pluck().get(), 0);
    assert.equal(base.state.db.prepare("select count(*) from audit where action = 'sender_domain.removed'").pluck().get(), 1);
    const second = (await create('mail.north.example')).body.data;
    assert.notEqual(second.records[0].value, first.records[0].value);
  });
});
