// Writes what the importer reads in the files of a folder: `npm run layouts -- FOLDER [FILE]` writes the JSON to FILE, or prints it. Each file's readings are
// listed by kind, with the rows that are left out and why, sums by currency, and what is refused or asked. If the folder has an expected.json, its
// files are read with what that says of their zone, currency and platform, and its pairs of files are added up together.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { UnusableFile } from '../src/base/rows/csv-rows.ts';
import { openWarehouse } from '../src/base/warehouse/warehouse.ts';
import { type ImportContext, parquetReader, type Reading, readReadings, sumTogether } from '../src/collect/imports/index.ts';

const folderList = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      told: z
        .object({ profile_zone: z.string(), profile_currency: z.string(), platform: z.string(), account: z.string() })
        .partial()
        .nullish(),
    }),
  ),
  pairs: z.array(z.object({ files: z.array(z.string()) })).default([]),
});
type Known = z.output<typeof folderList>;

const NOT_DATA = /(?:^|\/)(?:README|expected\.json|.*\.md$)|\.json\.right$/;

/** What is known of the files of a folder, or the files that are in it. */
function filesOf(folder: string): Known {
  const list = join(folder, 'expected.json');
  if (existsSync(list)) return folderList.parse(JSON.parse(readFileSync(list, 'utf8')));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !NOT_DATA.test(file));
  return { files: files.sort().map((file) => ({ file })), pairs: [] };
}

async function main(): Promise<void> {
  const [folder, target] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('usage: npm run layouts -- FOLDER [FILE]');
    process.exitCode = 2;
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'tributary-layouts-'));
  const warehouse = await openWarehouse({
    dataDir: scratch,
    config: { servingMemoryMb: 256, buildMemoryMb: 256 },
    log: pino({ enabled: false }),
    starts: 'when asked',
  });
  try {
    await readFolder(folder, target, parquetReader(warehouse, randomUUID()));
  } finally {
    await warehouse.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function readFolder(
  folder: string,
  target: string | undefined,
  parquetRows: ReturnType<typeof parquetReader>,
): Promise<void> {
  const { files, pairs } = filesOf(folder);
  const found: { file: string; expect: object }[] = [];
  const readings = new Map<string, Reading[]>();
  for (const { file, told: said } of files) {
    const context: ImportContext = {
      zone: said?.profile_zone ?? 'UTC',
      currency: said?.profile_currency ?? 'USD',
      ...(said?.platform === undefined ? {} : { platform: said.platform }),
      ...(said?.account === undefined ? {} : { account: said.account }),
    };
    try {
      for (const read of await readReadings(join(folder, file), file, context, parquetRows)) {
        found.push({ file: read.name, expect: read.expect });
        readings.set(read.name, read.readings);
      }
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      found.push({ file, expect: { refuse: 'not_readable', words: error.message } });
    }
  }
  const together = pairs.map((pair) => ({
    files: pair.files,
    total_together: sumTogether(pair.files.map((file) => readings.get(file) ?? [])),
  }));
  const text = `${JSON.stringify({ files: found, pairs: together }, null, 1)}\n`;
  if (target === undefined) process.stdout.write(text);
  else writeFileSync(target, text);
}

await main();
