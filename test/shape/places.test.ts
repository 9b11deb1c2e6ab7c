// `bin/where.ts` leads from every operation to its contract, handler, statements and test.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { operationIds, placesOf } from '../../bin/operation-places.ts';
import { projectFile } from '../../src/base/kit/paths.ts';

/** Operations that read no store. */
const WITHOUT_STATEMENTS = [
  'getImportFields',
  'listWebhookEventTypes',
  'getOpenApi',
  'listBoardTemplates',
  'listReportTemplates',
];

test('every operation has its places', () => {
  const ids = operationIds();
  assert.ok(ids.length > 100);
  const places = ids.map((id) => ({ id, ...placesOf(id) }));
  for (const { id, contract, handler, test: tested } of places) {
    assert.ok(
      contract && handler && tested,
      `${id}: ${contract ?? 'no contract'}, ${handler ?? 'no handler'}, ${tested ?? 'no test'}`,
    );
  }
  const without = places.filter(({ statements }) => statements.length === 0).map(({ id }) => id);
  assert.deepEqual(without, WITHOUT_STATEMENTS, 'an operation runs statements, or is listed here as one that reads no store');
});

test('the lineage of a report ends at the tables', () => {
  const printed = execFileSync(process.execPath, [projectFile('bin', 'where.ts'), 'getAttribution'], { encoding: 'utf8' });
  assert.match(printed, /^statement {2}sql\/warehouse\/report\/analytics\/attribution_get\.sql$/m);
  assert.match(printed, /^ {2}chosen_spend {2}sql\/warehouse\/report\/money\/chosen_spend\.sql\n {4}placed_spend /m);
  assert.match(printed, /^ +credit {2}\(table\)$/m);
});
