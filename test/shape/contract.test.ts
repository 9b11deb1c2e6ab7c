// The lists that must agree: contract and inventory, contract and handlers, contract and test titles, error codes and their
// page. A name that stands in one list only fails here, with the name.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { slicesOfOperations } from '../../bin/operations-table.ts';
import { serverMetadata } from '../../src/account/apps/index.ts';
import { type ContractOperation, contract, isJsonObject, type Json } from '../../src/base/contract/document.ts';
import { errorCatalogue } from '../../src/base/contract/error-catalogue.ts';
import { isRealDay } from '../../src/base/contract/formats.ts';
import { OFFERED_SCOPES } from '../../src/base/contract/scopes.ts';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { handlersFor } from '../../src/call/handlers.ts';
import { errorsPage } from '../../src/doors/rest/errors-page.ts';
import { slices } from '../../src/slices.ts';

const { operations, document } = contract();

const slicesById = slicesOfOperations();

const nameOf = ({ method, path }: ContractOperation): string => `${method.toUpperCase()} ${path}`;

test('a response of JSON has no other type, but for streams: typed clients would get a union', () => {
  const { paths } = JSON.parse(readFileSync(projectFile('openapi.json'), 'utf8'));
  const contents = Object.entries(paths).flatMap(([path, entries]) =>
    Object.entries(Object(entries)).flatMap(([method, entry]) =>
      Object.entries(Object(Object(entry).responses)).map(([status, response]) => ({
        name: `${method} ${path} ${status}`,
        types: Object.keys(Object(response).content ?? {}).filter((type) => !type.endsWith('stream')),
      })),
    ),
  );
  assert.ok(contents.length > operations.length);
  const unions = contents.filter(({ types }) => types.includes('application/json') && types.length > 1);
  assert.deepEqual(unions, []);
  const withCsv = operations.filter(({ csvColumns }) => csvColumns !== undefined).map(({ id }) => id);
  assert.ok(withCsv.includes('getAttribution') && withCsv.length >= 20, 'CSV is a mark of the operation');
});

test('a write without a scope is out of reach for tokens and keys', () => {
  const open = operations.filter(({ method, scopes, auth }) => {
    const isReachable = auth.some((kind) => kind === 'user' || kind === 'key');
    return method !== 'get' && scopes.length === 0 && isReachable;
  });
  assert.deepEqual(open.map(nameOf), []);
});

