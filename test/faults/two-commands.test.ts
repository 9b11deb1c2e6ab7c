// Commands that start at once on one data folder, with a service and without: each does its work, none does another's twice.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../base/folder.ts';
import { seededRandom } from '../base/random.ts';
import { compare, figures, REPORTS, settled, stored } from './tools/figures.ts';
import { type Item, Load, range } from './tools/load.ts';
import { tell } from './tools/results.ts';
import { command, install, type Json, startService } from './tools/service.ts';

const HEADER = 'event_id,anonymous_id,occurred_at,event_type,url,idempotency_key,value_amount,currency,external_id,properties';

/** Rows `from` to `to` of one list, every fifth a payment. */
function rows(from: number, to: number): { lines: string[]; items: Item[] } {
  const items: Item[] = [];
  const lines: string[] = [];
  for (let n = from; n < to; n += 1) {
    const name = `row-${n}`;
    const isPayment = n % 5 === 0;
    const properties = `"{""name"":""${name}""}"`;
    const at = `${range.date_from}T${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00Z`;
    lines.push(
      isPayment
        ? `,,${at},payment_received,,${name},${n}.25,USD,customer-${n % 30},${properties}`
        : `${name},browser-${n % 90},${at},page_view,https://shop.example/p${n % 7},,,,,${properties}`,
    );
    items.push({ name, kind: isPayment ? 'payment' : 'view', cents: isPayment ? n * 100 + 25 : 0 });
  }
  return { lines, items };
}

test('two backfills at once', async (t) => {
  const installed = await install(t);
  const folder = temporaryFolder(t);
  const file = (name: string, from: number, to: number): string => {
    const path = join(folder, name);
    writeFileSync(path, `${[HEADER, ...rows(from, to).lines].join('\n')}\n`);
    return path;
  };
  const load = (path: string): Promise<Json> => command(t, ['backfill', 'events', path, '--data', installed.dataDir]);
  const added = (results: Json[]): number => results.reduce((sum, { accepted }) => sum + accepted, 0);
  const wanted = (to: number): Item[] => rows(0, to).items;

  await t.test('without a service, half of their rows the same: every row is there once', async () => {
    const results = await Promise.all([load(file('a.csv', 0, 1_000)), load(file('b.csv', 500, 1_500))]);
    assert.deepEqual(
      results.map(({ rejected, computed }) => ({ rejected, computed })),
      [0, 0].map((rejected) => ({ rejected, computed: true })),
    );
    const { lost, doubled, strange } = compare(wanted(1_500), await stored(installed));
    assert.deepEqual({ lost, doubled, strange }, { lost: [], doubled: [], strange: [] });
  });
  await t.test('once more: nothing is added', async () => {
    const results = await Promise.all([load(join(folder, 'a.csv')), load(join(folder, 'b.csv'))]);
    assert.equal(added(results), 0);
  });
  await t.test('beside a service that takes events in meanwhile', async (t) => {
    const service = await startService(t, installed.dataDir);
    const client = new Load(t, installed, seededRandom(t));
    client.address = service.address;
    client.start(2);
    await Promise.all([load(file('c.csv', 1_000, 2_000)), load(file('d.csv', 1_500, 2_500)), load(join(folder, 'a.csv'))]);
    await client.stop();
    await client.flush();
    await settled(service, installed);
    const all = [...wanted(2_500), ...client.acknowledged];
    const of = (kind: Item['kind']): Item[] => all.filter((item) => item.kind === kind);
    const cents = (kind: Item['kind']): number => of(kind).reduce((sum, item) => sum + item.cents, 0);
    const { current } = (await figures(service, installed))[REPORTS[0] as string].data;
    assert.deepEqual(
      { views: current.pageviews, payments: current.cash_payments, money: current.cash_revenue.toFixed(2) },
      {
        views: of('view').length,
        payments: of('payment').length,
        money: ((cents('payment') - cents('refund')) / 100).toFixed(2),
      },
    );
    assert.equal((await service.terminate()).code, 0);
    const { lost, doubled, strange } = compare(all, await stored(installed));
    tell(t, {
      name: 'commands at once',
      figure: `two and three backfills at once, without a service and beside one under load; ${all.length} rows: ${lost.length} lost, ${doubled.length + strange.length} extra`,
      target: '0 lost, 0 extra',
      rounds: 1,
      holds: lost.length + doubled.length + strange.length === 0,
    });
    assert.deepEqual({ lost, doubled, strange }, { lost: [], doubled: [], strange: [] });
  });
});
