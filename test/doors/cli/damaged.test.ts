// A warehouse file that was damaged while nothing ran: the first command that needs it builds it anew and does its work.
import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { folder, json, owner } from './cli.ts';

test('a damaged warehouse file', async (t) => {
  const data = folder(t);
  const { profile_id } = await json(owner(data));
  const events = join(dirname(data), 'events.csv');
  writeFileSync(
    events,
    'event_id,anonymous_id,occurred_at,event_type,url\ne1,b1,2026-11-02T10:00:00Z,page_view,https://shop.example/\n',
  );
  await json(['backfill', 'events', events, '--data', data]);
  const live = join(data, 'profiles', profile_id, 'live.duckdb');
  const sessions = async (): Promise<number> => {
    const { tables } = await json(['publish', '--data', data]);
    return tables.find(({ name }: { name: string }) => name === 'sessions').rows;
  };
  await t.test('cut off: the first command succeeds', async () => {
    truncateSync(live, 9_000);
    assert.equal(await sessions(), 1);
  });
  await t.test('no database at all: so does a replay', async () => {
    writeFileSync(live, Buffer.alloc(20_000, 7));
    assert.equal((await json(['replay', '--data', data])).behind_facts, 0);
  });
  await t.test('and all is well afterwards', async () => {
    const { is_well, profiles } = await json(['status', '--data', data]);
    assert.deepEqual([is_well, profiles[0].behind_facts], [true, 0]);
  });
});
