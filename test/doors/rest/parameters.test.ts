// Every parameter and every example of the contract against the running service: what is malformed is refused with the contract's own
// code, lists are read in both their spellings, and what the contract shows as a request works.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import {
  type ContractOperation,
  contract,
  type Parameter,
  resolveSchema,
  type Schema,
} from '../../../src/base/contract/document.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
let key: string;
let appId: string;
let ownerId: string;
const operations = contract().operations.filter(({ path }) => path.startsWith('/api/v1/'));

before(async () => {
  app = await startTestApp();
  ownerId = (await app.api(app.session).get('/me')).body.data.user_id;
  const scopes = [...new Set(operations.filter(({ auth }) => auth.includes('key')).flatMap((operation) => operation.scopes))];
  const results = { profileId: app.profileId, name: 'parameters', scopes, ratePerMinute: 60_000, actor: 'system' };
  key = createApiKey(app.base, results).secret;
  const values = { name: 'parameters', tier: 'internal' as const, redirectUris: [], allowedReturnOrigins: [], actor: 'system' };
  appId = registerApp(app.base, values).appId;
  const { workspaceId, profileId } = app;
  for (const place of [{ workspaceId }, { workspaceId, profileId }]) authorizeApp(app.base, { appId, place, kind: 'adopted' });
});
after(() => app?.close());

interface Given {
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the contract is held to elsewhere
  body: any;
  headers: Headers;
}

