// The published files as an analyst opens them: every view of open.sql, with a comment on every column.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { publishMarts } from '../../../src/credit/pipeline/index.ts';
import { startTestApp } from '../../harness.ts';

test('the published marts open in any DuckDB', async () => {
  const app = await startTestApp();
  const here = process.cwd();
  try {
    const api = app.api(app.apiKey);
    await api.post('/events', { event_type: 'payment_received', idempotency_key: 'a', value: { amount: '5', currency: 'USD' } });
    await app.settle();
    await publishMarts(app.base, app.profileId);
    process.chdir(join(app.dataDir, 'profiles', app.profileId, 'published', 'current'));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(readFileSync('open.sql', 'utf8'));
    const bare = await connection.runAndReadAll(
      "select table_name || '.' || column_name from duckdb_columns() where not internal and comment is null",
    );
    assert.deepEqual(bare.getRows(), [], 'every column says what it is');
    const conversions = await connection.runAndReadAll('select count(*)::integer from conversions');
    assert.deepEqual(conversions.getRows(), [[1]]);
  } finally {
    process.chdir(here);
    await app.close();
  }
});
