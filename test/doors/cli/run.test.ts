// What `bin/run` installs, and when: with an npm that only writes down what it was asked for, in a folder of its own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { folder } from './cli.ts';

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

const NPM = `#!/bin/sh
echo "$*" >> "$LOG"
rm -rf node_modules
[ "$BROKEN" != yes ] || exit 1
mkdir node_modules
`;

test('bin/run', async (t) => {
  const root = folder(t, 'clone');
  for (const part of ['bin', 'programs']) mkdirSync(join(root, part), { recursive: true });
  copyFileSync(projectFile('bin', 'run'), join(root, 'bin', 'run'));
  writeFileSync(join(root, 'programs', 'npm'), NPM, { mode: 0o755 });
  chmodSync(join(root, 'bin', 'run'), 0o755);
  const log = join(root, 'log');
  const lock = (text: string): void => writeFileSync(join(root, 'package-lock.json'), text);
  const calls = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  const run = (args: string[], env: Record<string, string> = {}): Promise<Ran> => {
    const PATH = [join(root, 'programs'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
    return new Promise((done) =>
      execFile(join(root, 'bin', 'run'), args, { env: { PATH, LOG: log, ...env } }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, stdout, stderr }),
      ),
    );
  };
  lock('first');

  await t.test('a failed installation is said and tried again', async () => {
    const failed = await run(['--runtime', 'echo', 'ran'], { BROKEN: 'yes' });
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /npm ci failed/);
    assert.equal(failed.stdout, '');
    rmSync(log);
  });
  await t.test('a command of the service installs what the service needs, once', async () => {
    const first = await run(['--runtime', 'echo', 'ran']);
    assert.equal(first.stdout, 'ran\n', first.stderr);
    assert.match(first.stderr, /installed after \d+ s/);
    assert.equal((await run(['--runtime', 'echo', 'ran'])).stderr, '');
    assert.equal(calls().length, 1);
    assert.match(calls()[0] ?? '', /^ci --omit=dev /);
  });
  await t.test('a check installs the rest, once, and the service needs nothing after that', async () => {
    await run(['echo', 'ran']);
    await run(['echo', 'ran']);
    await run(['--runtime', 'echo', 'ran']);
    assert.equal(calls().length, 2);
    assert.doesNotMatch(calls()[1] ?? '', /omit/);
  });
  await t.test('another lock file is installed again', async () => {
    lock('second');
    await run(['--runtime', 'echo', 'ran']);
    assert.equal(calls().length, 3);
  });
  await t.test('what npm installed itself has no lock file and is left alone', async () => {
    rmSync(join(root, 'package-lock.json'));
    assert.equal((await run(['--runtime', 'echo', 'ran'])).stdout, 'ran\n');
    assert.equal(calls().length, 3);
  });
});
