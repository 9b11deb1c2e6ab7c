// The linter's own rules find what they are for: an operation without its access fields, and an answer without an example.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { contract, type Json } from '../../src/base/contract/document.ts';
import { projectFile } from '../../src/base/kit/paths.ts';

/** The problems found in the contract after `change`, as "rule message". */
function problemsAfter(change: (operation: Json) => void): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-lint-'));
  try {
    const document = structuredClone(contract().document);
    const item = (document['paths'] as Record<string, Json>)['/api/v1/openapi.json'] as Json;
    change(item['get'] as Json);
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const redocly = projectFile('node_modules', '.bin', 'redocly');
    const run = spawnSync(redocly, ['lint', file, '--config', projectFile('redocly.yaml'), '--format', 'json'], {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    });
    const { problems } = JSON.parse(run.stdout) as { problems: { ruleId: string; message: string }[] };
    return problems.map(({ ruleId, message }) => `${ruleId} ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the contract as it stands has no problem', () => {
  assert.deepEqual(
    problemsAfter(() => undefined),
    [],
  );
});

test('each access field is demanded', () => {
  const fields = ['x-svc-scopes', 'x-svc-auth', 'x-svc-role', 'x-svc-scope-grain', 'x-svc-idempotency'];
  const problems = problemsAfter((operation) => {
    for (const field of fields) delete operation[field];
  });
  for (const field of fields)
    assert.ok(
      problems.some((problem) => problem.startsWith(`house/access-fields ${field}`)),
      field,
    );
});

test('an unknown kind of credential and a missing example are found', () => {
  const problems = problemsAfter((operation) => {
    operation['x-svc-auth'] = ['anybody'];
    const ok = (operation['responses'] as Record<string, Json>)['200'] as Json;
    delete ((ok['content'] as Json)['application/json'] as Json)['example'];
  });
  assert.ok(problems.some((problem) => problem.startsWith('house/access-fields x-svc-auth')));
  assert.ok(problems.some((problem) => problem.startsWith('house/success-example')));
});
