// The caller itself, through the door: person, password, sessions, and who is kept out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createGrant, issueAppToken, issueUserToken, registerApp, registerClient } from '../../../src/account/apps/index.ts';
import { createSession, findPerson, signIn } from '../../../src/account/people/index.ts';
import { isKnownPassword, KNOWN_PASSWORDS_FILE } from '../../../src/account/people/known-passwords.ts';
import { type DoorWorld, openDoor, refused } from '../door.ts';
import { ANN } from '../world.ts';

const GOOD = 'seven new bicycles';

const personOf = (world: DoorWorld, email = ANN.email): string => findPerson(world.base, email)?.personId as string;

function userToken({ base }: DoorWorld, personId: string): string {
  const scopes = ['mcp:read', 'mcp:write', 'customers:read'];
  const clientId = registerClient(base, { name: 'Agent', redirectUris: ['https://agent.example/cb'], scopes });
  const { grantId } = createGrant(base, { personId, clientId, scopes, resource: 'https://mcp.example/mcp' });
  return issueUserToken(base, { grantId, scopes }).token;
}

test('getMe', async (t) => {
  const world = await openDoor(t);
  const { base, ann, call } = world;

  await t.test('is the person of a session', async () => {
    const { body } = await call('get', '/me', ann.session_token);
    assert.deepEqual(body.data, {
      kind: 'person',
      user_id: personOf(world),
      email: ANN.email,
      name: null,
      email_confirmed: false,
      has_password: false,
      created_at: '2026-03-01T12:00:00.000Z',
      workspace_id: null,
    });
  });

  await t.test('is the app of an app, with where it may send people back to', async () => {
    const uris = { redirectUris: ['https://partner.example/cb'], allowedReturnOrigins: [] };
    const app = registerApp(base, { name: 'Partner', tier: 'elevated', ...uris, actor: 'system' });
    const { body } = await call('get', '/me', issueAppToken(base, app.appId).token);
    assert.equal(body.data.kind, 'app');
    assert.equal(body.data.app_id, app.appId);
    assert.deepEqual(body.data.return_url_supported, ['https://partner.example']);
  });

  await t.test('everything under /me is out of reach of user tokens and keys', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    for (const credential of [ann.api_key, userToken(world, personOf(world))]) {
      assert.equal(refused(await call('get', '/me', credential)), '403 forbidden');
      assert.equal(refused(await call('patch', '/me', credential, { name: 'X' })), '403 forbidden');
      assert.equal(refused(await call('put', '/me/password', credential, { new_password: GOOD })), '403 forbidden');
      assert.equal(refused(await call('get', '/me/sessions', credential)), '403 forbidden');
      assert.equal(refused(await call('delete', `/me/sessions/${id}`, credential)), '403 forbidden');
    }
    assert.equal(refused(await call('get', '/me')), '401 unauthorized');
  });
});

test('updateMe', async (t) => {
  const { ann, zoe, call } = await openDoor(t);
  const rename = (name: unknown) => call('patch', '/me', ann.session_token, { name });

  assert.equal((await rename('  Ann North ')).body.data.name, 'Ann North');
  assert.equal((await call('get', '/me', ann.session_token)).body.data.name, 'Ann North');
  assert.equal((await call('get', '/me', zoe.session_token)).body.data.name, null, 'nobody else is renamed');
  for (const name of ['', ' ', 'a\r\nBcc: x@y.example', 'a\u0000', 'x'.repeat(201), 7, {}])
    assert.equal((await rename(name)).status, 422, JSON.stringify(name));
  assert.equal(refused(await call('patch', '/me', ann.session_token, { email: 'new@north.example' })), '422 validation_error');
  assert.equal((await rename(null)).body.data.name, null);
});

test('at least 100,000 passwords are known, and none that only resembles one', async () => {
  const hashes = readFileSync(KNOWN_PASSWORDS_FILE).toString('hex').match(/.{10}/g) ?? [];
  assert.ok(hashes.length > 100_000, `${hashes.length} hashes`);
  assert.ok(
    hashes.every((each, at) => at === 0 || (hashes[at - 1] as string) < each),
    'sorted, each once',
  );
  const good = ['three old horses', 'correct horse battery', 'lamp-Violet-93-oar', 'x7Gq!2mPz0Lw', 'princess of the two hills'];
  for (const password of [...good, 'password manager says hi', 'monkey48193', 'Zürich im Regen']) {
    assert.equal(await isKnownPassword(password.toLowerCase()), false, password);
  }
});

