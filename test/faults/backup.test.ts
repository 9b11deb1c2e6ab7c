// Backups are taken while events come in and replays run, and restored on an empty folder: each holds everything acknowledged
// before it began, its figures are those of what it holds, and nothing of it is half.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../base/folder.ts';
import { seededRandom } from '../base/random.ts';
import { letPass } from '../until.ts';
import { call, checkSums, type Figures, figures, type Stored, sameTables, settled, stored } from './tools/figures.ts';
import { Load } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { command, type Installed, install, startService } from './tools/service.ts';

const BACKUPS = rounds(2);

interface Restored {
  found: Figures;
  kept: Stored;
}

async function restoreAndServe(t: TestContext, installed: Installed, backup: string): Promise<Restored> {
  const copy: Installed = { ...installed, dataDir: join(temporaryFolder(t), 'restored') };
  const masterKey = readFileSync(join(installed.dataDir, 'master.key'), 'utf8').trim();
  await command(t, ['restore', backup, '--data', copy.dataDir], { MASTER_KEY: masterKey });
  const service = await startService(t, copy.dataDir);
  await settled(service, copy);
  const found = await figures(service, copy);
  assert.equal((await service.terminate()).code, 0);
  return { found, kept: await stored(copy) };
}

test('a backup under load, restored on an empty folder', async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const service = await startService(t, installed.dataDir);
  const load = new Load(t, installed, random);
  const folder = temporaryFolder(t);
  load.address = service.address;
  await load.fill(5);
  load.start();
  const backUp = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await command(t, ['backup', path, '--data', installed.dataDir]);
    return path;
  };
  let missing = 0;
  let differing = 0;
  for (let n = 0; n < BACKUPS; n += 1) {
    await letPass(500 + random(1_500));
    await call(service, installed, '/profile/recompute', 'POST');
    await letPass(random(300));
    const before = load.acknowledged.map(({ name }) => name);
    const path = await backUp(`backup-${n}`);
    const { found, kept } = await restoreAndServe(t, installed, path);
    missing += before.filter((name) => !kept.facts.has(name) || !kept.events.has(name)).length;
    // Of what came while it was copied some is in it: its figures must be those of exactly that. Every post is soon answered.
    await load.flush();
    await letPass(500);
    const waiting = load.acknowledged.filter(({ name }) => kept.facts.has(name));
    try {
      assert.equal(waiting.length, kept.facts.size, 'every fact of the backup is known to the client');
      checkSums(found, waiting);
    } catch (error) {
      differing += 1;
      t.diagnostic(String(error));
    }
  }
  // Under load that adds nothing, the copy must equal the original to the last row.
  load.onlyRepeats = true;
  await letPass(1_000);
  await load.flush();
  await settled(service, installed);
  const original = await figures(service, installed);
  const last = await restoreAndServe(t, installed, await backUp('last'));
  await load.stop();
  await load.flush();
  assert.equal((await service.terminate()).code, 0);
  let isIdentical = true;
  try {
    assert.deepEqual(last.found, original);
    sameTables(await stored(installed), last.kept);
  } catch (error) {
    isIdentical = false;
    t.diagnostic(String(error).slice(0, 2_000));
  }
  tell(t, {
    name: 'backup under load',
    figure: `${BACKUPS + 1} restored: ${missing} events missing, figures ${differing === 0 && isIdentical ? 'identical' : 'differ'} (${load.acknowledged.length} events)`,
    target: '0 missing, identical',
    rounds: BACKUPS + 1,
    holds: missing + differing === 0 && isIdentical,
  });
});
