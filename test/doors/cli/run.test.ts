// What `bin/run` installs, and when: with an npm that only writes down what it was asked for, in a folder of its own. What a service runs on stays
// as it is until the new packages are complete.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { until } from '../../until.ts';
import { folder } from './cli.ts';

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Its packages are a file with the lock file's text. Where WAITS is set, it goes on when the file of that name is gone. */
const NPM = `#!/bin/sh
echo "$*" >> "$LOG"
rm -rf node_modules
mkdir node_modules
while [ -n "$WAITS" ] && [ -e "$WAITS" ]; do sleep 0.05; done
[ "$BROKEN" != yes ] || exit 1
cat package-lock.json > node_modules/packages
`;

interface Started {
  ended: Promise<Ran>;
  /** Ends it and everything that it has started, without warning. */
  kill: () => void;
}

interface Clone {
  root: string;
  lock: (text: string) => void;
  calls: () => string[];
  run: (args: string[], env?: Record<string, string>) => Promise<Ran>;
  start: (args: string[], env?: Record<string, string>) => Started;
  /** What a service would load. */
  packages: () => string | undefined;
  /** The lock file of what is installed. */
  installed: () => string | undefined;
  /** What is in the folder beside what is to be there. */
  litter: () => string[];
}

function cloneOf(t: TestContext, name: string): Clone {
  const root = folder(t, name);
  for (const part of ['bin', 'programs']) mkdirSync(join(root, part), { recursive: true });
  copyFileSync(projectFile('bin', 'run'), join(root, 'bin', 'run'));
  writeFileSync(join(root, 'programs', 'npm'), NPM, { mode: 0o755 });
  writeFileSync(join(root, 'package.json'), '{}');
  chmodSync(join(root, 'bin', 'run'), 0o755);
  const log = join(root, 'log');
  const text = (...path: string[]): string | undefined =>
    existsSync(join(root, ...path)) ? readFileSync(join(root, ...path), 'utf8') : undefined;
  const start: Clone['start'] = (args, env = {}) => {
    const PATH = [join(root, 'programs'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
    const options = { env: { PATH, LOG: log, ...env }, detached: true };
    const child = spawn(join(root, 'bin', 'run'), args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = (): void => void process.kill(-(child.pid as number), 'SIGKILL');
    t.after(() => child.exitCode ?? child.signalCode ?? kill());
    const ended = Promise.all([once(child, 'close'), textOf(child.stdout), textOf(child.stderr)]);
    return { ended: ended.then(([[code], stdout, stderr]) => ({ code, stdout, stderr })), kill };
  };
  return {
    root,
    lock: (content) => writeFileSync(join(root, 'package-lock.json'), content),
    calls: () => text('log')?.trim().split('\n') ?? [],
    run: (args, env) => start(args, env).ended,
    start,
    packages: () => text('node_modules', 'packages'),
    installed: () => text('node_modules', '.installed-runtime') ?? text('node_modules', '.installed'),
    litter: () => readdirSync(root).filter((each) => each.startsWith('.runtime-')),
  };
}

test('bin/run', async (t) => {
  const { root, lock, calls, run, litter } = cloneOf(t, 'clone');
  lock('first');

  await t.test('a failed installation is said and tried again', async () => {
    const failed = await run(['--runtime', 'echo', 'ran'], { BROKEN: 'yes' });
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /npm ci failed/);
    assert.equal(failed.stdout, '');
    assert.deepEqual(litter(), []);
    rmSync(join(root, 'log'));
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

test('bin/run under a service', async (t) => {
  const { root, lock, calls, run, start, packages, installed, litter } = cloneOf(t, 'serving');
  const gate = join(root, 'gate');
  const open = (): void => rmSync(gate);
  /** Begins an installation, which waits at the gate. */
  const begin = async (env: Record<string, string> = {}): Promise<Started> => {
    writeFileSync(gate, '');
    const before = calls().length;
    const started = start(['--runtime', 'echo', 'ran'], { WAITS: gate, ...env });
    await until(() => calls().length > before, 'npm is called');
    return started;
  };
  const requireAll = (text: string): void => assert.deepEqual([packages(), installed(), litter()], [text, text, []]);
  lock('first');
  await run(['--runtime', 'true']);
  requireAll('first');

  await t.test('the packages stay until the new ones are complete', async () => {
    lock('second');
    const { ended } = await begin();
    assert.deepEqual([packages(), installed()], ['first', 'first']);
    open();
    assert.equal((await ended).stdout, 'ran\n');
    requireAll('second');
  });
  await t.test('a failed installation leaves them', async () => {
    lock('third');
    const { ended } = await begin({ BROKEN: 'yes' });
    open();
    assert.equal((await ended).code, 1);
    requireAll('second');
  });
  await t.test('so does one that is killed, whose rest the next one removes', async () => {
    const { kill, ended } = await begin();
    kill();
    await ended;
    assert.deepEqual([packages(), installed()], ['second', 'second']);
    assert.ok(litter().length > 0);
    await run(['--runtime', 'true']);
    requireAll('third');
  });
  await t.test('one that is killed between the two renames is gone back on', async () => {
    for (const text of ['third', 'fourth']) {
      lock(text);
      renameSync(join(root, 'node_modules'), join(root, '.runtime-replaced'));
      const before = calls().length;
      await run(['--runtime', 'true']);
      assert.equal(calls().length - before, text === 'third' ? 0 : 1);
      requireAll(text);
    }
  });
  await t.test('of two at once one installs, and both run', async () => {
    lock('fifth');
    const before = calls().length;
    const one = await begin();
    const other = start(['--runtime', 'echo', 'ran']);
    open();
    assert.deepEqual([(await one.ended).stdout, (await other.ended).stdout], ['ran\n', 'ran\n']);
    assert.equal(calls().length, before + 1);
    requireAll('fifth');
  });
});
