// The warehouse is only a computation: deleted, cut off or damaged it is made again without help, and until then the service
// answers that it cannot yet, or what is right. TEST_SEED sets which bytes are hit.
import assert from 'node:assert/strict';
import { closeSync, cpSync, existsSync, openSync, readSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { WarehouseFailure } from '../../src/base/warehouse/port.ts';
import { temporaryFolder } from '../base/folder.ts';
import { seededRandom } from '../base/random.ts';
import { until } from '../until.ts';
import { call, checkSums, type Figures, figures, REPORTS, sameTables, settled, stored } from './tools/figures.ts';
import { Load } from './tools/load.ts';
import { tell } from './tools/results.ts';
import { damagedFiles, type Installed, install, liveFile, type Running, startService, warehousePid } from './tools/service.ts';

function flipByte(path: string, at: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.of((byte[0] as number) ^ 0x40), 0, 1, at);
  closeSync(file);
}

const sizeOf = (path: string): number => statSync(path).size;

/** Several clients ask for reports at once until each is answered; a refusal is a 503 that says when to come again. */
async function answersMeanwhile(service: Running, installed: Installed, right: Figures): Promise<number> {
  let refused = 0;
  await Promise.all(
    REPORTS.map(async (path) => {
      await until(async () => {
        const { status, retryAfter, body } = await call(service, installed, path);
        if (status === 200) {
          assert.deepEqual(body, right[path], path);
          return true;
        }
        assert.equal(status, 503, `${path} answered ${status} ${JSON.stringify(body)}`);
        assert.ok(retryAfter, 'who is refused for now is told when to come again');
        refused += 1;
        return false;
      }, `${path} is answered in the end`);
    }),
  );
  return refused;
}

/** A profile of some thousand facts, part of them sealed, with its figures; nothing more comes in. */
async function profile(t: TestContext) {
  const random = seededRandom(t);
  const installed = await install(t);
  const service = await startService(t, installed.dataDir);
  const load = new Load(t, installed, random);
  load.address = service.address;
  await load.fill(4);
  await settled(service, installed);
  // A fit is in force that later events would change: being lost must not be a reason to fit anew.
  assert.equal((await call(service, installed, '/profile/recompute', 'POST')).status, 202);
  await settled(service, installed);
  await load.fill(2);
  await settled(service, installed);
  const right = await figures(service, installed);
  checkSums(right, load.acknowledged);
  assert.equal((await service.terminate()).code, 0);
  return { random, installed, load, right };
}
type Profile = Awaited<ReturnType<typeof profile>>;

test('a warehouse that is lost', async (t) => {
  const result = await profile(t);
  const copy = { ...result.installed, dataDir: join(temporaryFolder(t), 'data') };
  cpSync(result.installed.dataDir, copy.dataDir, { recursive: true });
  await t.test('while the service runs', (t) => whileItRuns(t, result));
  await t.test('between two starts is rebuilt, every row as before', (t) => betweenStarts(t, { ...result, installed: copy }));
});

