// What is known beforehand lives in seeds/*.csv; this reads such a file once, as rows of text by column.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { projectFile } from './paths.ts';

export type SeedRow = Readonly<Record<string, string>>;

const seeds = new Map<string, readonly SeedRow[]>();

/** The rows of `seeds/<name>.csv` (first line = columns; lines starting with # are comments), in the file's order. */
export function readSeed(name: string): readonly SeedRow[] {
  const known = seeds.get(name);
  if (known) return known;
  const text = readFileSync(projectFile('seeds', `${name}.csv`), 'utf8');
  const rows = parse(text, {
    columns: true,
    comment: '#',
    comment_no_infix: true,
    skip_empty_lines: true,
    trim: true,
  }) as SeedRow[];
  seeds.set(name, rows);
  return rows;
}
