// A new warehouse file: its tables, and what is known beforehand. SCHEMA_VERSION is made of the texts of schema, seeds and
// models, so that a file computed by others than these is rebuilt without anybody having to remember it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../../base/kit/paths.ts';
import { readSeed } from '../../base/kit/seeds.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Statement } from '../../base/warehouse/port.ts';
import { builtInDefinitions } from './definitions.ts';

function textsUnder(folder: string): string[] {
  return readdirSync(projectFile(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(sql|csv)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => readFileSync(path, 'utf8'));
}

/** Part of every figure's version, as `code`: 31 bits of the hash of all that figures are computed by. */
export const SCHEMA_VERSION: bigint = BigInt(
  createHash('sha256')
    .update([...textsUnder('warehouse/schema'), ...textsUnder('sql/models'), ...textsUnder('seeds')].join('\0'))
    .digest()
    .readUInt32BE(0) >>> 1,
);

const truth = (text: string | undefined): boolean | null => (text === 'true' ? true : text === 'false' ? false : null);
const text = (value: string | undefined): string | null => value || null;
const list = (value: string | undefined): string[] | null => (value ? value.split('|') : null);

const seedStatement = (table: string, rows: unknown[]): Statement => ({
  sql: sqlText(`models/seeds/${table}_insert`),
  params: { rows: JSON.stringify(rows) },
});

/** A row of `channel_rules`. */
export interface RuleRow {
  rule_no: number;
  rule_id: string;
  channel: string;
  is_paid: boolean;
  needs_paid: boolean | null;
  source_categories: string[] | null;
  source_pattern: string | null;
  medium_pattern: string | null;
  campaign_pattern: string | null;
  click_kinds: string[] | null;
  platform_families: string[] | null;
  any_of: boolean;
  needs_direct: boolean | null;
}

/** The built-in channel rules as rows of `channel_rules`; a profile's own rules take the numbers below 1,000. */
export function builtInRules(): RuleRow[] {
  return readSeed('channel_rules').map((row, index) => ({
    rule_no: 1000 + index,
    rule_id: row['rule_id'] ?? '',
    channel: row['channel'] ?? '',
    is_paid: truth(row['is_paid']) ?? false,
    needs_paid: truth(row['needs_paid']),
    source_categories: list(row['source_categories']),
    source_pattern: text(row['source_pattern']),
    medium_pattern: text(row['medium_pattern']),
    campaign_pattern: text(row['campaign_pattern']),
    click_kinds: list(row['click_kinds']),
    platform_families: list(row['platform_families']),
    any_of: truth(row['any_of']) ?? false,
    needs_direct: truth(row['needs_direct']),
  }));
}

const schemaText = (name: string): string => readFileSync(projectFile('warehouse', 'schema', name), 'utf8');

/** The tables of facts whose rows say which fact they are of. */
export const factTables = (): string[] =>
  [...schemaText('1-facts.sql').matchAll(/^create table (\w+) \(\n {2}seq bigint/gm)].map(([, name]) => name as string);

/** Statements that leave a copy of a file its facts and decisions, and nothing of what is computed from them. */
export function uncomputedStatements(): Statement[] {
  const computed = schemaText('3-models.sql');
  const drops = [...computed.matchAll(/^create (table|view) (\w+)/gm)].map(([, kind, name]) => `drop ${kind} ${name};`);
  return [{ sql: drops.reverse().join('\n') }, { sql: computed }, { sql: sqlText('models/scope/visitor_people_empty') }];
}

/** Statements that turn an empty file into an empty warehouse. */
export function newFileStatements(): Statement[] {
  const schema = readdirSync(projectFile('warehouse', 'schema'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name): Statement => ({ sql: schemaText(name) }));
  const clicks = readSeed('click_ids').map((row) => ({ ...row, proves_paid: truth(row['proves_paid']) ?? false }));
  return [
    ...schema,
    seedStatement('source_seeds', [...readSeed('sources')]),
    seedStatement('click_seeds', clicks),
    seedStatement('platform_seeds', [...readSeed('platforms')]),
    seedStatement('channel_rules', builtInRules()),
    seedStatement('definitions', builtInDefinitions()),
    { sql: sqlText('models/seeds/cursors_insert'), params: { schema_version: SCHEMA_VERSION } },
  ];
}
