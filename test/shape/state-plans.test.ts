// No statement of state reads all of a profile's people to answer about some: a plan that was right for ten customers takes
// seconds for a million, and nothing else tells.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/base/kit/clock.ts';
import { openState } from '../../src/base/state/open-state.ts';
import { readStatements } from '../../src/base/state/statements.ts';
import { temporaryFolder, testConfig } from '../base/folder.ts';

/** Tables that grow with a profile's people. */
const GROWING = new Set([
  'customers',
  'identifiers',
  'identifier_claims',
  'browsers',
  'search_values',
  'merge_edges',
  'proposals',
  'proposal_evidence',
  'merges',
]);
/** Read a whole profile, and must; or no more than its first row. */
const WHOLE = [
  /_purge$/,
  /^collect\/identity\/(customers_count|repairs_list|repairs_count|repairable_claims|identifier_claims_any|quality_get)$/,
  /^collect\/identity\/(proposals_list|proposals_count|proposals_erase|proposal_evidence_erase)$/,
];

test('every statement of state finds the people it asks for by an index', (t) => {
  const state = openState(testConfig(temporaryFolder(t)), systemClock);
  t.after(() => state.close());
  const statements = [...readStatements().values()].filter(({ name }) => !WHOLE.some((whole) => whole.test(name)));
  let plans = 0;
  for (const { place, text: sql } of statements) {
    const tables = new Map(
      [...sql.matchAll(/\b(?:from|join|update|into)\s+(\w+)(?:\s+as\s+(\w+))?/gi)].map(([, name, as]) => [as ?? name, name]),
    );
    const params = Object.fromEntries([...sql.matchAll(/\$(\w+)/g)].map(([, name]) => [name, null]));
    const plan = state.db.prepare(`explain query plan ${sql}`).all(params) as { detail: string }[];
    plans += plan.length > 0 ? 1 : 0;
    for (const { detail } of plan) {
      const [, verb, alias] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
      if (alias === undefined || !GROWING.has(tables.get(alias) ?? '')) continue;
      assert.ok(verb === 'SEARCH' && !detail.endsWith('(profile_id=?)'), `${place} reads a whole profile: ${detail}`);
    }
  }
  assert.ok(plans > 100, `${plans} plans were read`);
});
