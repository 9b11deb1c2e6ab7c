// Holds the import rule itself: every rule of .dependency-cruiser.cjs reports a breach planted in a small tree of its own, and
// lets pass what is allowed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

const rules: { forbidden: { name: string; comment: string }[] } = createRequire(import.meta.url)(
  projectFile('.dependency-cruiser.cjs'),
);

/** File → what it imports. */
const allowed: Record<string, string[]> = {
  'src/base/kit/ids.ts': [],
  'src/base/state/open.ts': ['better-sqlite3'],
  'src/base/folder/lock.ts': ['better-sqlite3'],
  'src/base/warehouse/child.ts': ['@duckdb/node-api'],
  'src/providers/http/client.ts': ['node:https', '../../base/kit/ids.ts'],
  'src/account/access/index.ts': ['./keys.ts', '../../providers/http/client.ts'],
  'src/account/access/keys.ts': ['../../base/kit/ids.ts'],
  'src/collect/events/index.ts': ['../identity/index.ts', '../../account/access/index.ts'],
  'src/collect/identity/index.ts': [],
  'src/collect/events/slice.ts': ['./index.ts'],
  'src/call/index.ts': ['./pipeline.ts', '../account/access/index.ts'],
  'src/call/pipeline.ts': [],
  'src/doors/http/answer.ts': ['../../call/index.ts'],
  'src/doors/jobs/commands.ts': [],
  'src/doors/cli/program.ts': ['../jobs/commands.ts', '../http/answer.ts'],
  'src/doors/rest/door.ts': ['express', '../../collect/events/index.ts', '../../call/index.ts', '../http/answer.ts'],
  'src/slices.ts': ['./collect/events/slice.ts'],
  'src/app.ts': ['./doors/rest/door.ts', './collect/events/index.ts'],
  'src/sandbox/index.ts': ['../base/kit/ids.ts'],
  'src/service.ts': ['./app.ts', './sandbox/index.ts', './slices.ts'],
  'src/main.ts': ['./doors/cli/run.ts'],
  'src/doors/cli/run.ts': [],
  'console/main.tsx': ['./frame/app.tsx'],
  'console/frame/app.tsx': [],
};

const planted: Record<string, { rule: string; imports: string[] }> = {
  'console/frame/server.ts': { rule: 'console-knows-itself-alone', imports: ['../../src/base/kit/ids.ts'] },
  'src/doors/rest/drawing.ts': { rule: 'nobody-imports-the-console', imports: ['../../../console/main.tsx'] },
  'src/report/gossip/index.ts': { rule: 'slice-must-be-listed', imports: ['../../base/kit/ids.ts'] },
  'src/report/analytics/inside.ts': { rule: 'only-the-index-of-another-slice', imports: ['../../account/access/keys.ts'] },
  'src/doors/jobs/all-doors.ts': { rule: 'commands-load-no-app', imports: ['../../app.ts'] },
  'src/doors/rest/inside.ts': { rule: 'doors-and-roots-enter-by-the-index', imports: ['../../account/access/keys.ts'] },
  'src/report/analytics/door.ts': { rule: 'slices-know-no-door', imports: ['../../doors/rest/door.ts'] },
  'src/base/kit/business.ts': { rule: 'base-knows-no-business', imports: ['../../account/access/index.ts'] },
  'src/base/kit/outside.ts': { rule: 'base-knows-no-business', imports: ['../../providers/http/client.ts'] },
  'src/providers/stripe/business.ts': { rule: 'providers-know-base-alone', imports: ['../../account/access/index.ts'] },
  'src/sandbox/ads.ts': { rule: 'sandbox-knows-base-alone', imports: ['../providers/http/client.ts'] },
  'src/account/access/dial.ts': { rule: 'outside-only-through-providers', imports: ['node:https'] },
  'src/report/analytics/call.ts': { rule: 'slices-know-no-door', imports: ['../../call/index.ts'] },
  'src/doors/rest/handler.ts': { rule: 'operations-only-by-invoke', imports: ['../../collect/events/slice.ts'] },
  'src/doors/mcp/other.ts': { rule: 'no-door-imports-a-door', imports: ['../rest/door.ts'] },
  'src/doors/http/other.ts': { rule: 'no-door-imports-a-door', imports: ['../rest/door.ts'] },
  'src/doors/cli/other.ts': { rule: 'the-command-line-runs-jobs-alone', imports: ['../rest/door.ts'] },
  'src/call/door.ts': { rule: 'call-knows-no-door', imports: ['../doors/rest/door.ts'] },
  'src/doors/rest/past.ts': { rule: 'doors-call-by-invoke', imports: ['../../call/pipeline.ts'] },
  'seeds/door.ts': { rule: 'nobody-imports-a-door', imports: ['../src/doors/rest/door.ts'] },
  'src/account/access/sqlite.ts': { rule: 'sqlite-only-in-its-place', imports: ['better-sqlite3'] },
  'src/report/analytics/duckdb.ts': { rule: 'duckdb-only-in-its-place', imports: ['@duckdb/node-api'] },
  'src/report/analytics/http.ts': { rule: 'express-only-in-doors', imports: ['express'] },
  'src/base/kit/tested.ts': { rule: 'product-knows-no-test', imports: ['../../../test/help.ts'] },
  'test/help.ts': { rule: '', imports: [] },
  'src/base/kit/one.ts': { rule: 'no-cycle', imports: ['./two.ts'] },
  'src/base/kit/two.ts': { rule: '', imports: ['./one.ts'] },
  'src/base/kit/lost.ts': { rule: 'resolvable', imports: ['./nowhere.ts'] },
  'src/base/kit/heavy.ts': { rule: 'no-development-dependency', imports: ['fast-check'] },
};

