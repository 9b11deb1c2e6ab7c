// Files of events are read the same from Parquet, where lists and integers are typed and objects may be JSON as text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { parquetReader } from '../../../src/collect/imports/index.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { fixture } from '../../base/warehouse/fixture.ts';
import { judged, readingOf } from './reading.ts';

const SAMPLES = join(import.meta.dirname, 'samples');
const rightShape = z.object({
  context: z.object({ zone: z.string(), currency: z.string() }),
  right: z.record(z.string(), z.unknown()),
});

/** Each file with the columns of its Parquet file, of which lines of JSON know less. */
const FILES: Record<string, string> = {
  'ga4/ga4.bigquery': '* replace (event_timestamp::bigint as event_timestamp)',
  'posthog/posthog.events':
    "* replace (if(json_type(properties) = 'VARCHAR', properties ->> '$', properties::varchar) as properties)",
};

test('samples are read the same from Parquet', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  const folder = temporaryFolder(t);
  const connection = await (await DuckDBInstance.create()).connect();
  t.after(() => connection.closeSync());
  for (const [name, columns] of Object.entries(FILES)) {
    const target = join(folder, 'events.parquet');
    const { context, right } = rightShape.parse(JSON.parse(readFileSync(join(SAMPLES, `${name}.right.json`), 'utf8')));
    await connection.run(`copy (select ${columns} from read_json('${join(SAMPLES, `${name}.ndjson`)}')) to '${target}'`);
    const read = await readingOf(readFileSync(target), context, 'events.parquet', parquetReader(warehouse, profileId));
    assert.deepEqual(judged(read), right, name);
  }
});
