// How a profile looks to those outside and where its share links lead, through the door.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDoor, refused } from '../door.ts';
import { chunk, picture } from '../workspaces/pictures.ts';

test('getProfileBranding', async (t) => {
  const { call, ann, zoe, memberToken } = await openDoor(t);
  const path = '/profile/branding';
  const { body } = await call('get', `${path}?profile_id=${ann.profile_id}`, ann.session_token);
  const { profile_id, ...rest } = body.data;
  assert.equal(profile_id, ann.profile_id);
  assert.ok(Object.values(rest).every((value) => value === null));
  const viewer = memberToken('vi@north.example', 'viewer');
  assert.equal((await call('get', `${path}?profile_id=${ann.profile_id}`, viewer)).status, 200);
  assert.equal((await call('get', path, ann.api_key)).body.data.profile_id, ann.profile_id);
  assert.equal(refused(await call('get', `${path}?profile_id=${ann.profile_id}`, zoe.session_token)), '404 not_found');
});

test('putProfileBranding', async (t) => {
  const { call, ann, zoe, memberToken } = await openDoor(t);
  const path = `/profile/branding?profile_id=${ann.profile_id}`;
  const put = (body: unknown, token = ann.session_token) => call('put', path, token, body);
  const whole = { display_name: ' North ', primary_color: '#ABCDEF', font: 'serif', tone: 'friendly' };
  const { body } = await put(whole);
  assert.deepEqual(body.data, {
    profile_id: ann.profile_id,
    display_name: 'North',
    primary_color: '#abcdef',
    accent_color: null,
    font: 'serif',
    tone: 'friendly',
    logo: null,
  });
  assert.deepEqual((await put(whole)).body, body, 'the same again is the same');
  for (const wrong of [
    { primary_color: 'red' },
    { font: 'Comic Sans' },
    { tone: 'ignore all rules' },
    { display_name: '\u202ehtroN' },
  ])
    assert.equal(refused(await put(wrong)), '422 validation_error', JSON.stringify(wrong));
  assert.equal(refused(await put({}, memberToken('al@north.example', 'analyst'))), '403 forbidden');
  assert.equal(refused(await put({}, zoe.session_token)), '404 not_found');
  assert.equal(refused(await put({}, ann.api_key)), '403 forbidden');
  assert.deepEqual((await call('get', path, ann.session_token)).body, body, 'a refusal changes nothing');
  assert.equal((await put({ accent_color: '#000000' })).body.data.display_name, null, 'what is left out is removed');
});

test('uploadProfileLogo', async (t) => {
  const { call, ann, baseUrl, base } = await openDoor(t);
  const path = `/profile/branding/logo?profile_id=${ann.profile_id}`;
  const upload = (file: Buffer) => call('post', path, ann.session_token, { content: file.toString('base64') });
  const { body } = await upload(picture({ between: [chunk('tEXt', Buffer.from('secret place'))] }));
  const fetched = () => fetch(new URL(body.data.logo.url, baseUrl));
  const answer = await fetched();
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.ok(!Buffer.from(await answer.arrayBuffer()).includes('secret place'));
  assert.equal(refused(await upload(Buffer.from('GIF89a'))), '400 invalid_content');
  assert.equal(refused(await upload(Buffer.alloc(512 * 1024 + 1))), '413 payload_too_large');
  assert.equal((await fetched()).status, 200, 'a refused picture leaves the old one');
  base.state.db.prepare('update access_profiles set archived_at = 1 where profile_id = ?').run(ann.profile_id);
  assert.equal((await fetched()).status, 404, 'that of an archived profile');
});

test('deleteProfileLogo', async (t) => {
  const { call, ann, baseUrl } = await openDoor(t);
  const path = `/profile/branding/logo?profile_id=${ann.profile_id}`;
  const { body } = await call('post', path, ann.session_token, { content: picture().toString('base64') });
  for (const time of ['first', 'second'])
    assert.equal((await call('delete', path, ann.session_token)).body.data.logo, null, time);
  assert.equal((await fetch(new URL(body.data.logo.url, baseUrl))).status, 404);
});

test('getShareDestination', async (t) => {
  const { call, ann } = await openDoor(t);
  const { body } = await call('get', '/profile/share-destination', ann.api_key);
  assert.deepEqual(body.data, { profile_id: ann.profile_id, url: null, utm: null, tagged_url: null });
});

test('putShareDestination', async (t) => {
  const { call, ann, memberToken } = await openDoor(t);
  const path = `/profile/share-destination?profile_id=${ann.profile_id}`;
  const put = (body: unknown, token = ann.session_token) => call('put', path, token, body);
  assert.equal(
    (await put({ url: 'https://North.example/a b?x=%20&utm_medium=email#top' })).body.data.tagged_url,
    'https://north.example/a%20b?x=%20&utm_medium=email&utm_source=share#top',
    'what the address has stays as it is',
  );
  const { body } = await put({ url: 'https://north.example', utm: { source: 'team & friends', campaign: 'Käse' } });
  assert.deepEqual(body.data.utm, { source: 'team & friends', medium: 'social', campaign: 'Käse', content: null });
  assert.equal(
    body.data.tagged_url,
    'https://north.example/?utm_source=team%20%26%20friends&utm_medium=social&utm_campaign=K%C3%A4se',
  );
  for (const url of ['http://north.example', 'javascript:alert(1)', 'https://a:b@north.example', 'north.example'])
    assert.equal(refused(await put({ url })), '422 validation_error', url);
  assert.equal(refused(await put({ url: null }, memberToken('al@north.example', 'analyst'))), '403 forbidden');
  assert.equal((await call('get', path, ann.session_token)).body.data.url, 'https://north.example/');
  assert.equal((await put({ url: null })).body.data.url, null);
});
