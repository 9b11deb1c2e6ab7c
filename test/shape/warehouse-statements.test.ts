// The first lines of DuckDB's statements say what they need and make: that it is true, that a plan can be made of it, and that the models
// run in an order in which everything is there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOfHeaders } from '../../bin/statements/rules.ts';
import { sqlText } from '../../src/base/sql/sql-files.ts';
import { relationsIn } from '../../src/base/warehouse/lineage.ts';
import { schemaTables } from '../../src/base/warehouse/schema-files.ts';
import { type Header, headerOf, statementNames } from '../../src/base/warehouse/statements.ts';
import { fullStatements, incrementStatements } from '../../src/credit/pipeline/models.ts';
import { creditIfMerged } from '../../src/credit/what-if/what-if.ts';

const names = statementNames().filter((name) => !name.startsWith('archive/') && !name.startsWith('warehouse/base/'));
const madeNames = new Set(names.flatMap((name) => headerOf(name).makes.map((each) => each.name)));
const bare = (name: string): string => sqlText(name).replace(/--[^\n]*/g, '');

test('a statement names what it makes, fills and needs, and nothing else', () => {
  for (const name of names) {
    const sql = bare(name);
    const { makes, fills, needs, grain } = headerOf(name);
    assert.notEqual(grain, '', `${name}.sql begins with its grain`);
    const created = [...sql.matchAll(/\b(?:create (?:or replace )?(?:temp )?(?:table|view|macro)|set variable) (\w+)/g)];
    assert.deepEqual(
      makes.map((each) => each.name).sort(),
      created.flatMap(([, result = '']) => (fills.some((each) => each.name === result) ? [] : result)).sort(),
      `${name}.sql: makes`,
    );
    const read = new Set([...relationsIn(name)].filter((relation) => madeNames.has(relation)));
    for (const [, variable = ''] of sql.matchAll(/getvariable\('(\w+)'\)/g)) read.add(variable);
    for (const [, called = ''] of sql.matchAll(/\b(\w+)\(/g))
      if (['converted', 'known_sum', 'lacks_rate', 'money_unit', 'passes', 'shown_path', 'spend_key'].includes(called))
        read.add(called);
    const own = new Set([...makes, ...fills].map((each) => each.name));
    const declared = new Set([...needs, ...own]);
    for (const relation of read)
      if (!schemaTables().has(relation))
        assert.ok(declared.has(relation), `${name}.sql needs ${relation}; its first lines do not say so`);
    for (const need of needs)
      assert.ok(read.has(need) || relationsIn(name).has(need), `${name}.sql says that it needs ${need}, and does not read it`);
  }
});

const header = (of: Partial<Header>): Header => ({ grain: 'One row.', needs: [], makes: [], fills: [], unlessEmpty: [], ...of });

test('needs are made by somebody, by one maker for each label, and in no circle', () => {
  assert.deepEqual(faultsOfHeaders(new Map(names.map((name) => [name, headerOf(name)])), schemaTables()), []);
});

test('an unknown need, two makers and a circle are named', () => {
  const faults = (headers: Record<string, Header>): string[] =>
    faultsOfHeaders(new Map(Object.entries(headers)), new Set(['events']));
  assert.match(faults({ a: header({ needs: ['nowhere'] }) })[0] ?? '', /a\.sql needs nowhere: no statement makes it/);
  const twice = { a: header({ makes: [{ name: 'x' }] }), b: header({ makes: [{ name: 'x' }] }) };
  assert.match(faults(twice)[0] ?? '', /a\.sql and b\.sql both make x/);
  const circle = { a: header({ needs: ['y'], makes: [{ name: 'x' }] }), b: header({ needs: ['x'], makes: [{ name: 'y' }] }) };
  assert.match(faults(circle)[0] ?? '', /a → b → a/);
  assert.deepEqual(faults({ a: header({ needs: ['events'] }) }), []);
});

const KINDS = [
  'customer_created',
  'identifier_added',
  'identifier_moved',
  'browser_linked',
  'browser_relinked',
  'customer_followed',
  'merge_edge_added',
  'merge_edge_removed',
  'payment_payer',
  'payment_installment',
  'facts_withdrawn',
  'facts_restored',
  'setting',
  'definition',
  'channel_rules',
  'rate',
  'fit',
];

test('the models run in an order in which what they need is made', () => {
  const batch = { hasSpend: true, hasAdObjects: true, decisionKinds: new Set(KINDS) };
  const increments = incrementStatements({ json: 'facts', lineBytes: 1_048_576 }, 'decisions', batch, {
    landedSeq: 1n,
    landedDecision: 1n,
  });
  for (const statements of [increments, fullStatements(), creditIfMerged([1n, 2n], 1n)]) {
    const result = new Set<string>();
    for (const { name } of statements) {
      if (name === undefined) continue;
      const { needs, makes, fills, unlessEmpty } = headerOf(name);
      for (const need of [...needs, ...unlessEmpty, ...fills.map((each) => each.name)])
        assert.ok(result.has(need) || schemaTables().has(need), `${name}.sql runs before ${need} is made`);
      for (const each of makes) result.add(each.name);
    }
  }
});
