// What the door makes of requests that are wrong before anybody looks at their meaning: each a clear refusal in the envelope,
// none a 500, and nothing of them kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

interface Answer {
  status: number;
  code: string;
  message: string;
}

/** Sends bytes as they are, which a JSON helper would mend. */
async function send(
  method: string,
  path: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${app.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${app.session}`, 'content-type': 'application/json', ...headers },
    body,
  });
  const { error } = (await response.json()) as { error?: { code: string; message: string; status: number } };
  assert.equal(error?.status ?? response.status, response.status);
  return { status: response.status, code: error?.code ?? '', message: error?.message ?? '' };
}

const profilePath = (): string => `/api/v1/profile?profile_id=${app.profileId}`;
const patch = (body: string | Buffer<ArrayBuffer>, headers?: Record<string, string>): Promise<Answer> =>
  send('PATCH', profilePath(), body, headers);

test('a body that is no JSON, no text or no JSON by its type is an invalid request', async () => {
  const bodies: [string, string | Buffer<ArrayBuffer>, Record<string, string>?][] = [
    ['broken JSON', '{"name": '],
    ['no JSON at all', 'name=x'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['another content type', '{"name":"x"}', { 'content-type': 'text/plain' }],
    ['a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', '{"name":"x"}', { 'content-type': 'application/json; charset=utf-16' }],
    ['an unknown encoding', '{"name":"x"}', { 'content-encoding': 'lzma' }],
    ['a broken gzip stream', '{"name":"x"}', { 'content-encoding': 'gzip' }],
    ['nothing', ''],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ];
  for (const [name, body, headers] of bodies) {
    const { status, code } = await patch(body, headers);
    assert.deepEqual({ status, code }, { status: 400, code: 'invalid_request' }, name);
  }
});

test('a body that is JSON but not what the contract says names the field', async () => {
  const bodies: [string, RegExp][] = [
    ['{"nmae":"x"}', /^nmae: /],
    ['{"name":5}', /^name: /],
    ['{"name":"\\ud800"}', /^name: .*surrogate/],
    ['{"name":"a\\u0000b"}', /^name: .*NUL/],
    ['{"__proto__":{"name":"x"}}', /^__proto__: /],
    ['{"constructor":{"prototype":{}}}', /^constructor: /],
    ['{"name":1e999}', /^name: /],
    ['[]', /object/],
    ['"text"', /object/],
    ['null', /object/],
  ];
  for (const [body, message] of bodies) {
    const answer = await patch(body);
    assert.deepEqual({ status: answer.status, code: answer.code }, { status: 422, code: 'validation_error' }, body);
    assert.match(answer.message, message, body);
  }
  const { body } = await app.api(app.session).get('/profile', { profile_id: app.profileId });
  assert.equal(body.data.name, 'Main');
});

test('a body over the limit is too large', async () => {
  const { status, code } = await patch(JSON.stringify({ name: 'x'.repeat(1_100_000) }));
  assert.deepEqual({ status, code }, { status: 413, code: 'payload_too_large' });
});

test('a parameter that is missing, unknown, repeated or malformed is named', async () => {
  const session = app.api(app.session);
  const paths: [string, RegExp][] = [
    ['/profile', /^profile_id: /],
    ['/profile?profile_id=', /^profile_id: /],
    ['/profile?profile_id=abc', /^profile_id: /],
    [`/profile?profile_id=${app.profileId}&profile_id=${app.profileId}`, /^profile_id: .*once/],
    [`/profile?profile_id=${app.profileId}&colour=red`, /^colour: /],
    [`/attribution?profile_id=${app.profileId}&date_from=2026-03-01&date_to=2026-03-31&models[0]=linear`, /^models\[0\]: /],
    [`/profile?profile_id=${app.profileId}&__proto__=x`, /^__proto__: /],
    [`/profile?profile_id=${app.profileId}&a=%00`, /NUL/],
    ['/profile?profile_id=%E0%A4%A', /percent-encoded/],
    ['/workspaces/abc/profiles', /^workspaceId: /],
    ['/workspaces/%00/profiles', /NUL/],
  ];
  for (const [path, message] of paths) {
    const { status, body } = await session.get(path);
    assert.deepEqual({ status, code: body.error.code }, { status: 400, code: 'invalid_parameter' }, path);
    assert.match(body.error.message, message, path);
  }
});

test('a range of days that is not usable has a code of its own', async () => {
  const key = app.api(app.apiKey);
  const ranges: Record<string, string>[] = [
    {},
    { date_from: '2026-03-01' },
    { date_from: '2026-03-01', date_to: '' },
    { date_from: '2026-02-30', date_to: '2026-03-31' },
    { date_from: '2026-03-01', date_to: '31.03.2026' },
    { date_from: '2026-03-31', date_to: '2026-03-01' },
    { date_from: '2020-01-01', date_to: '2026-03-01' },
  ];
  for (const range of ranges) {
    const { status, body } = await key.get('/overview', range);
    assert.deepEqual({ status, code: body.error.code }, { status: 400, code: 'invalid_date_range' }, JSON.stringify(range));
  }
});

test('what is not there is not found, in the same envelope', async () => {
  for (const [method, path] of [
    ['GET', '/api/v1/nothing'],
    ['GET', '/nothing'],
    ['GET', '/api/v1/%E0%A4%A'],
    ['GET', '/api/v1/Profile'],
    ['DELETE', '/api/v1/overview'],
  ] as const) {
    const response = await fetch(`${app.baseUrl}${path}`, { method });
    const { error } = (await response.json()) as { error: { code: string; request_id: string; docs_url: string } };
    assert.deepEqual({ status: response.status, code: error.code }, { status: 404, code: 'not_found' }, path);
    assert.equal(error.docs_url, `${app.baseUrl}/docs/errors#not_found`);
    assert.equal(error.request_id, response.headers.get('x-request-id'));
    if (path === '/api/v1/overview') assert.equal(response.headers.get('allow'), 'GET');
  }
});