test('the committed openapi.yaml is the join of the slices, and the inventory that of the contract', () => {
  const run = spawnSync(process.execPath, [projectFile('bin', 'contract.ts'), '--check'], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
});

test('every operation has a handler and every handler an operation', () => {
  assert.equal(handlersFor(slices).size, operations.length);
});

test('contract and constructor agree on the effect of every operation', () => {
  for (const [id, handler] of handlersFor(slices)) {
    assert.equal(handler.id, id, `the constructor of ${id} names ${handler.id}`);
    const says = operations.find((operation) => operation.id === id)?.effect;
    assert.equal(says, handler.effect, `${id}: x-svc-effect says ${says}, its constructor ${handler.effect}`);
  }
});

/** The writes of a GET beside answering: it may bring in a decision that was made elsewhere, and a code is read once. */
const GET_OF_STATE = new Set(['getHandoff', 'getNumberCode', 'getSubscription']);

test('a GET reads, and what reads is a GET or a preview', () => {
  const previews = new Set(['previewClassification', 'previewEconomics', 'backtestAlertRule', 'previewDecisions']);
  for (const { id, method, effect } of operations)
    assert.equal(effect === 'read', (method === 'get' && !GET_OF_STATE.has(id)) || previews.has(id), id);
});

test('no index.ts hands out an operation: they are called by `invoke`', async () => {
  for (const file of globSync('src/*/*/index.ts', { cwd: projectRoot })) {
    const exported: Record<string, unknown> = await import(projectFile(file));
    const found = Object.entries(exported).filter(
      ([, value]) => value !== null && typeof value === 'object' && 'effect' in value && 'id' in value,
    );
    assert.deepEqual(
      found.map(([name]) => name),
      [],
      `${file} exports operations; list them in its slice.ts alone`,
    );
  }
});

test('only what a slice keeps by itself may write while somebody reads', () => {
  const keepers = globSync('src/**/*.ts', { cwd: projectRoot }).filter((file) =>
    /\bkeeperOf\(/.test(readFileSync(projectFile(file), 'utf8')),
  );
  assert.deepEqual(keepers.sort(), [
    'src/account/access/usage.ts',
    'src/account/audit/pii-reads.ts',
    'src/act/ads/url-tags.ts',
    'src/act/connections/calendars/access.ts',
    'src/act/connections/mailboxes/mail-import.ts',
    'src/act/connections/shops/shops.ts',
    'src/act/messaging/whatsapp/templates.ts',
    'src/act/uploads/preview.ts',
    'src/act/uploads/undo.ts',
    'src/base/losses/kept-files.ts',
    'src/base/work/runner.ts',
    'src/collect/events/refused-outcomes.ts',
    'src/collect/events/sender-counts.ts',
    'src/collect/identity/import.ts',
    'src/collect/identity/links/joined-browsers.ts',
    'src/collect/identity/person-file.ts',
    'src/collect/spend/accept-spend.ts',
    'src/collect/spend/report-names.ts',
    'src/collect/tracking/script.ts',
    'src/collect/tracking/verification.ts',
    'src/credit/as-of/as-of.ts',
    'src/credit/as-of/branch.ts',
    'src/credit/as-of/changes.ts',
    'src/credit/pipeline/ask.ts',
    'src/report/quality/kept.ts',
    'src/report/quality/senders/kept-outages.ts',
  ]);
});

test('every handler stands in the slice whose contract has the operation', () => {
  for (const { name, handlers } of slices) {
    for (const id of Object.keys(handlers)) assert.equal(slicesById.get(id), name, id);
  }
});

test('every operation has a test of its name in the folder of its slice', () => {
  const missing = operations.filter(({ id }) => {
    const files = globSync(`test/${slicesById.get(id)}/*.test.ts`, { cwd: projectRoot });
    return !files.some((file) => readFileSync(projectFile(file), 'utf8').includes(`test('${id}'`));
  });
  assert.deepEqual(
    missing.map(({ id }) => id),
    [],
  );
});

test('the error catalogue, the contract and the page have the same codes', () => {
  const schemas = (document['components'] as Json)['schemas'] as Record<string, Json>;
  const listed = (schemas['ErrorCode'] as Json)['enum'] as string[];
  const catalogued = Object.keys(errorCatalogue).sort();
  assert.deepEqual([...listed].sort(), catalogued);
  const anchors = [...errorsPage().matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  assert.deepEqual(anchors.sort(), catalogued);
});

test('an error code beside a parameter or a field is one of the catalogue', () => {
  const codes: unknown[] = [];
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if ('x-error-code' in node) codes.push(node['x-error-code']);
    for (const value of Object.values(node)) walk(value);
  };
  walk(document);
  assert.ok(codes.length > 0, 'date_from and date_to have one');
  assert.deepEqual(
    codes.filter((code) => !Object.hasOwn(errorCatalogue, String(code))),
    [],
  );
});

test('a deprecated operation says so to tools and to callers', () => {
  for (const operation of operations) {
    const item = (document['paths'] as Record<string, Json>)[operation.path] as Json;
    const isDeprecated = (item[operation.method] as Json)['deprecated'] === true;
    assert.equal(operation.deprecation !== undefined, isDeprecated, operation.id);
    if (!operation.deprecation) continue;
    const { since, sunset, successor } = operation.deprecation;
    assert.ok(isRealDay(since) && isRealDay(sunset) && since < sunset, operation.id);
    assert.ok(
      operations.some(({ path }) => path === successor),
      `${operation.id}: ${successor} is in the contract`,
    );
  }
});

test('the header Idempotency-Key is a parameter of exactly the operations that keep answers, and required where they require it', () => {
  const declared = operations.map(({ id, parameters }) => {
    const key = parameters.find(({ name }) => name === 'Idempotency-Key');
    return [id, key === undefined ? 'none' : key.required ? 'required' : 'optional'];
  });
  const kept = operations.map(({ id, idempotency }) => [id, idempotency === 'natural' ? 'none' : idempotency]);
  assert.deepEqual(declared, kept);
  assert.equal(declared.filter(([, how]) => how === 'required').length, 12);
});

test('the contract names the licence of the package', () => {
  const { license } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { license: string };
  assert.deepEqual((document['info'] as Json)['license'], { name: license, identifier: license });
});

test('every answer is an envelope: data, and a closed list of members', () => {
  const bare = new Set(['getMessageMedia', 'getOpenApi', 'getReportPdf', 'getTrackerScript']);
  for (const operation of operations.filter(({ id }) => !bare.has(id))) {
    const item = (document['paths'] as Record<string, Json>)[operation.path] as Json;
    const responses = ((item[operation.method] as Json)['responses'] ?? {}) as Record<string, Json>;
    for (const status of operation.successes.filter((code) => code !== 204)) {
      const schema = schemaOf(responses[String(status)] as Json);
      assert.equal(schema?.['additionalProperties'], false, `${operation.id} ${status}`);
      assert.ok('data' in (schema['properties'] as Json), `${operation.id} ${status} has data`);
    }
  }
});

function schemaOf(response: Json): Json | undefined {
  const media = (response['content'] as Json | undefined)?.['application/json'] as Json | undefined;
  const schema = media?.['schema'] as Json | undefined;
  const ref = schema?.['$ref'];
  if (typeof ref !== 'string') return schema;
  return ((document['components'] as Json)['schemas'] as Record<string, Json>)[ref.split('/').at(-1) as string];
}

test('every field of a schema has a description', () => {
  const bare: string[] = [];
  const walk = (node: unknown, at: string): void => {
    if (!isJsonObject(node)) return;
    const { properties, items, additionalProperties } = node;
    for (const [name, field] of Object.entries(isJsonObject(properties) ? properties : {})) {
      if (!isJsonObject(field)) continue;
      const isDescribed = ['description', '$ref', 'allOf'].some((key) => key in field);
      if (!isDescribed) bare.push(`${at}.${name}`);
      walk(field, `${at}.${name}`);
    }
    walk(items, `${at}[]`);
    walk(additionalProperties, `${at}.*`);
  };
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) walk(schema, name);
  assert.deepEqual(bare, [], 'describe them where they are, or by name in src/base/contract/fields/words.yaml');
});

test('the OAuth scheme has the endpoints of the metadata and the scopes that a client is offered', () => {
  const { authorization_endpoint, token_endpoint } = serverMetadata('http://host.example');
  const user: Json = Object(document.components?.securitySchemes)['user'];
  const { authorizationUrl, tokenUrl, scopes } = Object(user['flows'])['authorizationCode'];
  assert.deepEqual(
    [authorizationUrl, tokenUrl],
    [authorization_endpoint, token_endpoint].map((url) => new URL(String(url)).pathname),
  );
  assert.deepEqual(Object.keys(scopes).sort(), [...OFFERED_SCOPES].sort());
});
