// npm run test:install: the packed package installed by npm in an empty home, with the packages that npm fetches for it, and started there. It needs the
// npm registry, and is no part of `npm test`, where test/packaging/package.test.ts lays the files out itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyHome, pack } from './home.ts';

test('the package in an empty home', async (t) => {
  const home = emptyHome(t);
  const file = pack(home.root);
  home.install(file);

  await t.test('says its version and commit', () => {
    const { version, commit } = JSON.parse(home.run('version', '--json')) as { version: string; commit: string };
    assert.ok(file.includes(version));
    assert.match(commit, /^[0-9a-f]{40}$/);
  });
  await t.test('makes an installation and serves it', async () => {
    const owner = '--email ada@example.com --workspace Mill --profile Shop --currency EUR --timezone UTC'.split(' ');
    assert.match(home.run('init', ...owner), /api_key: svc_live_/);
    await home.serve(async (address) => {
      for (const path of ['/', '/docs', '/api/v1/openapi.json', '/readyz'])
        assert.equal((await fetch(address + path)).status, 200, path);
    });
    assert.match(home.run('status'), /version /);
  });
});
