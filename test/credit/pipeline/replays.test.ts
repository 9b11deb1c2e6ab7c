// A replay computes everything anew over the facts that have landed; where those are not as they should be, it lands them again.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { acceptEvents } from '../../../src/collect/events/index.ts';
import { stitch } from '../../../src/collect/identity/index.ts';
import { buildAndSwap } from '../../../src/credit/pipeline/builder.ts';
import { rebuild, replay } from '../../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const COMPUTED = [
  'sessions',
  'touches',
  'touch_clicks',
  'outcomes',
  'origins',
  'conversions',
  'credit',
  'cash_flows',
  'person_sums',
  'visitor_people',
];

let app: TestApp;
let expected: Record<string, unknown[]>;

async function tables(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of [...COMPUTED, 'events', 'event_clicks', 'event_identifiers', 'cursors'])
    found[table] = await app.base.warehouse.query({ profileId: app.profileId }, { sql: `select * from ${table} order by all` });
  return found;
}

const spoil = (sql: string): Promise<unknown> => app.base.warehouse.write({ profileId: app.profileId }, [{ sql }]);

async function visit(id: string): Promise<void> {
  const input = {
    event_id: `visit-${id}`,
    event_type: 'page_view',
    anonymous_id: `browser-${id}`,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    url: `https://shop.example/?utm_source=news&utm_medium=email&utm_campaign=spring&gclid=click-${id}`,
  };
  await acceptEvents(app.base, app.profileId, [{ input }], 'server');
}
const pay = (id: string) =>
  app.api(app.apiKey).post('/events', {
    event_type: 'payment_received',
    idempotency_key: `pay-${id}`,
    anonymous_id: `browser-${id}`,
    value: { amount: '5', currency: 'USD' },
    user_traits: { email: `${id}@mail.example` },
  });

before(async () => {
  app = await startTestApp({ config: { sealRows: 1e9, sealSeconds: 1e9 } });
  for (const id of ['a', 'b', 'c']) {
    await visit(id);
    await pay(id);
  }
  await app.settle();
  await rebuild(app.base, app.profileId);
  await replay(app.base, app.profileId); // fits
  expected = await tables();
  assert.deepEqual(
    COMPUTED.filter((table) => expected[table]?.length === 0),
    [],
  );
});
after(() => app.close());

test('a replay', async (t) => {
  await t.test('computes every table anew', async () => {
    for (const table of COMPUTED) await spoil(`delete from ${table}`);
    await replay(app.base, app.profileId);
    assert.deepEqual(await tables(), expected);
  });
  await t.test('lands the facts and decisions that the live file lacks', async () => {
    const count = async (table: string) => (await tables())[table]?.length ?? 0;
    const before = [await count('events'), await count('conversions'), await count('visitor_people')];
    await pay('d');
    await stitch(app.base, app.profileId);
    await buildAndSwap(app.base, app.profileId, { fit: false, keepsFacts: true });
    const after = [await count('events'), await count('conversions'), await count('visitor_people')];
    assert.deepEqual(
      after,
      before.map((n) => n + 1),
    );
    await rebuild(app.base, app.profileId);
    expected = await tables();
  });
  await t.test('lands the facts again from the archive when the file is of another version', async () => {
    const { archive, state } = app.base;
    await archive.seal(app.profileId, state.cursor('landed', app.profileId));
    await spoil("update cursors set value = value + 1 where name = 'schema_version'");
    await spoil('delete from events');
    await replay(app.base, app.profileId);
    assert.deepEqual(await tables(), expected);
  });
  await t.test('lands them again when a table of facts is missing', async () => {
    await spoil('drop table event_clicks');
    await replay(app.base, app.profileId);
    assert.deepEqual(await tables(), expected);
  });
  await t.test('does not read the archive otherwise', async () => {
    for (const { path } of app.base.archive.segments(app.profileId)) rmSync(path);
    await replay(app.base, app.profileId);
    assert.deepEqual(await tables(), expected);
  });
});
