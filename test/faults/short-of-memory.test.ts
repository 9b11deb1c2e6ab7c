// Facts that cannot be landed because memory is wanting are blameless: they wait, and none is put aside as poison.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Base } from '../../src/base/base.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { acceptEvents } from '../../src/collect/events/index.ts';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { landAroundPoison } from '../../src/credit/pipeline/poison.ts';
import { temporaryFolder, testConfig } from '../base/folder.ts';
import { tell } from './tools/results.ts';

const FACTS = 300;

async function accept(base: Base, profileId: string, from: number): Promise<void> {
  const rows = Array.from({ length: FACTS }, (_, i) => ({
    input: {
      event_type: 'page_view',
      event_id: `view-${from + i}`,
      anonymous_id: `browser-${i % 50}`,
      url: `https://shop.example/${i}`,
      occurred_at: '2026-03-01T10:00:00Z',
    },
  }));
  await acceptEvents(base, profileId, rows, 'server');
}

test('facts that find no memory wait and are landed later', async (t) => {
  const dataDir = temporaryFolder(t);
  const opened = async <T>(servingMemoryMb: number, work: (base: Base) => Promise<T>): Promise<T> => {
    const base = await openBase(testConfig(dataDir, { servingMemoryMb, buildMemoryMb: 256 }));
    try {
      return await work(base);
    } finally {
      await closeBase(base);
    }
  };
  const profileId = await opened(256, async (base) => {
    const who = { email: 'ada@shop.example', workspace: 'Mill', profile: 'Shop', currency: 'USD', timezone: 'UTC' };
    const { profile_id } = initInstallation(base, who);
    await accept(base, profile_id, 0);
    await settle(base, profile_id);
    return profile_id;
  });
  await opened(4, async (base) => {
    await accept(base, profileId, FACTS);
    await assert.rejects(settle(base, profileId), { reason: 'environment' });
    assert.equal(await landAroundPoison(base, profileId), false);
    assert.deepEqual(
      base.state.decisions(profileId, 0n, 1_000).filter(({ kind }) => kind === 'quarantine_verdict'),
      [],
    );
  });
  await opened(256, async (base) => {
    await settle(base, profileId);
    const [row] = await base.warehouse.query({ profileId }, { sql: 'select count(*) as n from events' });
    const landed = Number(row?.['n']);
    tell(t, {
      name: 'memory wanting',
      figure: `${2 * FACTS - landed} of ${2 * FACTS} facts put aside or lost once there is memory again`,
      target: '0',
      rounds: 1,
      holds: landed === 2 * FACTS,
    });
  });
});
