// A backlog that is built is sealed first, so that it lands from where bodies stand parsed; what keeps it from being sealed keeps
// nobody from the figures.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Base } from '../../../src/base/base.ts';
import { archiveFolder } from '../../../src/base/journal/archive.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import { stitch } from '../../../src/collect/identity/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { factBatches } from '../../../src/credit/pipeline/fact-batches.ts';
import { settle } from '../../../src/credit/pipeline/wait-until-computed.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { blankFiles } from '../../base/blank-files.ts';
import { temporaryFolder, testConfig } from '../../base/folder.ts';

const COLUMNS = 'event_id,event_type,occurred_at,anonymous_id,url,idempotency_key,value_amount,currency,email';

/** A visit from an ad each, and of every third a payment. */
const rows = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => from + i).flatMap((n) => [
    `e${n},page_view,2026-03-01T10:00:${String(n % 60).padStart(2, '0')}Z,b${n % 7},https://shop.example/?utm_source=ad-${n % 3},,,,`,
    ...(n % 3 === 0 ? [`,payment_received,2026-03-02T10:00:00Z,b${n % 7},,pay-${n},${n}.50,EUR,p${n % 7}@example.com`] : []),
  ]);

interface World {
  base: Base;
  profileId: string;
  file(name: string, lines: string[]): string;
  /** What a backfill of these rows answered, and the phases it went through. */
  load(name: string, lines: string[]): Promise<{ accepted: unknown; duplicates: unknown; phases: string[] }>;
  /** Of the figures. */
  sums(): Promise<unknown>;
}

async function world(t: TestContext, sealRows: number): Promise<World> {
  const dataDir = temporaryFolder(t);
  const clock = fakeClock('2026-04-01T00:00:00Z');
  const base = await openBase(testConfig(dataDir, { sealRows, sealSeconds: 1e9 }), { clock, blanks: blankFiles() });
  t.after(() => closeBase(base));
  const { profile_id: profileId } = initInstallation(base, {
    email: 'owner@shop.example',
    workspace: 'Shop',
    profile: 'Main',
    currency: 'EUR',
    timezone: 'UTC',
    domain: 'shop.example',
  });
  const file = (name: string, lines: string[]): string => {
    const path = join(dataDir, name);
    writeFileSync(path, `${[COLUMNS, ...lines].join('\n')}\n`);
    return path;
  };
  return {
    base,
    profileId,
    file,
    load: async (name, lines) => {
      const phases = new Set<string>();
      const args = { kind: 'events', file: file(name, lines), force: true };
      const { accepted, duplicates } = await commands.backfill(base, args, ({ phase }) => void phases.add(phase));
      return { accepted, duplicates, phases: [...phases] };
    },
    sums: () =>
      base.warehouse.query(
        { profileId },
        {
          sql: `select
            (select count(*) from events) as events,
            (select count(*) from sessions) as sessions,
            (select list((converted_at, net_amount) order by converted_at, net_amount) from conversions) as conversions,
            (select list((touched_at, position, first_touch, linear) order by touched_at, position, first_touch, linear) from credit) as credit`,
        },
      ),
  };
}

test('a backlog that is built', async (t) => {
  const plain = await world(t, 1e9);
  await plain.load('a.csv', rows(1, 40));
  await plain.load('b.csv', rows(30, 40));

  await t.test('is sealed first, and gives the same figures', async (t) => {
    const { base, profileId, load, sums } = await world(t, 5);
    const first = await load('a.csv', rows(1, 40));
    assert.deepEqual([first.accepted, first.duplicates], [53, 0]);
    assert.deepEqual(first.phases.slice(0, 3), ['read', 'seal', 'archive']);
    assert.equal(base.archive.sealedUpTo(profileId), 53n);
    const again = await load('a.csv', rows(1, 40));
    assert.deepEqual([again.accepted, again.duplicates], [0, 53]);
    await load('b.csv', rows(30, 40));
    assert.deepEqual(await base.archive.verify(profileId), []);
    assert.deepEqual(await sums(), await plain.sums());
  });

  await t.test('is built from the journal when it cannot be sealed', async (t) => {
    const { base, profileId, load, sums } = await world(t, 5);
    const folder = archiveFolder(base.config.dataDir, profileId);
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(folder, 'in the way');
    const first = await load('a.csv', rows(1, 40));
    assert.ok(first.phases.includes('journal'));
    rmSync(folder);
    await load('b.csv', rows(30, 40));
    assert.deepEqual(await sums(), await plain.sums());
  });

  await t.test('lands in rounds of the live file when it is too small for a build', async (t) => {
    const { base, profileId, load, file, sums } = await world(t, 1e9);
    await load('a.csv', rows(1, 40));
    await backfillEvents(base, { profileId, file: file('b.csv', rows(30, 40)) });
    await stitch(base, profileId);
    await base.archive.seal(profileId, base.journal.lastSeq(profileId));
    const phases: string[] = [];
    await settle(base, profileId, { onProgress: ({ phase }) => phases.push(phase) });
    assert.deepEqual(phases, []);
    assert.deepEqual(await sums(), await plain.sums());
  });
});

test('small segments are one batch, as far as there is room for the facts of all', async (t) => {
  const { base, profileId, file } = await world(t, 1e9);
  await backfillEvents(base, { profileId, file: file('a.csv', rows(1, 30)) });
  await stitch(base, profileId);
  for (const upTo of [10n, 25n, 26n, 36n]) await base.archive.seal(profileId, upTo);
  const batches = async (facts: number, from = 0n, upTo?: bigint): Promise<[bigint, number][]> => {
    const found: [bigint, number][] = [];
    let before = from;
    for await (const { upTo: last, count, source } of factBatches(base, profileId, from, { facts, bytes: 1e9, upTo })) {
      found.push([last, 'segments' in source ? source.segments.length : 0]);
      assert.equal(count, Number(last - before));
      before = last;
    }
    return found;
  };
  assert.deepEqual(await batches(Number.POSITIVE_INFINITY), [
    [36n, 4],
    [40n, 0],
  ]);
  assert.deepEqual(await batches(Number.POSITIVE_INFINITY, 12n, 30n), [[30n, 3]]);
  assert.deepEqual(await batches(16), [
    [10n, 1],
    [26n, 2],
    [36n, 1],
    [40n, 0],
  ]);
  assert.deepEqual(await batches(8, 24n), [
    [26n, 2],
    [34n, 1],
    [36n, 1],
    [40n, 0],
  ]);
});
