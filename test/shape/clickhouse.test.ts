// The second engine's SQL is held to DuckDB's by text: the same tables and columns, and for each model of the full fold a file of the same
// name and grain. That both compute the same, `npm run test:clickhouse` shows.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';
import { sqlText } from '../../src/base/sql/sql-files.ts';
import { twinPlan } from '../../src/base/warehouse/clickhouse/twin-plan.ts';
import { schemaText } from '../../src/base/warehouse/schema-files.ts';
import { headerOf, orderOf } from '../../src/base/warehouse/statements.ts';
import { tablesOf } from '../../src/credit/second-engine/compare.ts';
import { foldModels, hasFile, schemaNames } from '../../src/credit/second-engine/fold.ts';
import { factModels } from '../../src/credit/second-engine/land-facts.ts';

/** Tables with their columns as `name type`, and views, which have no columns here. */
function relationsOf(text: string): Map<string, string[]> {
  const tables = [...text.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\)/gm)].map(([, name = '', columns = '']) => ({
    name,
    columns,
  }));
  const views = [...text.matchAll(/^create view (\w+)/gm)].map(([, name = '']) => ({ name, columns: '' }));
  return new Map([...tables, ...views].map(({ name, columns }) => [name, columns.split('\n').map(kindOf)]));
}

const KINDS: readonly [RegExp, string][] = [
  [/decimal(\(\d+, ?\d+\))/i, 'decimal'],
  [/varchar\[\]|Array\(String\)/, 'texts'],
  [/varchar|String/, 'text'],
  [/timestamp|DateTime64/, 'moment'],
  [/\bdate\b|Date32/, 'day'],
  [/boolean|Bool/, 'truth'],
  [/bigint|Int64/, 'int64'],
  [/integer|Int32/, 'int32'],
  [/tinyint|Int8/, 'int8'],
];

/** A column's name, kind and whether it may be null; lists are never null there. */
function kindOf(line: string): string {
  const [, name = '', type = ''] = /^\s*(\w+) (.*?),?$/.exec(line) ?? [];
  const found = KINDS.find(([form]) => form.test(type));
  const kind = found?.[1] ?? type;
  const scale =
    /\((\d+), ?(\d+)\)/
      .exec(kind === 'decimal' ? type : '')
      ?.slice(1)
      .join('.') ?? '';
  const isOptional = kind !== 'texts' && (/Nullable/.test(type) || (/^[a-z]/.test(type) && !type.endsWith('not null')));
  return `${name} ${kind}${scale}${isOptional ? '?' : ''}`;
}

test('ClickHouse has the tables and columns of DuckDB', () => {
  for (const name of schemaNames()) {
    const theirs = relationsOf(sqlText(name));
    const ours = relationsOf(schemaText(`${name.split('/').at(-1)}.sql`));
    assert.deepEqual([...theirs.keys()].sort(), [...ours.keys()].sort(), name);
    for (const [table, columns] of ours) assert.deepEqual(theirs.get(table), columns, `${name}: ${table}`);
  }
});

/** What spares DuckDB a longer statement of the fold, which gives the same rows: ClickHouse always runs that one. */
const SHORTER = ['models/sales/no_shared_sales', 'models/sales/outcomes_insert_unshared'];

test('each model of the full fold has a file for ClickHouse, of the same grain', () => {
  const { names, hasNone } = foldModels();
  for (const name of names) {
    const [ours, theirs] = [headerOf(name), headerOf(`clickhouse/${name}`)];
    assert.deepEqual(theirs, ours, `sql/clickhouse/${name}.sql begins otherwise than sql/${name}.sql`);
  }
  for (const name of hasNone.filter((each) => !SHORTER.includes(each)))
    assert.match(sqlText(name), /^(?:--.*\n)*delete from \w+/, `sql/clickhouse/${name}.sql is missing`);
});

/** Without a file there: what reads lines or a segment, which sql/clickhouse/landing does in its own way, and what a file of DuckDB alone has. */
const OF_DUCKDB = /^models\/(?:landing\/batch_|decisions\/batch_decisions$|seeds\/cursors_)/;

