// The contract as it is served.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract } from '../../../src/base/contract/document.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

test('getOpenApi', async (t) => {
  const { status, body } = await app.api().get('/openapi.json');
  await t.test('is the joined contract, for anybody', () => {
    assert.equal(status, 200);
    assert.equal(body.openapi, '3.1.0');
    assert.deepEqual(body, JSON.parse(JSON.stringify(contract().document)));
  });
  await t.test('takes no parameters', async () => {
    assert.equal((await app.api().get('/openapi.json', { x: 1 })).body.error.code, 'invalid_parameter');
  });
});
