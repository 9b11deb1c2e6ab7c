// Which fields of the contract name an address that the service may dial: the hostile suite has to try each, or to say why nothing dials it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../harness.ts';
import { doorsOf, fieldsLikeAddresses, NOT_DIALLED } from '../../hostile/outside/ways.ts';

test('each field that sounds like an address is tried by the hostile suite, or is said to be dialled by nobody', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const fields = new Set(fieldsLikeAddresses());
  const known = [...Object.keys(await doorsOf(app)), ...Object.keys(NOT_DIALLED)];
  assert.deepEqual(
    [...fields].filter((field) => !known.includes(field)),
    [],
  );
  assert.deepEqual(
    Object.keys(NOT_DIALLED).filter((field) => !fields.has(field)),
    [],
    'the list names fields that exist',
  );
});
