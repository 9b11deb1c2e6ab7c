// Reference data is in seeds/*.csv; this module reads such a file once, as rows of text by column.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { projectFile } from './paths.ts';

/** The columns of each file, so that a row's members are known; its first line must be the same. */
const COLUMNS = {
  api_versions: ['provider', 'version', 'last_day', 'source', 'looked_up'],
  channel_rules: [
    'rule_id',
    'channel',
    'is_paid',
    'needs_paid',
    'source_categories',
    'source_pattern',
    'medium_pattern',
    'campaign_pattern',
    'click_kinds',
    'platform_families',
    'any_of',
    'needs_direct',
  ],
  click_ids: ['kind', 'platform', 'source', 'proves_paid', 'per_click', 'life_days', 'sent_as', 'destinations'],
  'creatives/dimensions': ['dimension', 'level'],
  'creatives/words': ['dimension', 'level', 'language', 'words'],
  currencies: ['code', 'minor_units'],
  decay_factors: ['unit', 'step', 'factor'],
  definitions: ['definition_no', 'conversion_key', 'name', 'event_types', 'revenue_type', 'counting', 'value_rule', 'is_default'],
  fixed_rates: ['currency', 'base', 'rate', 'since', 'until'],
  leaving_labels: ['label'],
  outcome_synonyms: ['event_type', 'conversion_key'],
  payment_providers: ['name'],
  plans: ['plan', 'active_profiles', 'mcp_units_per_day', 'ai_units_per_day', 'own_brand', 'trial_days', 'next_plan'],
  platform_names: ['name', 'platform'],
  platforms: ['platform', 'family', 'source', 'category', 'channel', 'account_prefix', 'is_any_company'],
  providers: ['provider', 'name', 'kind', 'auth', 'capabilities', 'restated_days'],
  quality_thresholds: ['finding', 'worse', 'attention', 'problem', 'of'],
  referrer_spam: ['host'],
  sale_systems: ['system', 'kind'],
  source_aliases: ['name', 'source'],
  sources: ['domain', 'source', 'category'],
  statement_columns: ['format', 'field', 'headers'],
  'time/zone_version': ['version', 'source', 'looked_up'],
  'time/zones': ['names', 'shifts'],
  statement_formats: ['format', 'title', 'headers', 'zone', 'unknown_kind'],
} as const;

export type SeedName = keyof typeof COLUMNS;
export type SeedRow<Name extends SeedName> = Readonly<Record<(typeof COLUMNS)[Name][number], string>>;
type Seeds = { [Name in SeedName]?: readonly SeedRow<Name>[] };

const seeds: Seeds = {};

/** The rows of `seeds/<name>.csv` (first line = columns; lines starting with # are comments), in the file's order. */
export function readSeed<Name extends SeedName>(name: Name): NonNullable<Seeds[Name]> {
  const existing = seeds[name];
  if (existing) return existing;
  const rows = parse<NonNullable<Seeds[Name]>[number]>(readFileSync(projectFile('seeds', `${name}.csv`), 'utf8'), {
    columns: true,
    comment: '#',
    comment_no_infix: true,
    skip_empty_lines: true,
    trim: true,
  });
  if (Object.keys(rows[0] ?? {}).join() !== COLUMNS[name].join())
    throw new Error(`seeds/${name}.csv has other columns than src/base/kit/seeds.ts says.`);
  seeds[name] = rows;
  return rows;
}
