// How a workspace looks, through the door: who chooses it, what is taken for a colour, an address or a picture.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Config } from '../../../src/base/config/config.ts';
import { openDoor, refused } from '../door.ts';
import { chunk, picture } from './pictures.ts';

async function openBranding(t: TestContext, config: Partial<Config> = {}) {
  const world = await openDoor(t, config);
  const { call, ann, zoe, baseUrl, base } = world;
  const path = `/workspaces/${ann.workspace_id}/branding`;
  const put = (body: unknown, token = ann.session_token) => call('put', path, token, body);
  const upload = (file: Buffer, token = ann.session_token) =>
    call('post', `${path}/logo`, token, { content: file.toString('base64') });
  const shown = async () => (await call('get', path, ann.session_token)).body.data;
  const fetched = (url: string) => fetch(new URL(url, baseUrl));
  const archive = () =>
    base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(ann.workspace_id);
  return { ...world, zoe, path, put, upload, shown, fetched, archive };
}

test('getWorkspaceBranding', async (t) => {
  const { call, zoe, path, shown, ann, memberToken } = await openBranding(t);

  await t.test('is empty at first, and for members alone', async () => {
    const { workspace_id, ...rest } = await shown();
    assert.equal(workspace_id, ann.workspace_id);
    assert.ok(Object.values(rest).every((value) => value === null));
    assert.equal((await call('get', path, memberToken('mo@north.example'))).status, 200);
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path, ann.api_key)), '403 forbidden');
  });
});

