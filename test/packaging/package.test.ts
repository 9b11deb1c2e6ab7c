// What `npm pack` makes, as npm lays it out: below node_modules, where Node strips no types, and with nothing but what was packed.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';

/** The packed files beside the packages of this clone, as an installation has them. */
function installed(t: TestContext): { folder: string; files: string[] } {
  const root = mkdtempSync(join(tmpdir(), 'tributary-packed-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const json = execFileSync('npm', ['pack', '--json', '--pack-destination', root], {
    cwd: projectFile(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const text = json.toString();
  const [packed] = JSON.parse(text.slice(text.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
  const packages = join(root, 'node_modules');
  const folder = join(packages, 'tributary');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', join(root, packed.filename), '-C', folder, '--strip-components=1']);
  for (const name of readdirSync(projectFile('node_modules')).filter((each) => !each.startsWith('.')))
    symlinkSync(projectFile('node_modules', name), join(packages, name));
  return { folder, files: packed.files.map(({ path }) => path) };
}

test('npm pack', async (t) => {
  const { folder, files } = installed(t);
  const home = join(folder, '..', '..', 'home');
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, TRIBUTARY_BALLAST_MB: '0', TRIBUTARY_LOG_LEVEL: 'silent' };
  const program = join(folder, 'bin', 'tributary');
  const run = (...args: string[]): string => execFileSync(program, args, { env }).toString();

  await t.test('packs no sources with types, no tests and nothing of a data folder', () => {
    for (const path of files) {
      assert.doesNotMatch(path, /\.ts$|\.gen\.js$|contract\.yaml$|^test\/|^src\/|^warehouse\/data|\.sqlite|master\.key/, path);
    }
    for (const path of [
      'LICENSE',
      'README.md',
      'bin/run',
      'bin/tributary',
      'samples/events.csv',
      'dist/openapi.json',
      'dist/console/dist/manifest.json',
    ])
      assert.ok(files.includes(path), path);
  });
  await t.test('its commands run, and keep data where a user’s programs keep theirs', () => {
    assert.match(run('--help'), /Self-hosted marketing attribution/);
    const owner = [
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
    assert.match(run('init', ...owner), /api_key: svc_live_/);
    assert.ok(existsSync(join(home, '.local', 'share', 'tributary', 'state.sqlite')));
    const loaded = JSON.parse(run('backfill', 'events', join(folder, 'samples', 'events.csv'), '--json')) as {
      accepted: number;
    };
    assert.equal(loaded.accepted, 6);
    assert.match(run('backfill', 'spend', '--template'), /^platform,/);
  });
  await t.test('its service serves the console, the reference and a tracker', async () => {
    const child = spawn(program, ['serve', '--port', '0', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const { address } = JSON.parse(line.toString()) as { address: string };
      for (const path of ['/', '/docs', '/docs/errors', '/api/v1/openapi.json', '/readyz'])
        assert.equal((await fetch(address + path)).status, 200, path);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
});
