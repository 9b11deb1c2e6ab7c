// Reads the cases of test/models: a folder per case with what is given and what is expected of it, both as CSV for people.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'csv-parse/sync';
import { projectFile } from '../../src/base/kit/paths.ts';
import type { OtherName } from '../../src/credit/channels/other-names.ts';
import type { DefinitionChange } from '../../src/credit/definitions/definitions.ts';

export type CsvRow = Record<string, string>;

export interface CaseSettings {
  timezone?: string;
  currency?: string;
  own_domains?: string[];
  /** Settings by name, e.g. click_window_days. */
  settings?: Record<string, string>;
  definitions?: DefinitionChange[];
  other_names?: OtherName[];
  spend_aliases?: { utm_source: string; utm_medium: string | null; platform: string | null }[];
}

/** Something that happens after the row named `after` (empty: before the first; `end`: after the last). */
export interface Happening {
  after: string;
  kind: string;
  a: string;
  b: string;
}

export interface SpendReport {
  after: string;
  platform: string;
  account_id: string;
  day: string;
  currency: string;
  rows: CsvRow[];
}

export interface Expectation {
  relation: string;
  columns: string[];
  rows: CsvRow[];
}

export interface Case {
  name: string;
  /** The sentence that given.csv opens with. */
  title: string;
  given: CsvRow[];
  settings: CaseSettings;
  spend: SpendReport[];
  happenings: Happening[];
  expected: Expectation[];
}

const ROOT = projectFile('test', 'models');

function readCsv(path: string): { columns: string[]; rows: CsvRow[] } {
  const records = parse(readFileSync(path), {
    comment: '#',
    comment_no_infix: true,
    skip_empty_lines: true,
    trim: true,
  }) as string[][];
  const [columns = [], ...lines] = records;
  return { columns, rows: lines.map((line) => Object.fromEntries(columns.map((name, i) => [name, line[i] ?? '']))) };
}

function readSpend(path: string): SpendReport[] {
  const reports = new Map<string, SpendReport>();
  for (const { after = '', platform = '', account_id = '', day = '', currency = '', ...row } of readCsv(path).rows) {
    const key = [after, platform, account_id, day].join('\n');
    const report = reports.get(key) ?? { after, platform, account_id, day, currency, rows: [] };
    report.rows.push(row);
    reports.set(key, report);
  }
  return [...reports.values()];
}

function readCase(folder: string): Case {
  const files = readdirSync(folder);
  const value = join(folder, 'given.csv');
  const title = /^# (.+)/.exec(readFileSync(value, 'utf8'))?.[1];
  if (!title) throw new Error(`${value} must open with "# " and a sentence`);
  const expected = files
    .filter((name) => /^expected_.+\.csv$/.test(name))
    .sort()
    .map((name) => ({ relation: name.slice('expected_'.length, -'.csv'.length), ...readCsv(join(folder, name)) }));
  if (expected.length === 0) throw new Error(`${folder} expects nothing`);
  return {
    name: relative(ROOT, folder),
    title,
    given: readCsv(value).rows,
    settings: files.includes('settings.json') ? JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) : {},
    spend: files.includes('spend.csv') ? readSpend(join(folder, 'spend.csv')) : [],
    happenings: files.includes('happenings.csv') ? (readCsv(join(folder, 'happenings.csv')).rows as unknown as Happening[]) : [],
    expected,
  };
}

/** Every case, by name. `only` keeps those whose name holds it. */
export function readCases(only = ''): Case[] {
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('given.csv'))
    .map((path) => readCase(join(ROOT, path, '..')))
    .filter(({ name }) => name.includes(only))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