async function send(
  operation: ContractOperation,
  { path = {}, query = '', body = exampleOf(operation) }: Given,
): Promise<Answer> {
  app.clock.advance(30_000); // limits are another test's matter
  const { auth, grain, method } = operation;
  const isKey = auth.includes('key');
  const credential = isKey ? key : auth.includes('session') ? app.session : issueAppToken(app.base, appId).token;
  const place = { workspaceId: app.workspaceId, profileId: app.profileId, feature: 'svc_attribution' };
  const at = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(path[name] ?? Object.entries(place).find(([existing]) => existing === name)?.[1] ?? randomUUID()),
  );
  const needsProfile =
    grain === 'profile' && !isKey && !operation.path.includes('{profileId}') && !/(^|&)profile_id=/.test(query);
  const whole = [query, ...(needsProfile ? [`profile_id=${app.profileId}`] : [])].filter((each) => each !== '').join('&');
  const response = await fetch(`${app.baseUrl}${at}?${whole}`, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${credential}`,
      ...(operation.bodySchema ? { 'content-type': 'application/json' } : {}),
      ...(operation.parameters.some(({ name }) => name === 'Idempotency-Key') ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(operation.bodySchema ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : undefined, headers: response.headers };
}

// biome-ignore lint/suspicious/noExplicitAny: a walk over the document as it is
function requestOf({ path, method }: ContractOperation): any {
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  const document = contract().document as any;
  return document.paths[path][method].requestBody?.content['application/json'];
}
const exampleOf = (operation: ContractOperation): unknown => {
  const request = requestOf(operation);
  return request?.example ?? request?.examples?.[Object.keys(request.examples)[0] as string]?.value ?? {};
};

/** Query parameters that the operation needs, with sound values. */
function neededQuery({ parameters }: ContractOperation, without: string): string {
  const needed: Record<string, string> = {
    date_from: '2026-03-01',
    date_to: '2026-03-31',
    known_from: new Date(app.clock.now()).toISOString(),
    month_from: '2026-01',
    month_to: '2026-03',
    goal: 'payment_received',
  };
  return parameters
    .filter(({ in: place, required, name }) => place === 'query' && (required || name in needed) && name !== without)
    .map(({ name, schema }) => `${name}=${needed[name] ?? soundOf(schema, name)}`)
    .join('&');
}
/** Lists whose values have a form of their own. */
const SOUND_LISTS: Readonly<Record<string, string>> = { steps: 'page:/pricing' };

function soundOf(schema: Parameter['schema'], name: string): string {
  const [first] = (schema['enum'] ?? []) as string[];
  if (first !== undefined) return first;
  if (schema['format'] === 'uuid') return randomUUID();
  if (schema['format'] === 'date-time') return '2026-03-01T00:00:00Z';
  return schema['type'] === 'array' ? (SOUND_LISTS[name] ?? 'linear') : 'purchase';
}

const withQuery = (operation: ContractOperation, name: string, value: string): string =>
  [neededQuery(operation, name), `${name}=${encodeURIComponent(value)}`].filter((each) => each !== '').join('&');

const parametersOf = (wanted: (parameter: Parameter) => boolean): [ContractOperation, Parameter][] =>
  operations
    .filter(({ auth }) => !auth.includes('public'))
    .flatMap((operation) =>
      operation.parameters.filter(wanted).map((parameter): [ContractOperation, Parameter] => [operation, parameter]),
    );

async function refusesAll(wanted: [ContractOperation, Parameter][], values: readonly string[]): Promise<void> {
  for (const [operation, parameter] of wanted)
    for (const value of values) {
      const { name, errorCode = 'invalid_parameter' } = parameter;
      const input = parameter.in === 'path' ? { path: { [name]: value } } : { query: withQuery(operation, name, value) };
      const { status, body } = await send(operation, input);
      const words = `${operation.id} ${name}=${value}: ${status} ${JSON.stringify(body)}`;
      assert.equal(body?.error?.code, errorCode, words);
      if (errorCode === 'invalid_parameter') assert.equal(status, 400, words);
      assert.ok(body.error.message.startsWith(`${name}:`), words);
    }
}

const UUID = '6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11';

test('a malformed id is refused as the parameter it is', async () => {
  const ids = parametersOf(({ schema, in: place }) => schema['format'] === 'uuid' && place !== 'header');
  assert.ok(ids.length > 100, `${ids.length} parameters`);
  await refusesAll(ids, ['x', '1', UUID.replaceAll('-', ''), `${UUID}0`, `{${UUID}}`, `${UUID} `, UUID.replace('6', 'g')]);
});

test('an id in the path that is no UUID is one whose form the contract says otherwise', () => {
  const others = parametersOf(({ schema, in: place }) => place === 'path' && schema['format'] !== 'uuid');
  const names = new Set(['ad_id', 'feature', 'payment_id', 'provider', 'id']);
  assert.deepEqual(
    others.filter(([, { name }]) => !names.has(name)).map(([operation, { name }]) => `${operation.id} ${name}`),
    [],
  );
});

test('a parameter that the contract describes elsewhere is known by its type', () => {
  const unknown = parametersOf(({ schema }) => schema.$ref !== undefined);
  assert.deepEqual(
    unknown.map(([operation, { name }]) => `${operation.id} ${name}`),
    [],
  );
});

test('a number that is none, endless or out of range is refused', async () => {
  const numbers = parametersOf(({ schema }) => schema['type'] === 'integer' || schema['type'] === 'number');
  assert.ok(numbers.length >= 24, `${numbers.length} parameters`);
  await refusesAll(numbers, [
    'Infinity',
    '-Infinity',
    'NaN',
    '1e400',
    '-1e400',
    '1e308',
    '0x10',
    '1_0',
    ' 5',
    '5 ',
    '',
    '+5',
    '٣',
  ]);
});

test('a list is read with commas and as its values one after the other', async () => {
  const lists = parametersOf(
    ({ schema, in: place }) => place === 'query' && schema['type'] === 'array' && listedValues(schema).length > 0,
  );
  assert.ok(lists.length > 0);
  for (const [operation, { name, schema }] of lists) {
    const requests = async (...values: string[]): Promise<Answer> => {
      const list = values.map((value) => `${name}=${value}`).join('&');
      return send(operation, { query: [neededQuery(operation, name), list].join('&') });
    };
    // The other modes of a filter need its value beside them.
    const values = listedValues(schema).filter((value) => name !== 'filter_modes' || value.endsWith(':is_empty'));
    const [first = '', second = first, third = second] = values;
    const commas = await requests(values.slice(0, 2).join(','));
    assert.equal(commas.status, 200, JSON.stringify(commas.body));
    if (values.length > 1) assert.deepEqual((await requests(first, second)).body.data, commas.body.data);
    if (values.length > 2)
      assert.deepEqual(
        (await requests(first, `${second},${third}`)).body.data,
        (await requests([first, second, third].join(','))).body.data,
      );
    assert.equal((await requests(first, 'no_such_value')).body.error.code, 'invalid_parameter');
    assert.equal((await requests(first, '')).status, 400);
  }
  const [operation] = lists[0] as [ContractOperation, Parameter];
  const twice = await send(operation, { query: 'date_from=2026-03-01&date_from=2026-03-02&date_to=2026-03-31' });
  assert.equal(twice.body.error.code, 'invalid_parameter', 'what is no list is given once');
});

function listedValues(schema: Schema): string[] {
  const { document } = contract();
  const items = resolveSchema(document, schema.items ?? {});
  return (items['enum'] ?? []) as string[];
}

/** What a request is refused with that does not match the contract requests are. */
const UNSOUND = new Set(['validation_error', 'invalid_request', 'invalid_content', 'invalid_parameter', 'payload_too_large']);

/** The example with the ids of this installation's profile and workspace; other ids are refused by their own codes. Hosts need no resolver. */
function ofHere(value: unknown): unknown {
  const own: Record<string, string> = {
    profile_id: app.profileId,
    workspace_id: app.workspaceId,
    url: 'https://93.184.215.14/',
    target_id: 'https://93.184.215.14/',
  };
  const users: Record<string, string[]> = { recipients: [ownerId] };
  if (Array.isArray(value)) return value.map(ofHere);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, own[name] ?? users[name] ?? ofHere(inner)]));
}

/** They ask another server, or take what an authenticator answered; the tests of their slices have one. */
const ASK_OUTSIDE = new Set([
  'putSingleSignOn',
  'createMyPasskey',
  'createAlertChat',
  'putProviderApp',
  'checkProviderApp',
  'createImportSchedule',
]);

test('every example of a request is one that the service takes', async () => {
  const withExamples = operations.filter(
    ({ id, bodySchema, auth }) => bodySchema && !auth.includes('public') && !ASK_OUTSIDE.has(id),
  );
  assert.ok(withExamples.length > 25, `${withExamples.length} operations`);
  const faults: string[] = [];
  for (const operation of withExamples) {
    const request = requestOf(operation);
    if (!request) continue;
    // biome-ignore lint/suspicious/noExplicitAny: as it stands in the document
    const named = Object.values((request.examples ?? {}) as Record<string, any>).map(({ value }) => value);
    const examples: unknown[] = request.example === undefined ? named : [request.example];
    if (examples.length === 0) faults.push(`${operation.id} has no example`);
    for (const body of examples) {
      const { status, body: answer } = await send(operation, { body: ofHere(body), query: neededQuery(operation, '') });
      const code = answer?.error?.code;
      if (status >= 500 ? code !== 'service_unavailable' : UNSOUND.has(code))
        faults.push(`${operation.id}: ${status} ${code}: ${answer?.error?.message}`);
    }
  }
  assert.deepEqual(faults, []);
});
