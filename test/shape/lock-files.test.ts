// The lock files: every package has its checksum, also those of other platforms, and none runs a script when it is installed by hand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ integrity: z.string().optional(), link: z.boolean().optional(), hasInstallScript: z.boolean().optional() }),
  ),
});
const packageFile = z.looseObject({ allowScripts: z.record(z.string(), z.boolean()), scarfSettings: z.unknown() });

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const packagesOf = (path: string) => Object.entries(lockFile.parse(read(path)).packages).filter(([place]) => place !== '');

test('every package of a lock file has a checksum', () => {
  for (const path of ['package-lock.json', 'test/clickhouse/package-lock.json']) {
    const packages = packagesOf(path);
    assert.ok(packages.length > 0);
    const bare = packages.filter(([, { integrity, link }]) => link !== true && integrity === undefined).map(([place]) => place);
    // npm leaves out those of other platforms: remove their entries, then `npm install --package-lock-only`.
    assert.deepEqual(bare, [], path);
  }
});

test('no package runs a script when it is installed', () => {
  const { allowScripts, scarfSettings } = packageFile.parse(read('package.json'));
  const withScript = packagesOf('package-lock.json').flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript === true ? [place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  );
  const denied = Object.keys(allowScripts).filter((name) => allowScripts[name] === false);
  assert.deepEqual(denied.sort(), [...new Set(withScript)].sort());
  // Before npm 11.16, which knows no `allowScripts`, this one asks for permission.
  assert.deepEqual(scarfSettings, { enabled: false });
});