const root = mkdtempSync(join(tmpdir(), 'tributary-imports-'));
let violations: Violation[] = [];

function plant(file: string, imports: string[]): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  const lines = imports.map((name, at) => `import * as it${at} from '${name}';\nexport const use${at} = it${at};`);
  writeFileSync(join(root, file), `${lines.join('\n')}\nexport const here = '${file}';\n`);
}

before(() => {
  symlinkSync(projectFile('node_modules'), join(root, 'node_modules'));
  for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
    copyFileSync(projectFile(file), join(root, file));
  for (const [file, imports] of Object.entries(allowed)) plant(file, imports);
  for (const [file, { imports }] of Object.entries(planted)) plant(file, imports);
  for (const { name } of rules.forbidden.filter((rule) => rule.name.startsWith('order-'))) {
    plant(`src/${name.slice('order-'.length).replace('-', '/')}/backwards.ts`, ['../../act/partner/index.ts']);
  }
  plant('src/act/partner/index.ts', []);
  const run = spawnSync(
    'depcruise',
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'console', 'seeds', 'test'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...process.env, PATH: `${projectFile('node_modules/.bin')}:${process.env['PATH']}` },
    },
  );
  assert.equal(run.stderr, '');
  violations = JSON.parse(run.stdout).summary.violations;
});

after(() => rmSync(root, { recursive: true, force: true }));

test('the import rule', async (t) => {
  for (const { name, comment } of rules.forbidden) {
    const files = name.startsWith('order-')
      ? [`src/${name.slice(6).replace('-', '/')}/backwards.ts`]
      : Object.entries(planted).flatMap(([file, { rule }]) => (rule === name ? [file] : []));

    await t.test(`${name} reports its breach and says what to do instead`, () => {
      assert.ok(files.length > 0, `no breach of ${name} is planted`);
      for (const file of files) {
        const found = violations.filter((violation) => violation.from === file).map((violation) => violation.rule.name);
        assert.ok(found.includes(name), `${file} reports ${found.join(', ') || 'nothing'}`);
      }
      assert.ok(comment.length > 40);
    });
  }

  await t.test('what is allowed passes', () => {
    assert.deepEqual(
      violations.filter((violation) => violation.from in allowed).map((violation) => `${violation.rule.name}: ${violation.from}`),
      [],
    );
  });
});

test('every slice that the rule puts in order is there', () => {
  const ordered = rules.forbidden.flatMap(({ name, comment }) =>
    name.startsWith('order-') ? [comment.split(' ')[0] ?? ''] : [],
  );
  assert.ok(ordered.length > 20);
  assert.deepEqual(
    ordered.filter((slice) => !existsSync(projectFile('src', slice))),
    [],
  );
});