async function whileItRuns(t: TestContext, { installed, load, right }: Profile): Promise<void> {
  const service = await startService(t, installed.dataDir);
  load.address = service.address;
  const live = liveFile(installed);
  const hold = async (t: TestContext): Promise<void> => {
    const refused = await answersMeanwhile(service, installed, right);
    await settled(service, installed);
    await answersMeanwhile(service, installed, right);
    assert.ok(service.isRunning());
    assert.ok(existsSync(live));
    t.diagnostic(`${refused} refusals for now`);
  };
  await t.test('deleted: rebuilt when it is asked for, figures identical', async (t) => {
    for (const file of [live, `${live}.wal`]) rmSync(file, { force: true });
    await hold(t);
  });
  await t.test('deleted together with its process', async (t) => {
    rmSync(live, { force: true });
    const pid = warehousePid(service);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await hold(t);
  });
  await t.test('cut in half under a process that dies of it', async (t) => {
    truncateSync(live, Math.floor(sizeOf(live) / 2));
    const pid = warehousePid(service);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await hold(t);
    assert.ok(damagedFiles(installed).length > 0, 'the damaged file was moved aside');
  });
  await t.test('cut in half under a process that has it open: right answers, and what comes next is counted too', async () => {
    truncateSync(live, Math.floor(sizeOf(live) / 2));
    await answersMeanwhile(service, installed, right);
    await load.fill(1);
    await settled(service, installed);
    checkSums(await figures(service, installed), load.acknowledged);
  });
  await t.test('and stopping and starting again changes nothing', async (t) => {
    const before = await figures(service, installed);
    assert.equal((await service.terminate()).code, 0);
    const again = await startService(t, installed.dataDir);
    await answersMeanwhile(again, installed, before);
    await again.terminate();
    tell(t, {
      name: 'warehouse lost under a running service',
      figure: 'deleted, deleted with its process, cut in half twice: rebuilt without help, every report identical',
      target: 'rebuilt, identical',
      rounds: 4,
      holds: true,
    });
  });
}

async function betweenStarts(t: TestContext, { random, installed, load, right }: Profile): Promise<void> {
  const live = liveFile(installed);
  const kept = await stored(installed);
  const damages: [string, () => void][] = [
    ['deleted', () => rmSync(live)],
    ['cut off at a random length', () => truncateSync(live, 1 + random(sizeOf(live) - 1))],
    ['a byte flipped in its header', () => flipByte(live, random(4_096))],
    ['a byte flipped anywhere', () => flipByte(live, random(sizeOf(live)))],
    ['twenty bytes flipped anywhere', () => Array.from({ length: 20 }, () => flipByte(live, random(sizeOf(live))))],
  ];
  for (const [name, damage] of damages) {
    await t.test(name, async (t) => {
      damage();
      const serve = async (): Promise<void> => {
        const again = await startService(t, installed.dataDir);
        await answersMeanwhile(again, installed, right);
        await settled(again, installed);
        assert.equal((await again.terminate()).code, 0);
      };
      await serve();
      const found = await stored(installed).catch(async (error: unknown) => {
        // No report had read the damaged part; reading every row has found it, and the service makes the file anew.
        assert.ok(error instanceof WarehouseFailure && error.reason === 'lost', String(error));
        await serve();
        return stored(installed);
      });
      sameTables(kept, found);
    });
  }
  await t.test('a byte flipped in the log that a killed service left', async (t) => {
    const killed = await startService(t, installed.dataDir);
    load.address = killed.address;
    await figures(killed, installed);
    await load.fill(1);
    await settled(killed, installed);
    const before = await figures(killed, installed);
    await killed.kill();
    const log = `${live}.wal`;
    assert.ok(existsSync(log), 'the killed service left a log');
    flipByte(log, random(sizeOf(log)));
    const again = await startService(t, installed.dataDir);
    // What the log held may have to be landed again; until then the figures may be those of less.
    await settledByFile(again, installed);
    assert.deepEqual(await figures(again, installed), before);
    assert.equal((await again.terminate()).code, 0);
    tell(t, {
      name: 'warehouse lost between two starts',
      figure:
        'deleted, cut off, one byte flipped in the header, anywhere, in the log, twenty bytes: rebuilt without help, every row identical',
      target: 'rebuilt, identical',
      rounds: damages.length + 1,
      holds: true,
    });
  });
}

/** Until the reports themselves say that they know of every fact and decision. */
async function settledByFile(service: Running, installed: Installed): Promise<void> {
  const { body } = await call(service, installed, '/profile/freshness');
  const { accepted_seq, last_decision } = body.data;
  await until(async () => {
    const answer = await call(service, installed, REPORTS[0] as string);
    const version = answer.status === 200 ? answer.body.meta.version : {};
    return version.through_seq === accepted_seq && version.through_decision === last_decision;
  }, 'the figures are as far as the journal');
}
