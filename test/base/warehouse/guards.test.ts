// Statements that are left out where a relation has no row: whatever the statements of the same transaction have done to it before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyStatement } from '../../../src/base/warehouse/port.ts';
import { fixture } from './fixture.ts';

/** What a transaction does to the relation `r` before a guard looks at it, and whether that finds a row. */
const cases: Record<string, { does: (string | AnyStatement)[]; isFilled: boolean }> = {
  'made with rows': { does: ['-- One row.\ncreate temp table r as select 1 as n'], isFilled: true },
  'made empty': { does: ['create temp table r as select 1 as n where false'], isFilled: false },
  'made empty by parameters': {
    does: [{ sql: 'create temp table r as select $n as n where $n > 1', params: { n: 1 } }],
    isFilled: false,
  },
  'filled later': { does: ['create temp table r as select 1 as n where false', 'insert into r select 2'], isFilled: true },
  'filled later by parameters': {
    does: ['create temp table r as select 1 as n where false', { sql: 'insert into r select $n', params: { n: 2 } }],
    isFilled: true,
  },
  'filled by a statement that answers rows': {
    does: ['create temp table r as select 1 as n where false', 'insert into r select 2 returning n'],
    isFilled: true,
  },
  'filled by nothing': {
    does: ['create temp table r as select 1 as n where false', 'insert into r select 2 where false'],
    isFilled: false,
  },
  'filled otherwise': { does: ['create temp table r as select 1 as n where false', 'insert into "r" select 2'], isFilled: true },
  emptied: { does: ['create temp table r as select 1 as n', 'delete from r where n = 1'], isFilled: false },
  'emptied after another was': {
    does: ['create temp table r as select 1 as n', 'create temp table s as select 1 as n', 'delete from s', 'truncate r'],
    isFilled: false,
  },
  'emptied behind another statement': {
    does: ['create temp table r as select 1 as n', 'insert into r select 2;\ndelete from r'],
    isFilled: false,
  },
  'made without columns of a query': { does: ['create temp table r (n int)'], isFilled: false },
  'made beside others': {
    does: ['create temp table q (n int);\ncreate temp table r (n int);\ncreate temp table s as select 1 as n'],
    isFilled: false,
  },
  'made beside others and filled': {
    does: ['create temp table q (n int);\ncreate temp table r (n int)', 'insert into r select 1'],
    isFilled: true,
  },
  'made anew with rows': {
    does: ['create temp table r (n int)', 'create or replace temp table r as select 1 as n'],
    isFilled: true,
  },
  'made anew': { does: ['create temp table r as select 1 as n', 'create or replace temp table r (n int)'], isFilled: false },
  'made anew by another statement': {
    does: ['create temp table r as select 1 as n', 'drop table r', 'create temp table r (n int)'],
    isFilled: false,
  },
  updated: { does: ['create temp table r as select 1 as n', 'update r set n = 2'], isFilled: true },
  'a view': { does: ['create temp view r as select 1 as n'], isFilled: true },
  'a view without rows': { does: ['create temp view r as select 1 as n where false'], isFilled: false },
};

test('unless empty', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  for (const [name, { does, isFilled }] of Object.entries(cases))
    await t.test(name, async () => {
      const statements = does.map((each) => (typeof each === 'string' ? { sql: each } : each));
      const answers = await warehouse.write({ profileId }, [...statements, { sql: 'select 1 as ran', unlessEmpty: ['r'] }]);
      assert.equal(answers.at(-1)?.length ?? 0, isFilled ? 1 : 0);
    });
});

/** What makes the relation `r`, and whether a statement for at least three rows is run. */
const sizes: Record<string, { does: string[]; isRun: boolean }> = {
  fewer: { does: ['create temp table r as select unnest([1, 2]) as n'], isRun: false },
  'as many': { does: ['create temp table r as select unnest([1, 2, 3]) as n'], isRun: true },
  'as many after another statement': {
    does: ['create temp table r as select unnest([1, 2]) as n', 'insert into r select 3'],
    isRun: true,
  },
  none: { does: ['create temp table r (n int)'], isRun: false },
  'not known': {
    does: ['create temp table r as select unnest([1, 2, 3]) as n', 'delete from r where n > 5', 'insert into r select 4'],
    isRun: true,
  },
};

test('unless fewer', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  for (const [name, { does, isRun }] of Object.entries(sizes))
    await t.test(name, async () => {
      const last = { sql: 'select 1 as ran', unlessFewer: { relation: 'r', rows: 3 } };
      const answers = await warehouse.write({ profileId }, [...does.map((sql) => ({ sql })), last]);
      assert.equal(answers.at(-1)?.length ?? 0, isRun ? 1 : 0);
    });
});