test('putWorkspaceBranding', async (t) => {
  const { put, shown, zoe, memberToken, archive, ann } = await openBranding(t);

  await t.test('says all of it: what is left out is gone', async () => {
    const whole = {
      display_name: ' North ',
      primary_color: '#ABCDEF',
      website_url: 'https://north.example',
      support_email: 'Help@North.example',
    };
    const { status, body } = await put(whole);
    assert.equal(status, 200);
    assert.deepEqual(body.data, {
      workspace_id: ann.workspace_id,
      display_name: 'North',
      primary_color: '#abcdef',
      accent_color: null,
      website_url: 'https://north.example/',
      support_email: 'help@north.example',
      logo: null,
    });
    assert.deepEqual((await put(whole)).body, body, 'the same again is the same');
    assert.deepEqual((await put({ accent_color: '#000000' })).body.data.display_name, null);
  });

  await t.test('refuses what is none, and changes nothing', async () => {
    const before = await shown();
    const bad: [object, RegExp][] = [
      [{ primary_color: 'red' }, /primary_color/],
      [{ primary_color: '#12345' }, /primary_color/],
      [{ website_url: 'http://north.example' }, /website_url/],
      [{ website_url: 'javascript:alert(1)' }, /website_url/],
      [{ website_url: 'https://a:b@north.example' }, /website_url/],
      [{ support_email: 'a@b.example\r\nBcc: c@d.example' }, /support_email/],
      [{ display_name: 'a\r\nb' }, /display_name/],
      [{ display_name: '  ' }, /display_name/],
      [{ logo: null }, /logo/],
    ];
    for (const [body, field] of bad) {
      const answer = await put(body);
      assert.equal(refused(answer), '422 validation_error', JSON.stringify(body));
      assert.match(answer.body.error.message, field);
    }
    assert.deepEqual(await shown(), before);
  });

  await t.test('by admins of the workspace, while it is there', async () => {
    assert.equal(refused(await put({}, memberToken('max@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await put({}, zoe.session_token)), '404 not_found');
    archive();
    assert.equal(refused(await put({})), '404 not_found');
  });
});

test('uploadWorkspaceLogo', async (t) => {
  const { call, upload, shown, fetched, path, zoe, ann, archive } = await openBranding(t);

  await t.test('is shown at an address of its own, without what was hidden in the file', async () => {
    const { status, body } = await upload(picture({ between: [chunk('tEXt', Buffer.from('secret place'))] }));
    assert.equal(status, 200);
    assert.deepEqual([body.data.logo.width, body.data.logo.height], [4, 2]);
    const answer = await fetched(body.data.logo.url);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.length, body.data.logo.bytes);
    assert.ok(!bytes.includes('secret place'));
    const again = await upload(picture());
    assert.equal(again.body.data.logo.url, body.data.logo.url, 'the same picture is the same logo');
  });

  await t.test('another takes its place', async () => {
    const before = (await shown()).logo.url;
    await upload(picture({ width: 5 }));
    assert.notEqual((await shown()).logo.url, before);
    assert.equal((await fetched(before)).status, 404);
  });

  await t.test('no picture, too large a picture and no base64 are refused, the old one stays', async () => {
    const before = await shown();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const file of [svg, Buffer.from('GIF89a'), Buffer.from([0xff, 0xd8, 0xff]), picture().subarray(0, 50)])
      assert.equal(refused(await upload(file)), '400 invalid_content');
    assert.equal(refused(await upload(picture({ width: 3_000 }))), '400 invalid_content');
    assert.equal(refused(await upload(Buffer.alloc(512 * 1024 + 1))), '413 payload_too_large');
    assert.equal(refused(await upload(Buffer.alloc(1024 * 1024))), '413 payload_too_large');
    for (const content of ['', 'a', '%%%%', 'data:image/png;base64,AAAA'])
      assert.equal(refused(await call('post', `${path}/logo`, ann.session_token, { content })), '400 invalid_content', content);
    assert.deepEqual(await shown(), before);
  });

  await t.test('not by strangers, and not shown once the workspace is gone', async () => {
    const { url } = (await shown()).logo;
    assert.equal(refused(await upload(picture(), zoe.session_token)), '404 not_found');
    assert.equal(refused(await upload(picture(), ann.api_key)), '403 forbidden');
    archive();
    assert.equal((await fetched(url)).status, 404);
    assert.equal(refused(await upload(picture())), '404 not_found');
  });
});

test('deleteWorkspaceLogo', async (t) => {
  const { call, upload, fetched, path, zoe, ann, base } = await openBranding(t);

  await t.test('takes the picture away, once or twice', async () => {
    const { url } = (await upload(picture())).body.data.logo;
    assert.equal(refused(await call('delete', `${path}/logo`, zoe.session_token)), '404 not_found');
    assert.equal((await fetched(url)).status, 200);
    for (let n = 0; n < 2; n += 1) assert.equal((await call('delete', `${path}/logo`, ann.session_token)).body.data.logo, null);
    assert.equal((await fetched(url)).status, 404);
    const removed = base.state.db.prepare("select count(*) from audit where action = 'logo.removed'").pluck().get();
    assert.equal(removed, 1);
  });
});

test('a plan without branding is refused with the plan that has it, and keeps what is there', async (t) => {
  const { put, upload, shown, call, ann, path, base } = await openBranding(t, { plans: true });
  const setPlan = (plan: string) =>
    base.state.db.prepare('update workspaces set plan = ? where workspace_id = ?').run(plan, ann.workspace_id);
  const domain = () =>
    call('post', `/workspaces/${ann.workspace_id}/sender-domain`, ann.session_token, { domain: 'mail.north.example' });
  const look = { display_name: 'North' };
  for (const answer of [await put(look), await upload(picture()), await domain()]) {
    const { code, status, upgrade_required, upgrade, message } = answer.body.error;
    assert.deepEqual(
      [answer.status, code, status, upgrade_required, upgrade],
      [402, 'plan_upgrade_required', 402, true, { plan: 'growth' }],
    );
    assert.match(message, /starter does not include .*growth does/);
  }
  setPlan('growth');
  assert.deepEqual([(await put(look)).status, (await upload(picture())).status, (await domain()).status], [200, 200, 201]);
  setPlan('starter');
  assert.deepEqual([(await shown()).display_name, (await shown()).logo.width > 0], ['North', true]);
  assert.equal((await domain()).status, 200, 'the records of the domain that is there');
  assert.equal(refused(await put({ display_name: 'South' })), '402 plan_upgrade_required');
  assert.equal((await put({ display_name: null })).status, 200, 'it can be taken away');
  assert.equal((await call('delete', `${path}/logo`, ann.session_token)).status, 200);
});
