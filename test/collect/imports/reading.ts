// Reads a text as a file, for tests of what the importer reads.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportContext, type Layout, readReadings } from '../../../src/collect/imports/index.ts';

export const BERLIN: ImportContext = { zone: 'Europe/Berlin', currency: 'EUR' };

/** What is read in a file of these bytes, in the terms of docs/layouts.md. */
export async function readingOf(
  content: string | Buffer,
  context: ImportContext = BERLIN,
  name = 'file.csv',
  parquetRows?: Parameters<typeof readReadings>[3],
  layouts?: readonly Layout[],
): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-imports-'));
  try {
    writeFileSync(join(folder, name), content);
    const [read] = await readReadings(join(folder, name), name, context, parquetRows, layouts);
    return read?.expect ?? {};
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without what is worded for people. */
export const judged = ({ questions: _questions, say: _say, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(rest, (key, value: unknown) => (key === 'words' ? undefined : value))) as Record<string, unknown>;
