// Files beside the stores: the sandbox, the clock of a demo and pictures of ads. What is lost of them is named by status, /readyz, backup and the
// log; what is in memory or in state is written again, and the rest is not made up.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connectDemo, readDemo } from '../../../src/act/connections/sandbox/demo-connection.ts';
import { CLOCK_FILE, isOfFolder } from '../../../src/base/folder/clock.ts';
import { lookAtStores } from '../../../src/base/folder/watch.ts';
import { systemClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { shortLivedFile } from '../../../src/base/short-lived/open-short-lived.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import type { Status } from '../../../src/doors/jobs/status.ts';
import { sandboxOf, stopSandbox } from '../../../src/sandbox/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { temporaryFolder, testConfig } from '../folder.ts';

const NOW = '2026-11-24T12:00:00Z';
const DAY_MS = 86_400_000;

const statusOf = async ({ base }: Pick<TestApp, 'base'>, args = {}): Promise<Status> =>
  (await commands.status(base, args, () => undefined)) as unknown as Status;

/** Whatever else is said of a shop without a service. */
const requireWell = ({ problems }: Status): void => assert.deepEqual(problems, []);

const flip = (file: string, at: number): void => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] as number) ^ 0x01;
  writeFileSync(file, bytes);
};

test('the clock of a demo outlives its file', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const opened = () => openBase(testConfig(dataDir), { warehouseStarts: 'when asked' });
  const file = join(dataDir, CLOCK_FILE);
  const first = await opened();
  assert.ok(isOfFolder(first.clock));
  first.clock.advance(3 * DAY_MS);
  cpSync(file, `${file}.older`);
  first.clock.advance(4 * DAY_MS);
  await closeBase(first);
  const damages: [RegExp, () => void][] = [
    [/^Found at .*: clock\.json was missing: it was written again/, () => rmSync(file)],
    [/was damaged/, () => flip(file, 13)],
    [/was damaged/, () => truncateSync(file, 5)],
    [/was replaced by an older copy/, () => cpSync(`${file}.older`, file)],
  ];
  for (const [words, damage] of damages) {
    damage();
    const base = await opened();
    t.after(() => closeBase(base));
    assert.ok(base.clock.now() - systemClock.now() > 7 * DAY_MS - 60_000, 'time does not go backwards');
    const { problems } = await statusOf({ base });
    assert.match(problems[0]?.what ?? '', words);
    requireWell(await statusOf({ base }, { accept_losses: true }));
    rmSync(file);
    assert.match(lookAtStores(base)[0]?.what ?? '', /clock\.json was missing while the service ran, which wrote it again/);
    assert.ok(existsSync(file));
    await statusOf({ base }, { accept_losses: true });
    await closeBase(base);
  }
});

test('a damaged file of short-lived values is named until an operator has read it', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const opened = () => openBase(testConfig(dataDir), { warehouseStarts: 'when asked' });
  await closeBase(await opened());
  flip(shortLivedFile(dataDir), 3);
  const base = await opened();
  t.after(() => closeBase(base));
  const { problems } = await statusOf({ base });
  assert.match(problems[0]?.what ?? '', /^Found at .*: short-lived\.sqlite was damaged and is replaced by an empty one/);
  requireWell(await statusOf({ base }, { accept_losses: true }));
});

test('the sandbox and pictures of ads', async (t) => {
  const folder = temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const app = await startTestApp({ at: NOW, dataDir });
  t.after(async () => {
    await stopSandbox(app.base);
    await app.close();
  });
  await connectDemo(app.base, app.profileId);
  const { base, profileId } = app;
  const sandbox = join(dataDir, 'sandbox.json');
  const pictures = join(dataDir, 'profiles', profileId, 'pictures');
  requireWell(await statusOf(app));
  cpSync(sandbox, join(folder, 'sandbox-older.json'));
  (await sandboxOf(base)).advance(1_000);
  const right = readFileSync(sandbox);
  const named = async (t: TestContext, words: RegExp): Promise<void> => {
    const { is_well, problems } = await statusOf(app);
    assert.match(problems[0]?.what ?? '', words);
    assert.equal(is_well, false);
    const ready = (await (await fetch(`${app.baseUrl}/readyz`)).json()) as { problems: unknown[] };
    assert.equal(ready.problems.length, 1);
    const { warnings } = await commands.backup(base, { dest: join(temporaryFolder(t), 'copy') }, () => undefined);
    assert.match(JSON.stringify(warnings), words);
  };

  await t.test('while the sandbox runs, its file is written again', async (t) => {
    rmSync(sandbox);
    await named(t, /sandbox\.json was missing while the service ran, which wrote it again: nothing is lost/);
    requireWell(await statusOf(app, { accept_losses: true }));
    assert.ok(existsSync(sandbox));
  });

  await stopSandbox(base);
  const damages: [RegExp, () => void][] = [
    [/sandbox\.json was missing/, () => rmSync(sandbox)],
    [/sandbox\.json was damaged/, () => flip(sandbox, 400)],
    [/sandbox\.json was replaced by an older copy/, () => cpSync(join(folder, 'sandbox-older.json'), sandbox)],
  ];
  for (const [words, damage] of damages)
    await t.test(`at rest: ${words.source}`, async (t) => {
      const whole = readFileSync(sandbox);
      damage();
      await named(t, words);
      await assert.rejects(sandboxOf(base), words, 'no other sandbox takes its place');
      writeFileSync(sandbox, whole);
      requireWell(await statusOf(app));
    });
  await t.test('a person may go on without it', async () => {
    rmSync(sandbox);
    assert.equal(
      (await statusOf(app, { accept_losses: true })).problems.some(({ what }) => what.includes('sandbox.json')),
      false,
    );
    await sandboxOf(base);
    await stopSandbox(base);
    writeFileSync(sandbox, right);
  });

  await t.test('pictures that are gone or damaged are named, not shown, and found again when they are put back', async (t) => {
    const [one = '', two = '', three = ''] = readdirSync(pictures).sort();
    const bytes = new Map([one, two, three].map((name) => [name, readFileSync(join(pictures, name))]));
    const known = base.state.statement('act/connections/picture_get');
    rmSync(join(pictures, one));
    flip(join(pictures, two), 100);
    truncateSync(join(pictures, three), 20);
    await named(t, /3 pictures of ads of profile .* are missing or damaged/);
    for (const name of bytes.keys()) assert.equal(known.get({ picture_id: name }), undefined);
    for (const [name, content] of bytes) writeFileSync(join(pictures, name), content);
    requireWell(await statusOf(app));
    for (const name of bytes.keys()) assert.ok(known.get({ picture_id: name }));
  });

  await t.test('the next reading of the account copies what the platform still shows', async () => {
    rmSync(pictures, { recursive: true });
    assert.equal((await statusOf(app)).is_well, false);
    await readDemo(base, profileId);
    assert.equal(readdirSync(pictures).length, 18);
    requireWell(await statusOf(app));
  });
});
