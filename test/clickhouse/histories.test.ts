// Over random histories, the full fold in ClickHouse equals DuckDB's increments: every computed table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClickHouse } from '../../src/base/warehouse/clickhouse/clickhouse.ts';
import { currentBuild, verifyClickHouse } from '../../src/credit/second-engine/index.ts';
import { overHistories, RUNS, SEED } from '../credit/pipeline/over-histories.ts';
import { differencesOf } from './tools/differences.ts';
import { EmbeddedEngine } from './tools/embedded.ts';
import { patiently } from './tools/patience.ts';
import { progressOf } from './tools/progress.ts';

test(`both engines compute the same over ${RUNS} random histories (seed ${SEED})`, async () => {
  const engine = new EmbeddedEngine();
  const clickhouse = new ClickHouse(engine, '');
  const report = progressOf('history', RUNS, SEED);
  try {
    await overHistories(async (base, profileId) => {
      const verified = await patiently(() => verifyClickHouse(base, clickhouse, profileId));
      assert.equal(differencesOf(verified), '');
      assert.equal(currentBuild({ ...base, clickhouse }, profileId)?.database, verified.database);
      report(`${verified.tables.length} tables are equal through fact ${verified.landedSeq}`);
    });
  } finally {
    await engine.close();
  }
});
