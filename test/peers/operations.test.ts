// The inventory of operations beside that of the interface specification: each line of the specification asks of its caller what it says there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { operationsFile } from '../../bin/operations-table.ts';
import { publicFile } from './public-data.ts';

/** What this service asks otherwise, by "METHOD path": less than the specification, or a key that it leaves out. */
const OTHERWISE: Record<string, string> = {
  'POST /workspaces/{workspaceId}/snapshots': 'takes an Idempotency-Key',
  'POST /profile/notes': 'a creative strategist (creatives:write) writes notes, too',
  'DELETE /profile/notes/{id}': 'a creative strategist (creatives:write) deletes them',
};

/** Scope, credentials, role, grain and idempotency, by "METHOD path". */
const columnsOf = (text: string): Map<string, string[]> =>
  new Map(
    text
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .slice(1)
      .map((line) => {
        const [method, path, , ...columns] = line.split('\t');
        return [`${method} ${path}`, columns];
      }),
  );

test('each operation of the specification asks what it says there', () => {
  const specified = columnsOf(readFileSync(publicFile('..', 'spec', 'operations.tsv'), 'utf8'));
  const ours = columnsOf(readFileSync(operationsFile, 'utf8'));
  assert.ok(specified.size > 250, `${specified.size} operations in the specification`);
  for (const [name, columns] of specified) if (!(name in OTHERWISE)) assert.deepEqual(ours.get(name), columns, name);
  for (const name of Object.keys(OTHERWISE))
    assert.notDeepEqual(ours.get(name), specified.get(name), `${name} is no exception any more`);
});
