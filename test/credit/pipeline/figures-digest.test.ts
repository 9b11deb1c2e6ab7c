// What figures are computed by is one digest: changing it rebuilds every warehouse, so it must change with what computes, and with
// nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { computeFiguresDigest } from '../../../src/credit/pipeline/figures-digest.ts';

const read = (path: string): string => readFileSync(projectFile(path), 'utf8');
const digest = (changed?: { path: string; change: (text: string) => string }): string =>
  computeFiguresDigest((path) => {
    if (path !== changed?.path) return read(path);
    const text = changed.change(read(path));
    assert.notEqual(text, read(path), 'the change finds what it changes');
    return text;
  }).toString('hex');

const before = digest();

test('comments and white space of SQL and of code rebuild nothing', () => {
  const model = 'sql/models/credit/weighed.sql';
  assert.equal(digest({ path: model, change: (sql) => sql.replace(/^-- .*$/m, '-- Other words.') }), before);
  assert.equal(digest({ path: model, change: (sql) => sql.replaceAll('\n', ' -- said\n   ') }), before);
  const fit = 'src/credit/pipeline/fit.ts';
  assert.equal(digest({ path: fit, change: (code) => code.replace(/^\/\/ .*$/m, '// Other words.') }), before);
  assert.equal(digest({ path: fit, change: (code) => code.replace(/^\/\*\* .*$/m, '/**\n * Other\n * words.\n */') }), before);
});

test('whatever computes figures rebuilds them', () => {
  const changes: { path: string; change: (text: string) => string }[] = [
    { path: 'sql/models/credit/weighed.sql', change: (sql) => sql.replace('1000000', '1000001') },
    { path: 'sql/models/credit/matched.sql', change: (sql) => sql.replace("'cash'", "' cash'") },
    { path: 'warehouse/schema/3-models.sql', change: (sql) => sql.replace('bigint', 'hugeint') },
    { path: 'seeds/channel_rules.csv', change: (csv) => csv.replace('\n', '\n#') },
    // The data-driven fit.
    { path: 'src/credit/pipeline/fit.ts', change: (code) => code.replace('toFixed(9)', 'toFixed(8)') },
    // The order of the statements.
    {
      path: 'src/credit/pipeline/money-models.ts',
      change: (code) =>
        code.replace(
          "'marts/spend_rows_delete',\n      'marts/spend_rows_insert'",
          "'marts/spend_rows_insert',\n      'marts/spend_rows_delete'",
        ),
    },
    {
      path: 'src/credit/pipeline/decision-models.ts',
      change: (code) => code.replace("'merge_edge_added', 'merge_edge_removed'", "'merge_edge_added'"),
    },
    // Enrichment, at its entrance and three modules behind it.
    { path: 'src/collect/events/enrich/enrich.ts', change: (code) => code.replace('SCHEMA_VERSION = ', 'SCHEMA_VERSION = 1') },
    { path: 'src/collect/events/enrich/user-agent.ts', change: (code) => code.replace('export ', 'export  ') },
    { path: 'src/base/kit/domains.ts', change: (code) => code.replace('export ', 'export  ') },
  ];
  const digests = changes.map((change) => digest(change));
  for (const [at, found] of digests.entries()) assert.notEqual(found, before, changes[at]?.path);
  assert.equal(new Set(digests).size, changes.length);
});