test('each model that lands facts, decisions or seeds has a file for ClickHouse, of the same grain', () => {
  const files = globSync('models/{landing,decisions,seeds}/**/*.sql', { cwd: projectFile('sql') });
  const all = files.map((file) => file.replace(/\.sql$/, '')).filter((name) => !OF_DUCKDB.test(name));
  for (const name of factModels()) assert.ok(all.includes(name), name);
  for (const name of all.filter(hasFile)) assert.deepEqual(headerOf(`clickhouse/${name}`), headerOf(name), name);
  for (const name of all.filter((each) => !hasFile(each)))
    assert.match(sqlText(name), /^(?:--.*\n)*delete from \w+/, `sql/clickhouse/${name}.sql is missing`);
});

test('ClickHouse lands every table of facts and decisions, each by its own SQL', () => {
  const texts = globSync('models/{landing,decisions,seeds}/**/*.sql', { cwd: projectFile('sql', 'clickhouse') }).map((file) =>
    sqlText(`clickhouse/${file.replace(/\.sql$/, '')}`),
  );
  const filled = new Set(texts.flatMap((text) => [...text.matchAll(/^insert into (\w+)/gm)].map(([, table]) => table)));
  // The cursors are DuckDB's own; models compute who is behind a browser.
  const tables = tablesOf('1-facts.sql', '2-decisions.sql').filter((table) => table !== 'cursors' && table !== 'visitor_people');
  assert.deepEqual([...filled].sort(), tables.sort());
});

test('no file for ClickHouse is without one for DuckDB', () => {
  for (const file of globSync('{models,warehouse}/**/*.sql', { cwd: projectFile('sql', 'clickhouse') })) {
    const name = file.replace(/\.sql$/, '');
    assert.doesNotThrow(() => sqlText(name), `sql/clickhouse/${file} has no sql/${file}`);
  }
});

/** The plans of the reports that are read from ClickHouse, under the labels with which they ask. */
const REPORTS: [name: string, labels: string[]][] = [
  ['overview_series', ['in_range', 'of_places']],
  ['attribution_get', ['in_range', 'of_places', 'in_force']],
  ['attribution_paths_list', ['in_range']],
  ['economics_get', ['in_range', 'of_places']],
  ['lifetime_value_get', ['in_range']],
  ['frame_get', []],
  ['data_begins_get', []],
];

/** The names of what the last select of a statement answers, in order. */
function columnsOf(sql: string): string[] {
  const text = sql.replace(/--.*$/gm, '');
  const list =
    text
      .slice(text.lastIndexOf('\nselect'))
      .replace(/^\nselect/, '')
      .split(/\nfrom /)[0] ?? '';
  let depth = 0;
  const parts = [''];
  for (const letter of list) {
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.map((part) => /(\w+);?\s*$/.exec(part)?.[1] ?? part);
}

test('each statement of a report that ClickHouse answers has a file there, of the same grain and columns', () => {
  for (const [report, labels] of REPORTS) {
    const steps = orderOf([`warehouse/report/analytics/${report}`], labels);
    const twins = twinPlan(steps.map(({ name }) => ({ name, sql: '' })));
    assert.ok(twins, `sql/clickhouse lacks a statement of ${report}`);
    for (const { name = '', sql } of twins) {
      const ours = name.replace(/^clickhouse\//, '');
      const grainOf = (text: string): string => text.split(/^(?!--)|^-- (?:needs|makes|fills|columns):/m)[0] ?? '';
      assert.equal(grainOf(sql), grainOf(sqlText(ours)), `sql/${name}.sql begins otherwise than sql/${ours}.sql`);
      const [{ makes, fills }, theirs] = [headerOf(ours), headerOf(name)];
      assert.deepEqual([theirs.makes, theirs.fills], [makes, fills], name);
      if (makes.length === 0 && fills.length === 0) assert.deepEqual(columnsOf(sql), columnsOf(sqlText(ours)), name);
    }
  }
});
