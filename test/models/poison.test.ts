// A fact that cannot be landed goes to quarantine, and the rest goes on: in increments, in a first build, and for good.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Base } from '../../src/base/base.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { acceptEvents } from '../../src/collect/events/accept.ts';
import { stitch } from '../../src/collect/identity/index.ts';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { advance, rebuild } from '../../src/credit/pipeline/advance.ts';
import { landAroundPoison } from '../../src/credit/pipeline/poison.ts';
import { quarantinedSeqs } from '../../src/credit/pipeline/quarantine.ts';
import { settle } from '../../src/credit/pipeline/wait-until-computed.ts';
import { blankFiles } from '../base/blank-files.ts';
import { testConfig } from '../base/folder.ts';

/** Sound JSON with a number that is none, and a body that is no JSON. */
const BROKEN = ['{"origin_id":"no number","origin":{},"is_page_view":true,"has_page":true}', '{"origin_id":'];

async function accept(base: Base, profileId: string, eventId: string): Promise<void> {
  const input = {
    event_type: 'page_view',
    event_id: eventId,
    anonymous_id: eventId,
    url: 'https://shop.example/',
    occurred_at: '2026-03-01T10:00:00Z',
  };
  await acceptEvents(base, profileId, [{ input }], 'server');
}

/** Past every door, straight into the journal. */
async function appendBroken(base: Base, profileId: string, body: string): Promise<bigint> {
  const [appended] = await base.journal.append([
    {
      profileId,
      kind: 'event',
      schemaVersion: 1,
      receivedAt: base.clock.now(),
      occurredAt: base.clock.now() * 1000,
      trust: 'server',
      eventType: 'page_view',
      body,
    },
  ]);
  return appended?.seq ?? 0n;
}

/** A decision that no round can apply: its number is none. */
const decideBroken = (base: Base, profileId: string): bigint =>
  base.state.decide({
    profileId,
    kind: 'merge_edge_added',
    afterSeq: base.journal.lastSeq(profileId),
    subject: 'broken',
    payload: { customer_a: 'no number', customer_b: 'none either' },
    actor: 'system',
    decidedAt: base.clock.now(),
  });

const landed = async (base: Base, profileId: string): Promise<number[]> =>
  (await base.warehouse.query({ profileId }, { sql: 'select seq from events order by seq' })).map((row) => Number(row['seq']));

test('quarantine', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const base = await openBase(testConfig(dataDir), { clock: fakeClock('2026-12-01T12:00:00Z'), blanks: blankFiles() });
  t.after(async () => {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const newProfile = (name: string): string =>
    initInstallation(base, {
      email: `${name}@owner.example`,
      workspace: 'Models',
      profile: 'Main',
      currency: 'USD',
      timezone: 'UTC',
      domain: 'shop.example',
    }).profile_id;
  const verdicts = (profileId: string): unknown[] =>
    base.state
      .decisions(profileId, 0n, 1000)
      .filter(({ kind }) => kind === 'quarantine_verdict')
      .map(({ subject }) => subject);

  for (const [i, body] of BROKEN.entries()) {
    await t.test(`takes the fact alone that stops landing (${i === 0 ? 'a wrong value' : 'no JSON'})`, async () => {
      const profileId = newProfile(`live${i}`);
      await accept(base, profileId, 'one');
      await settle(base, profileId);
      await accept(base, profileId, 'two');
      const broken = await appendBroken(base, profileId, body);
      await accept(base, profileId, 'four');
      await assert.rejects(advance(base, profileId));
      assert.deepEqual(await landed(base, profileId), [1]);

      assert.equal(await landAroundPoison(base, profileId), true);
      await settle(base, profileId);
      assert.deepEqual(await landed(base, profileId), [1, 2, 4]);
      assert.deepEqual(quarantinedSeqs(base, profileId), [broken]);
      assert.deepEqual(verdicts(profileId), ['3']);

      await accept(base, profileId, 'five');
      await settle(base, profileId);
      assert.deepEqual(await landed(base, profileId), [1, 2, 4, 5]);
    });

    await t.test(`keeps it out after a rebuild and from the archive (${i === 0 ? 'a wrong value' : 'no JSON'})`, async () => {
      const profileId = newProfile(`rebuilt${i}`);
      await accept(base, profileId, 'one');
      await settle(base, profileId);
      await appendBroken(base, profileId, body);
      await accept(base, profileId, 'three');
      await assert.rejects(advance(base, profileId));
      await landAroundPoison(base, profileId);
      await settle(base, profileId);
      await rebuild(base, profileId);
      assert.deepEqual(await landed(base, profileId), [1, 3]);
      await base.archive.seal(profileId, base.state.cursor('landed', profileId));
      await rebuild(base, profileId);
      assert.deepEqual(await landed(base, profileId), [1, 3]);
    });

    await t.test(`works before there is any warehouse (${i === 0 ? 'a wrong value' : 'no JSON'})`, async () => {
      const profileId = newProfile(`first${i}`);
      await accept(base, profileId, 'one');
      await appendBroken(base, profileId, body);
      await accept(base, profileId, 'three');
      await assert.rejects(advance(base, profileId));
      assert.equal(await landAroundPoison(base, profileId), true);
      await settle(base, profileId);
      assert.deepEqual(await landed(base, profileId), [1, 3]);
      assert.deepEqual(verdicts(profileId), ['2']);
    });
  }

  for (const [i, body] of BROKEN.entries()) {
    const what = i === 0 ? 'a wrong value' : 'no JSON';
    await t.test(`finds it in the archive before there is any warehouse (${what})`, async () => {
      const profileId = newProfile(`sealed${i}`);
      await accept(base, profileId, 'one');
      await appendBroken(base, profileId, body);
      await accept(base, profileId, 'three');
      await appendBroken(base, profileId, body);
      await accept(base, profileId, 'five');
      await stitch(base, profileId);
      await base.archive.seal(profileId, 5n);
      await assert.rejects(advance(base, profileId));
      assert.equal(await landAroundPoison(base, profileId), true);
      await settle(base, profileId);
      assert.deepEqual(await landed(base, profileId), [1, 3, 5]);
      assert.deepEqual(verdicts(profileId), ['2', '4']);
    });

    await t.test(`finds it in the archive behind a live file (${what})`, async () => {
      const profileId = newProfile(`behind${i}`);
      await accept(base, profileId, 'one');
      await settle(base, profileId);
      await accept(base, profileId, 'two');
      await appendBroken(base, profileId, body);
      await accept(base, profileId, 'four');
      await stitch(base, profileId);
      await base.archive.seal(profileId, 4n);
      await accept(base, profileId, 'five');
      await assert.rejects(advance(base, profileId));
      assert.equal(await landAroundPoison(base, profileId), true);
      await settle(base, profileId);
      assert.deepEqual(await landed(base, profileId), [1, 2, 4, 5]);
      assert.deepEqual(quarantinedSeqs(base, profileId), [3n]);
      await rebuild(base, profileId);
      assert.deepEqual(await landed(base, profileId), [1, 2, 4, 5]);
    });
  }

  await t.test('blames no fact for what is not its fault', async () => {
    const profileId = newProfile('decision');
    await accept(base, profileId, 'one');
    await settle(base, profileId);
    await accept(base, profileId, 'two');
    decideBroken(base, profileId);
    await assert.rejects(advance(base, profileId));
    assert.equal(await landAroundPoison(base, profileId), false);
    assert.deepEqual(quarantinedSeqs(base, profileId), []);
  });
});
