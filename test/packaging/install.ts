// npm run test:install: the packed package installed by npm in an empty home, with the packages that npm fetches for it, and started there. It needs the
// npm registry, and is no part of `npm test`, where test/packaging/package.test.ts lays the files out itself.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';

test('the package in an empty home', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tributary-install-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  mkdirSync(home);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', root], { cwd: projectFile(), stdio: 'ignore' });
  const [file = ''] = readdirSync(root).filter((name) => name.endsWith('.tgz'));
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, TRIBUTARY_BALLAST_MB: '0', TRIBUTARY_LOG_LEVEL: 'silent' };
  // Where this machine gets packages from, by its settings of npm or of a proxy; the home is empty.
  const reach = Object.entries(process.env).filter(([name]) =>
    /^(?:npm_config_(?:registry|cafile)|https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name),
  );
  const own = join(homedir(), '.npmrc');
  const settings = existsSync(own) ? { npm_config_userconfig: own } : {};
  const npm = { ...env, ...Object.fromEntries(reach), ...settings };
  execFileSync('npm', ['install', '--silent', '--prefix', home, join(root, file)], { env: npm });
  const program = join(home, 'node_modules', '.bin', 'tributary');
  const run = (...args: string[]): string => execFileSync(program, args, { env }).toString();

  await t.test('says its version and commit', () => {
    const { version, commit } = JSON.parse(run('version', '--json')) as { version: string; commit: string };
    assert.ok(file.includes(version));
    assert.match(commit, /^[0-9a-f]{40}$/);
  });
  await t.test('makes an installation and serves it', async () => {
    const owner = '--email ada@example.com --workspace Mill --profile Shop --currency EUR --timezone UTC'.split(' ');
    assert.match(run('init', ...owner), /api_key: svc_live_/);
    const child = spawn(program, ['serve', '--port', '0', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const { address } = JSON.parse(line.toString()) as { address: string };
      for (const path of ['/', '/docs', '/api/v1/openapi.json', '/readyz'])
        assert.equal((await fetch(address + path)).status, 200, path);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    assert.match(run('status'), /version /);
  });
});
