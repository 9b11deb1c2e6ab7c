// What `bin/run` generates in a clone: openapi.json, from the contract's pieces, before the command runs. The clone has the files of this one
// without those that are generated, and its packages.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { projectFile } from '../../src/base/kit/paths.ts';

const PARTS = ['bin', 'console', 'seeds', 'sql', 'src', 'warehouse/schema', 'openapi.yaml', 'package.json', 'package-lock.json'];
const PIECE = 'src/report/analytics/contract.yaml';

function cloneOf(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'tributary-clone-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const part of PARTS)
    cpSync(projectFile(part), join(root, part), { recursive: true, filter: (path) => !/\.gen\.ts$|console\/dist/.test(path) });
  symlinkSync(projectFile('node_modules'), join(root, 'node_modules'));
  return root;
}

const { PATH = '' } = process.env;

test('bin/run generates openapi.json', async (t) => {
  const root = cloneOf(t);
  const served = join(root, 'openapi.json');
  const env = { PATH, HOME: root, TRIBUTARY_DATA: join(root, 'data'), TRIBUTARY_BALLAST_MB: '0', TRIBUTARY_LOG_LEVEL: 'silent' };
  const launch = (name: string, args: string[]): Promise<{ code: number; stderr: string }> =>
    new Promise((done) =>
      execFile(join(root, 'bin', name), args, { env }, (error, _, stderr) =>
        done({ code: error ? Number(error.code) : 0, stderr }),
      ),
    );
  const run = (...args: string[]) => launch('run', ['--runtime', ...args]);
  const tributary = (...args: string[]) => launch('tributary', args);
  const hasPath = async (path: string): Promise<boolean> => {
    const { code, stderr } = await run('true');
    assert.equal(code, 0, stderr);
    return Object.hasOwn(JSON.parse(readFileSync(served, 'utf8')).paths, path);
  };

  await t.test('in a clean clone, with two commands at once', async () => {
    assert.ok(!existsSync(served));
    for (const { code, stderr } of await Promise.all([run('test', '-f', served), run('test', '-f', served)]))
      assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(readFileSync(served, 'utf8')), parse(readFileSync(projectFile('openapi.yaml'), 'utf8')));
  });
  await t.test('once: a second command writes nothing', async () => {
    const before = statSync(served);
    assert.deepEqual(await run('true'), { code: 0, stderr: '' });
    const { mtimeMs, ino } = statSync(served);
    assert.deepEqual({ mtimeMs, ino }, { mtimeMs: before.mtimeMs, ino: before.ino });
  });
  await t.test('again for a changed piece, whatever its time says, and the service answers it', async () => {
    const piece = join(root, PIECE);
    const { atime, mtime } = statSync(piece);
    const text = readFileSync(piece, 'utf8');
    writeFileSync(piece, text.replace(/^( +summary: ).*$/m, '$1A changed summary.'));
    utimesSync(piece, atime, mtime);
    const initial = [
      '--email',
      'ada@example.com',
      '--workspace',
      'Mill',
      '--profile',
      'Shop',
      '--currency',
      'EUR',
      '--timezone',
      'UTC',
    ];
    execFileSync(join(root, 'bin', 'tributary'), ['init', ...initial], { env });
    const child = spawn(join(root, 'bin', 'tributary'), ['serve', '--port', '0', '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const { address } = JSON.parse(line.toString()) as { address: string };
      assert.match(await (await fetch(`${address}/api/v1/openapi.json`)).text(), /"summary":"A changed summary\."/);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
  await t.test('and builds the console: again for a changed source, none from a broken one, which stops no command', async () => {
    const manifest = join(root, 'console', 'dist', 'manifest.json');
    const scriptOf = (): string => JSON.parse(readFileSync(manifest, 'utf8')).script;
    const main = join(root, 'console', 'main.tsx');
    const text = readFileSync(main, 'utf8');
    const first = scriptOf();
    writeFileSync(main, `${text}\ndocument.title = 'changed';\n`);
    assert.equal((await run('true')).code, 0);
    assert.notEqual(scriptOf(), first);
    writeFileSync(main, `${text}\n}`);
    const { code, stderr } = await run('true');
    assert.deepEqual([code, existsSync(manifest)], [0, false]);
    assert.match(stderr, /console\/main\.tsx[\s\S]*the console was not built/);
    writeFileSync(main, text);
    assert.deepEqual(await run('true'), { code: 0, stderr: '' });
    assert.equal(scriptOf(), first);
  });
  await t.test('and builds the program: again for a changed source; without a build the sources run', async () => {
    const main = join(root, 'src', 'main.ts');
    const text = readFileSync(main, 'utf8');
    const programs = (): string[] => readdirSync(join(root, '.runtime')).filter((name) => name.startsWith('program-'));
    const [first] = programs();
    writeFileSync(main, `${text}\nconsole.error(import.meta.filename.includes('src'));\n`);
    assert.deepEqual(await tributary('--version'), { code: 0, stderr: 'true\n' });
    assert.equal(programs().length, 2);
    writeFileSync(main, text);
    assert.deepEqual(await tributary('--version'), { code: 0, stderr: '' });
    assert.equal(programs().length, 2, `${first} is used again`);
    const builder = join(root, 'bin', 'program', 'main.ts');
    const whole = readFileSync(builder, 'utf8');
    writeFileSync(builder, "throw new Error('no room');\n");
    const { code, stderr } = await tributary('--version');
    assert.equal(code, 0);
    assert.match(stderr, /no room[\s\S]*the program was not built, so it starts more slowly/);
    writeFileSync(builder, whole);
    assert.deepEqual(await run('true'), { code: 0, stderr: '' });
  });
  await t.test('again for a piece that is added or removed', async () => {
    const folder = join(root, 'src', 'report', 'added');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'contract.yaml'),
      'paths:\n  /api/v1/added:\n    get: { operationId: getAdded, summary: Added, tags: [Added], x-svc-effect: read, responses: { "204": { description: Nothing. } } }\n',
    );
    assert.equal(await hasPath('/api/v1/added'), true);
    rmSync(folder, { recursive: true });
    assert.equal(await hasPath('/api/v1/added'), false);
  });
  await t.test('never from a broken piece: the command is refused with its name, and the last file stays', async () => {
    const before = readFileSync(served, 'utf8');
    appendFileSync(join(root, PIECE), 'surprise: {}\n');
    for (const attempt of [1, 2]) {
      const { code, stderr } = await run('true');
      assert.equal(code, 1, `attempt ${attempt}`);
      assert.match(
        stderr,
        /src\/report\/analytics\/contract\.yaml: only paths, webhooks and components belong here, found surprise/,
      );
    }
    assert.equal(readFileSync(served, 'utf8'), before);
    assert.deepEqual(
      readdirSync(root).filter((name) => name.startsWith('openapi')),
      ['openapi.json', 'openapi.yaml'],
    );
  });
});
