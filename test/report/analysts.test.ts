// docs/analysts.md and samples/dbt as an analyst uses them: each question has the rows that the document shows, of a small shop's published files, and each
// model and metric of the dbt project is a statement that DuckDB runs to the same figures.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFile } from '../../src/base/kit/paths.ts';
import { publishMarts } from '../../src/credit/pipeline/index.ts';
import { temporaryFolder } from '../base/folder.ts';
import { openShop } from './shop.ts';

const QUESTION = /^### \d+\. (.+)\n([\s\S]*?)```sql\n([\s\S]*?)```\n\n((?:\|.*\n)+)/gm;

/** The published files of the shop's week, as views. */
async function openPublished(t: TestContext): Promise<{ connection: DuckDBConnection; folder: string }> {
  const shop = await openShop();
  t.after(() => shop.close());
  await publishMarts(shop.base, shop.profileId);
  const folder = join(shop.dataDir, 'profiles', shop.profileId, 'published', 'current');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`set file_search_path = '${folder}'`);
  await connection.run(readFileSync(join(folder, 'open.sql'), 'utf8'));
  return { connection, folder };
}

const cell = (value: unknown): string => (value === null ? '' : String(value).replaceAll('|', '\\|'));

async function tableOf(connection: DuckDBConnection, sql: string): Promise<string> {
  const result = await connection.runAndReadAll(sql);
  const names = result.columnNames();
  const rows = result.getRowsJson().map((row) => row.map(cell));
  return [names, names.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

test('every worked question of the document has the rows that it shows', async (t) => {
  const { connection } = await openPublished(t);
  const questions = [...readFileSync(projectFile('docs', 'analysts.md'), 'utf8').matchAll(QUESTION)];
  assert.ok(questions.length >= 20, `${questions.length} questions`);
  for (const [, question = '', , sql = '', shown] of questions) assert.equal(await tableOf(connection, sql), shown, question);
});

test('the table for spreadsheets is written as the document says', async (t) => {
  const { connection } = await openPublished(t);
  const [copy = ''] = /^copy .+ to 'days\.csv' \(header\)$/m.exec(readFileSync(projectFile('docs', 'analysts.md'), 'utf8')) ?? [];
  const file = join(temporaryFolder(t), 'days.csv');
  await connection.run(copy.replace('days.csv', file));
  assert.equal(
    readFileSync(file, 'utf8'),
    'converted_day,currency,net_micros\n2026-03-02,USD,20000000\n2026-03-04,,\n2026-03-05,USD,75000000\n2026-03-06,USD,50000000\n',
  );
});

const measureShape = z.object({ name: z.string(), agg: z.enum(['sum', 'count_distinct']), expr: z.string().optional() });
const metricsShape = z.object({
  semantic_models: z.array(
    z.object({
      name: z.string(),
      model: z.string(),
      defaults: z.object({ agg_time_dimension: z.string() }),
      dimensions: z.array(z.object({ name: z.string() })),
      measures: z.array(measureShape),
    }),
  ),
  metrics: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['simple', 'ratio']),
      type_params: z.object({
        measure: z.string().optional(),
        numerator: z.string().optional(),
        denominator: z.string().optional(),
      }),
    }),
  ),
});
type Measure = z.infer<typeof measureShape>;

const dbt = (...path: string[]): string => readFileSync(projectFile('samples', 'dbt', ...path), 'utf8');

/** The models as views of their names, as dbt makes them. */
async function makeModels(connection: DuckDBConnection): Promise<string[]> {
  const files = readdirSync(projectFile('samples', 'dbt', 'models')).filter((name) => name.endsWith('.sql'));
  for (const file of files) {
    const sql = dbt('models', file).replace(/\{\{ source\('tributary', '([a-z_]+)'\) \}\}/g, '$1');
    assert.doesNotMatch(sql, /\{\{/, file);
    await connection.run(`create view ${file.slice(0, -4)} as ${sql}`);
  }
  return files.map((file) => file.slice(0, -4));
}

const aggregate = ({ name, agg, expr = name }: Measure): string => (agg === 'sum' ? `sum(${expr})` : `count(distinct ${expr})`);

test('models and metrics of the dbt project are statements with the figures of the files', async (t) => {
  const { connection, folder } = await openPublished(t);
  const models = await makeModels(connection);
  const sources = z
    .object({ sources: z.array(z.object({ tables: z.array(z.object({ name: z.string() })) })) })
    .parse(parse(dbt('models', 'sources.yml')));
  const published = readdirSync(folder).flatMap((name) => (name.endsWith('.parquet') ? [name.slice(0, -8)] : []));
  assert.deepEqual(sources.sources[0]?.tables.map(({ name }) => name).sort(), published.sort());

  const { semantic_models, metrics } = metricsShape.parse(parse(dbt('models', 'metrics.yml')));
  const values = new Map<string, number | null>();
  for (const { name, model, defaults, dimensions, measures } of semantic_models) {
    assert.equal(model, `ref('${name}')`);
    assert.ok(models.includes(name), name);
    const columns = [defaults.agg_time_dimension, ...dimensions.map((each) => each.name)];
    await connection.run(`select ${columns.join(', ')} from ${name} limit 1`);
    for (const measure of measures) {
      const [row] = (await connection.runAndReadAll(`select (${aggregate(measure)})::double from ${name}`)).getRowsJson();
      values.set(measure.name, row?.[0] == null ? null : Number(row[0]));
    }
  }
  const metricValues = new Map<string, number | null>();
  for (const { name, type_params } of metrics.filter(({ type }) => type === 'simple')) {
    assert.ok(values.has(type_params.measure ?? ''), `${name} names no measure`);
    metricValues.set(name, values.get(type_params.measure ?? '') ?? null);
  }
  for (const { name, type_params } of metrics.filter(({ type }) => type === 'ratio')) {
    const [over, under] = [metricValues.get(type_params.numerator ?? ''), metricValues.get(type_params.denominator ?? '')];
    assert.ok(over !== undefined && under !== undefined, `${name} names no metric`);
    metricValues.set(name, over === null || !under ? null : over / under);
  }
  assert.deepEqual(Object.fromEntries(metricValues), {
    sessions: 3,
    people: 2,
    bounces: 2,
    bounce_rate: 2 / 3,
    conversions: 4,
    revenue_micros: 145_000_000,
    refunded_micros: 25_000_000,
    linear_revenue_micros: 145_000_000,
    last_non_direct_revenue_micros: 145_000_000,
    spend_micros: 75_000_000,
    ad_clicks: null,
    return_on_spend: 145 / 75,
  });
});
