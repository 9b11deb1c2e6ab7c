// Getting rows in: landing facts in the warehouse, and a file by the command line to the last mart, against DuckDB's own import
// of the same CSV file.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from '../../src/base/base.ts';
import { backfillEvents } from '../../src/collect/events/index.ts';
import { stitch } from '../../src/collect/identity/index.ts';
import { factBatches } from '../../src/credit/pipeline/fact-batches.ts';
import { landOnlyStatements } from '../../src/credit/pipeline/models.ts';
import { newFileStatements } from '../../src/credit/pipeline/schema.ts';
import { type Bench, SIZES, withBase } from '../bench.ts';
import { withEngine } from '../engine.ts';
import type { Figure, Result } from '../figure.ts';
import { median, timed } from '../numbers.ts';
import { writeEvents } from '../world.ts';

const MAX_ROWS = 1_000_000;
const ROUNDS = 3;

/** Rows a second of `create table … as select * from read_csv(…)`, every column as text, into a file. */
async function importMs(bench: Bench, csv: string): Promise<number> {
  const file = `${bench.newFolder('import')}.duckdb`;
  return withEngine({ file, write: true, spill: join(bench.folder, 'spill') }, async (connection) => {
    const { ms } = await timed(async () => {
      await connection.run(`create table rows as select * from read_csv('${csv}', header = true)`);
      await connection.run('checkpoint');
    });
    return ms;
  });
}

/** Lands all facts in a fresh file, as a build does, and throws it away. */
async function landMs(base: Base, profileId: string): Promise<number> {
  const build = await base.warehouse.startBuild(profileId);
  try {
    await base.warehouse.write(build, newFileStatements());
    const { ms } = await timed(async () => {
      for await (const batch of factBatches(base, profileId, 0n, {
        facts: Number.POSITIVE_INFINITY,
        bytes: Number.POSITIVE_INFINITY,
      }))
        await base.warehouse.write(build, landOnlyStatements(batch.source, batch, batch.upTo, 0n));
    });
    return ms;
  } finally {
    await base.warehouse.dropBuild(build);
  }
}

export const landing: Figure = {
  name: 'landing',
  about: 'facts of the journal, and of the archive, into a fresh warehouse file',
  baseline: "DuckDB's own CSV import of the same rows",
  run: async (bench) => {
    const rows = Math.min(bench.events, MAX_ROWS);
    const csv = join(bench.folder, 'landing.csv');
    await writeEvents(csv, bench.shape(rows));
    mkdirSync(join(bench.folder, 'spill'), { recursive: true });
    const { dataDir, profiles } = await bench.place(1);
    const profileId = profiles[0]?.profileId ?? '';
    return withBase(dataDir, async (base) => {
      const accepting = await timed(() => backfillEvents(base, { profileId, file: csv }));
      const stitching = await timed(() => stitch(base, profileId));
      const imports: number[] = [];
      const results: Result[] = [];
      for (const from of ['journal', 'archive'] as const) {
        if (from === 'archive') await base.archive.seal(profileId, base.journal.lastSeq(profileId));
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          imports.push(await importMs(bench, csv));
          times.push(await landMs(base, profileId));
        }
        const measured = rows / (median(times) / 1000);
        const imported = rows / (median(imports) / 1000);
        results.push({
          name: from === 'journal' ? 'landing' : 'landing.archive',
          measured: { value: measured, unit: 'rows/s' },
          baseline: { value: imported, unit: 'rows/s', what: 'CSV import by DuckDB' },
          ratio: measured / imported,
          targets: [{ of: 'ratio', found: measured / imported, atLeast: 0.25 }],
          details: {
            rows,
            accepted_per_second: rows / (accepting.ms / 1000),
            stitched_per_second: rows / (stitching.ms / 1000),
          },
        });
      }
      return results;
    });
  },
};

export const backfill: Figure = {
  name: 'backfill',
  about: '`tributary backfill events` of the whole CSV file, until the last mart is computed',
  baseline: "DuckDB's own CSV import of the same file",
  run: async (bench) => {
    if (SIZES[bench.size] > SIZES['10m'])
      throw new Error('the largest worlds are not loaded: they are a smaller one, some times over');
    const ground = await bench.ground();
    mkdirSync(join(bench.folder, 'spill'), { recursive: true });
    const imports: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) imports.push(await importMs(bench, ground.eventsFile));
    const measured = bench.events / (ground.backfillMs / 1000);
    const imported = bench.events / (median(imports) / 1000);
    return [
      {
        name: 'backfill',
        measured: { value: measured, unit: 'rows/s' },
        baseline: { value: imported, unit: 'rows/s', what: 'CSV import by DuckDB' },
        ratio: measured / imported,
        targets: [{ of: 'ratio', found: measured / imported, atLeast: 0.05 }],
        details: { seconds: ground.backfillMs / 1000, rows: bench.events, people: ground.people },
      },
    ];
  },
};