test('updatePassword', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, call } = world;
  const put = (body: Record<string, unknown>, token = ann.session_token) => call('put', '/me/password', token, body);
  const opens = async (password: string): Promise<boolean> => (await signIn(base, { email: ANN.email, password })) !== undefined;

  await t.test('refuses what is short and what is publicly known', async () => {
    assert.equal(refused(await put({ new_password: 'nine char' })), '422 weak_password');
    assert.equal(refused(await put({ new_password: '' })), '422 weak_password');
    const names = ['qwertyuiop', '1q2w3e4r5t', 'PassWord123', 'aaaaaaaaaaaa', 'password123456', 'Passw0rd123', '0987654321'];
    const variants = [
      'princess123',
      'Princess2024!',
      'P@$$w0rd1234',
      'iloveyou!!',
      'Sunshine_2019',
      '123football',
      'qwerty123456',
    ];
    for (const new_password of [
      ...names,
      ...variants,
      'Michael1985',
      'basketball',
      'Liverpool1',
      '1qaz2wsx3edc',
      'unbelievable',
    ]) {
      clock.advance(3_600_000); // so that the limit of attempts lets the next one through
      assert.equal(refused(await put({ new_password })), '422 compromised_password', new_password);
    }
    assert.equal(refused(await put({})), '422 validation_error');
    assert.equal((await call('get', '/me', ann.session_token)).body.data.has_password, false);
  });

  await t.test('the first needs no other; all other sessions end', async () => {
    clock.advance(60_000);
    const other = createSession(base, { personId: personOf(world), actor: 'system' }).token;
    const answer = await put({ new_password: GOOD });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.data.sessions_ended, 1);
    assert.equal(refused(await call('get', '/me', other)), '401 unauthorized');
    assert.equal((await call('get', '/me', ann.session_token)).body.data.has_password, true);
    assert.ok(await opens(GOOD));
    assert.ok(!(await opens(`${GOOD} `)));
  });

  await t.test('from then on the current one is asked for, and must be right', async () => {
    const next = 'three old horses';
    assert.equal(refused(await put({ new_password: next })), '400 current_password_required');
    assert.equal(refused(await put({ new_password: next, current_password: '' })), '400 current_password_required');
    assert.equal(refused(await put({ new_password: next, current_password: 'wrong' })), '400 current_password_invalid');
    assert.ok(await opens(GOOD));
    assert.equal((await put({ new_password: next, current_password: GOOD })).status, 200);
    assert.ok(await opens(next));
    assert.ok(!(await opens(GOOD)));
  });

  await t.test('letters that look the same on two keyboards are the same password', async () => {
    clock.advance(60_000);
    assert.equal((await put({ new_password: 'caf\u00e9 at the corner', current_password: 'three old horses' })).status, 200);
    assert.ok(await opens('cafe\u0301 at the corner'));
  });

  await t.test('the longest there may be opens, in letters of two parts too', async () => {
    clock.advance(60_000);
    const longest = '\u{1f6b2}a'.repeat(512);
    assert.equal((await put({ new_password: longest, current_password: 'caf\u00e9 at the corner' })).status, 200);
    assert.ok(await opens(longest));
    assert.ok(!(await opens(longest.slice(0, 1_024))));
    assert.equal((await put({ new_password: 'caf\u00e9 at the corner', current_password: longest })).status, 200);
  });

  await t.test('guessing is stopped, for this person and nobody else', async () => {
    clock.advance(16 * 60_000);
    const tries = [];
    for (let n = 0; n < 12; n += 1) tries.push(refused(await put({ new_password: GOOD, current_password: `guess ${n}` })));
    assert.deepEqual([...new Set(tries)], ['400 current_password_invalid', '429 rate_limit_exceeded']);
  });

  await t.test('no password is anywhere on disk', () => {
    const kept = JSON.stringify(base.state.db.prepare('select * from passwords').all());
    assert.match(kept, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.ok(!kept.includes('corner') && !kept.includes('bicycles'));
  });
});

test('listMySessions', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, call } = world;
  clock.advance(1_000);
  createSession(base, { personId: personOf(world), actor: 'system', client: 'Firefox on Linux' });
  createSession(base, { personId: personOf(world, 'zoe@south.example'), actor: 'system', client: 'Other' });
  const { data } = (await call('get', '/me/sessions', ann.session_token)).body;
  assert.deepEqual(
    data.map((row: Record<string, unknown>) => [row['client'], row['is_current'], row['last_seen_at']]),
    [
      ['Firefox on Linux', false, null],
      [null, true, '2026-03-01T12:00:01.000Z'],
    ],
  );
  assert.ok(!JSON.stringify(data).includes(ann.session_token.slice(12)));
});

test('deleteMySession', async (t) => {
  const world = await openDoor(t);
  const { base, ann, zoe, call } = world;
  const mine = createSession(base, { personId: personOf(world), actor: 'system' });
  const end = (id: string, token = ann.session_token) => call('delete', `/me/sessions/${id}`, token);
  assert.equal(refused(await end(mine.sessionId, zoe.session_token)), '404 not_found', "another person's session is not there");
  assert.equal((await call('get', '/me', mine.token)).status, 200);
  assert.equal((await end(mine.sessionId.toUpperCase())).body.data.id, mine.sessionId);
  assert.equal(refused(await call('get', '/me', mine.token)), '401 unauthorized');
  assert.equal(refused(await end(mine.sessionId)), '404 not_found', 'it is over');
  assert.equal(refused(await end('x')), '400 invalid_parameter');
  const own = (await call('get', '/me/sessions', ann.session_token)).body.data.find(
    (row: { is_current: boolean }) => row.is_current,
  );
  assert.equal((await end(own.id)).status, 200);
  assert.equal(refused(await call('get', '/me', ann.session_token)), '401 unauthorized');
});
