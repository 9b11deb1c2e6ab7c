// A profile's warehouse may be lost: deleted, cut short, one byte turned. What is left, archive, journal and decisions, gives
// every table back as it was.

import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Base } from '../../src/base/base.ts';
import { fileHash } from '../../src/base/files/durable.ts';
import { manifestPath, manifestText, type Segment } from '../../src/base/journal/segments.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { WarehouseFailure } from '../../src/base/warehouse/port.ts';
import { settle } from '../../src/credit/pipeline/wait-until-computed.ts';
import { blankFiles } from '../base/blank-files.ts';
import { testConfig } from '../base/folder.ts';
import { contents } from '../credit/pipeline/contents.ts';
import { readCases } from './cases.ts';
import { Player } from './player.ts';

const LOST_ONES = ['origins/spend_as_evidence', 'identity/merge_and_undo', 'data_driven/fitted_history'];

type Contents = Awaited<ReturnType<typeof contents>>;

/** Every row of every table, cursors included, in an order that the file has no part in. */
async function everything(base: Base, profileId: string): Promise<Contents> {
  const found = await contents(base, { profileId }, true);
  for (const rows of found.values()) rows.sort();
  return found;
}

/** What a service does: whoever meets the damage is refused, and the next computation starts from what is left. */
async function settledContents(base: Base, profileId: string): Promise<Contents> {
  for (let attempt = 1; ; attempt++) {
    try {
      await settle(base, profileId);
      return await everything(base, profileId);
    } catch (error) {
      if (!(error instanceof WarehouseFailure && error.reason === 'lost') || attempt > 2) throw error;
    }
  }
}

function flipByte(path: string, at: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  byte[0] = (byte[0] as number) ^ 0xff;
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

/** The segment as it was written before bodies stood parsed beside themselves. */
async function unparse(base: Base, segment: Segment): Promise<void> {
  const { path, profileId } = segment;
  const sql = 'copy (select * exclude (parsed) from read_parquet($path)) to $bare (format parquet, compression zstd)';
  const bare = `${path}.bare`;
  await base.warehouse.convert(profileId, [{ sql, params: { path, bare } }]);
  renameSync(bare, path);
  const columns = segment.columns.filter((name) => name !== 'parsed');
  const { size: bytes } = statSync(path);
  const sha256 = await fileHash(path);
  writeFileSync(manifestPath(path), manifestText({ ...segment, columns, parsing: undefined, bytes, sha256 }));
  const { firstSeq, lastSeq } = segment;
  await base.journal.recordSegment(profileId, { firstSeq, lastSeq, sha256, nextSha256: null });
}

test('a lost warehouse is rebuilt with identical tables', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const config = testConfig(dataDir, { sealRows: 1e9, sealSeconds: 1e9 });
  const clock = fakeClock('2026-12-01T12:00:00Z');
  let base = await openBase(config, { clock, blanks: blankFiles() });
  t.after(async () => {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const played = readCases().filter(({ name }) => LOST_ONES.includes(name));
  assert.equal(played.length, LOST_ONES.length);

  const players: Player[] = [];
  const before = new Map<string, Contents>();
  for (const one of played) {
    const player = new Player(base, one, 'in increments');
    await player.play();
    players.push(player);
    before.set(player.profileId, await everything(base, player.profileId));
  }
  const pathOf = (player: Player): string => join(dataDir, 'profiles', player.profileId, 'live.duckdb');
  const reopenedAfter = async (damage: (player: Player) => void): Promise<void> => {
    for (const { profileId } of players) if (await base.warehouse.exists(profileId)) await base.warehouse.checkpoint(profileId);
    await closeBase(base);
    for (const player of players) damage(player);
    base = await openBase(config, { clock, blanks: blankFiles() });
  };
  const same = async (): Promise<void> => {
    for (const { profileId } of players) assert.deepEqual(await settledContents(base, profileId), before.get(profileId));
  };

  await t.test('when it was removed', async () => {
    for (const { profileId } of players) await base.warehouse.remove(profileId);
    assert.equal(existsSync(pathOf(players[0] as Player)), false);
    await same();
  });
  await t.test('when its facts were sealed into the archive before', async () => {
    for (const { profileId } of players) {
      await base.archive.seal(profileId, base.state.cursor('landed', profileId));
      await base.warehouse.remove(profileId);
    }
    await same();
  });
  await t.test('when the archive is of a version that kept no parsed bodies', async () => {
    for (const { profileId } of players) {
      for (const segment of base.archive.segments(profileId)) await unparse(base, segment);
      await base.warehouse.remove(profileId);
    }
    await reopenedAfter(() => undefined);
    for (const { profileId } of players) assert.deepEqual(await base.archive.verify(profileId), []);
    await same();
  });
  await t.test('when the file was cut in half while closed', async () => {
    await reopenedAfter((player) => truncateSync(pathOf(player), Math.floor(statSync(pathOf(player)).size / 2)));
    await same();
  });
  await t.test('when one byte of its header was turned while closed', async () => {
    await reopenedAfter((player) => flipByte(pathOf(player), 100));
    await same();
  });
  await t.test('when one byte in its middle was turned while closed', async () => {
    await reopenedAfter((player) => flipByte(pathOf(player), Math.floor(statSync(pathOf(player)).size / 2)));
    await same();
  });
});
