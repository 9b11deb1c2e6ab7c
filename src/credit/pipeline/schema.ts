// A new warehouse file: its tables, and what is known beforehand. `codeVersion` is of all that figures are computed by
// (figures-digest.ts), so that a file computed by anything else is rebuilt.
import { readSeed } from '../../base/kit/seeds.ts';
import { nameKey } from '../../base/kit/text-key.ts';
import { sqlText } from '../../base/sql/sql-files.ts';
import type { AnyStatement } from '../../base/warehouse/port.ts';
import { schemaText, schemaTexts } from '../../base/warehouse/schema-files.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { builtInDefinitions, keyedDefinition } from '../definitions/index.ts';
import { figuresDigest } from './figures-digest.ts';

let version: bigint | undefined;

/** Part of every figure's version, as `code`: 31 bits of the digest of all that figures are computed by. */
export function codeVersion(): bigint {
  // Read by the first who asks: it is a twentieth of the start of a command, and few ask.
  version ??= BigInt(figuresDigest().readUInt32BE(0) >>> 1);
  return version;
}

const truth = (text: string | undefined): boolean | null => (text === 'true' ? true : text === 'false' ? false : null);
const text = (value: string | undefined): string | null => value || null;
const list = (value: string | undefined): string[] | null => (value ? value.split('|') : null);

const seedStatement = (table: string, rows: unknown[]): AnyStatement => ({
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
    rule_id: row.rule_id,
    channel: row.channel,
    is_paid: truth(row.is_paid) ?? false,
    needs_paid: truth(row.needs_paid),
    source_categories: list(row.source_categories),
    source_pattern: text(row.source_pattern),
    medium_pattern: text(row.medium_pattern),
    campaign_pattern: text(row.campaign_pattern),
    click_kinds: list(row.click_kinds),
    platform_families: list(row.platform_families),
    any_of: truth(row.any_of) ?? false,
    needs_direct: truth(row.needs_direct),
  }));
}

/** Statements that make the tables of a file of the schema anew, without rows. */
function emptied(name: string): AnyStatement[] {
  const sql = schemaText(name);
  const drops = [...sql.matchAll(/^create (table|view) (\w+)/gm)].map(([, kind, relation]) => `drop ${kind} ${relation};`);
  return [{ sql: drops.reverse().join('\n') }, { sql }];
}

/** Statements that leave a copy of a file its facts and decisions, and nothing of what is computed from them. */
export const uncomputedStatements = (): AnyStatement[] => [
  ...emptied('3-models.sql'),
  statement('models/scope/visitor_people_empty'),
];

/** Statements that leave a copy of a file its facts alone: as a new file in which only facts have landed. */
export const undecidedStatements = (): AnyStatement[] => [
  ...emptied('3-models.sql'),
  ...emptied('2-decisions.sql'),
  ...seedStatements(),
];

/** Statements that turn an empty file into an empty warehouse. */
export const newFileStatements = (): AnyStatement[] => [
  ...schemaTexts().map((sql): AnyStatement => ({ sql })),
  ...seedStatements(),
  statement('models/seeds/cursors_insert', { schema_version: codeVersion() }),
];

/** From where nobody comes: a visitor returns from it, or looks at the page with it. */
const NO_SOURCES: ReadonlySet<string> = new Set(['bank', 'payment', 'sign_in', 'tool']);

/** The known sources, by each name that utm_source may have for one: its own, and its aliases. */
export function knownSources(): ReadonlyMap<string, string> {
  const sources = readSeed('sources').filter(({ category }) => !NO_SOURCES.has(category));
  const own = sources.map(({ source }) => [nameKey(source), source] as const);
  const aliases = readSeed('source_aliases').map(({ name, source }) => [name, source] as const);
  return new Map([...own, ...aliases]);
}

/** What is known beforehand. */
function seedStatements(): AnyStatement[] {
  const clicks = readSeed('click_ids').map((row) => ({ ...row, proves_paid: truth(row.proves_paid) ?? false }));
  const platforms = readSeed('platforms').map((row) => ({ ...row, is_any_company: truth(row.is_any_company) ?? false }));
  return [
    seedStatement('source_seeds', [...readSeed('sources')]),
    seedStatement(
      'source_names',
      [...knownSources()].map(([name, source]) => ({ name, source })),
    ),
    seedStatement('leaving_labels', [...readSeed('leaving_labels')]),
    seedStatement('click_seeds', clicks),
    seedStatement('platform_seeds', platforms),
    seedStatement('platform_names', [
      ...platforms.map(({ platform }) => ({ name: platform, platform })),
      ...readSeed('platform_names'),
    ]),
    statement('models/seeds/zone_shifts_insert'),
    seedStatement('decay_factors', [...readSeed('decay_factors')]),
    seedStatement('channel_rules', builtInRules()),
    seedStatement('definitions', builtInDefinitions().map(keyedDefinition)),
  ];
}
