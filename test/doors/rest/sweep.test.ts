// Every operation of the contract, met with what no caller should send: none answers 500, none answers outside the contract,
// none lets in whom its x-svc-auth leaves out. An operation that is added later is swept too.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { type ContractOperation, contract } from '../../../src/base/contract/document.ts';
import { type ApiAnswer, startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
/** A key that may do all, as often as a sweep needs. */
let key: string;
/** A consumer app that holds the workspace and its profile. */
let appId: string;
before(async () => {
  app = await startTestApp();
  const scopes = [...new Set(operations.filter(({ auth }) => auth.includes('key')).flatMap((operation) => operation.scopes))];
  key = createApiKey(app.base, {
    profileId: app.profileId,
    name: 'sweep',
    scopes,
    ratePerMinute: 60_000,
    actor: 'system',
  }).secret;
  appId = openApp();
});
after(() => app?.close());

function openApp(): string {
  const { workspaceId, profileId } = app;
  const values = { name: 'sweep', tier: 'internal' as const, redirectUris: [], allowedReturnOrigins: [], actor: 'system' };
  const result = registerApp(app.base, values).appId;
  for (const place of [{ workspaceId }, { workspaceId, profileId }])
    authorizeApp(app.base, { appId: result, place, kind: 'adopted' });
  return result;
}

/** Fresh: the sweep moves the clock on, and one lives for an hour. */
const appToken = (): string => issueAppToken(app.base, appId).token;

/** What the REST door answers; trackers, and the script they load, have doors of their own. */
const operations = contract().operations.filter(({ path }) => path.startsWith('/api/v1/'));

const TEXTS = ['x', '-1', '1e308', '99999999999999999999', '2026-02-30', "' or 1=1 --", '\u202e', 'é'.repeat(2_000)];
const BODIES = [{}, [], null, 'x', 7, { '': '' }, { unknown: 1 }, { name: [] }, { rows: [[]] }, { events: [] }];

/** The path with ids in it: the workspace's and the profile's own, strangers elsewhere. */
function pathOf({ path }: ContractOperation, id?: string, profileId = app.profileId): string {
  return path
    .replace('{workspaceId}', app.workspaceId)
    .replace('{profileId}', profileId)
    .replace('{feature}', encodeURIComponent(id ?? 'svc_attribution')) // the one that is a name, not a UUID
    .replace(/\{\w+\}/g, encodeURIComponent(id ?? randomUUID()));
}

/** A credential the operation takes, and the query that names the profile. */
function entry({ auth, grain, path }: ContractOperation): { credential: string; query: Record<string, string> } {
  if (auth.includes('key')) return { credential: key, query: {} };
  const credential = auth.includes('session') ? app.session : appToken();
  return { credential, query: grain === 'profile' && !path.includes('{profileId}') ? { profile_id: app.profileId } : {} };
}

async function send(
  operation: ContractOperation,
  path: string,
  query: Record<string, unknown>,
  body: unknown,
  credential?: string,
): Promise<ApiAnswer> {
  const api = app.api(credential);
  const { method } = operation;
  if (method === 'get' || method === 'delete') return api[method](path, query);
  return api[method](path, operation.bodySchema ? body : undefined, query);
}

/** Neither a fault of ours nor the sweep's own haste; what is not configured here says so. */
const isHandled = ({ status, body }: ApiAnswer): boolean =>
  (status < 500 && status !== 429) || body?.error?.code === 'service_unavailable';

test('nobody gets in without a credential', async () => {
  for (const operation of operations.filter(({ auth }) => !auth.includes('public'))) {
    const { status } = await send(operation, pathOf(operation), {}, {});
    assert.equal(status, 401, operation.id);
  }
});

test('a kind of credential that an operation does not take is refused', async () => {
  for (const operation of operations.filter(({ auth }) => !auth.includes('key') && !auth.includes('public'))) {
    const { status, body } = await send(operation, pathOf(operation), {}, {}, app.apiKey);
    assert.deepEqual([status, body.error.code], [403, 'forbidden'], operation.id);
  }
});

test('a profile of somebody else is not found', async () => {
  for (const operation of operations.filter(({ grain }) => grain === 'profile')) {
    const credential = operation.auth.includes('session') ? app.session : appToken();
    const isInPath = operation.path.includes('{profileId}');
    const path = isInPath ? pathOf(operation, randomUUID(), randomUUID()) : pathOf(operation);
    const { status, body } = await send(operation, path, isInPath ? {} : { profile_id: randomUUID() }, {}, credential);
    assert.deepEqual([status, body.error.code], [404, 'not_found'], operation.id);
  }
});

test('a parameter nobody knows is refused', async () => {
  for (const operation of operations) {
    const { credential, query } = entry(operation);
    const { status, body } = await send(operation, pathOf(operation), { ...query, no_such_parameter: '1' }, {}, credential);
    // A required one that is missing may be told first; a body's workspace is looked for before the query is checked.
    assert.ok(
      status === 400 || (status === 422 && operation.grain === 'workspace'),
      `${operation.id} ${status} ${JSON.stringify(body)}`,
    );
  }
});

test('odd values of any parameter or id are answered by the contract', async () => {
  for (const operation of operations) {
    const { credential, query } = entry(operation);
    // All of them in one minute would be more calls than a session may make.
    app.clock.advance(5_000);
    const days = operation.parameters.some(({ name }) => name === 'date_from')
      ? { date_from: '2026-03-01', date_to: '2026-03-31' }
      : {};
    for (const text of TEXTS) {
      for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
        const answer = await send(operation, pathOf(operation), { ...query, ...days, [name]: text }, {}, credential);
        assert.ok(isHandled(answer), `${operation.id} ${name}=${text} ${answer.status}`);
      }
      // What it would end is needed by the others.
      if (!operation.path.includes('{') || operation.reachesArchived) continue;
      const answer = await send(operation, pathOf(operation, text), query, {}, credential);
      assert.ok(isHandled(answer), `${operation.id} ${text} ${answer.status}`);
    }
  }
});

test('a body of any other form is refused by name', async () => {
  for (const operation of operations.filter(({ bodySchema }) => bodySchema)) {
    const { credential, query } = entry(operation);
    // All of them in one minute would be more calls than a session may make.
    app.clock.advance(5_000);
    for (const sent of BODIES) {
      if (operation.rateLimit !== undefined) app.clock.advance(60_000);
      const answer = await send(operation, pathOf(operation), query, sent, credential);
      const { status } = answer;
      assert.ok(isHandled(answer), `${operation.id} ${JSON.stringify(sent)} ${status}`);
      if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) {
        assert.ok(
          status === 422 || status === 404,
          `${operation.id} ${JSON.stringify(sent)} ${status} ${JSON.stringify(answer.body)}`,
        );
      }
    }
  }
});
