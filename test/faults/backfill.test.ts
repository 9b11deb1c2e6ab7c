// `kill -9` of a backfill by the command line, and of its warehouse process, while it takes rows in, stitches, seals, builds and
// swaps: begun again, it ends with every row once.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../base/folder.ts';
import { seededRandom } from '../base/random.ts';
import { Aiming, LONGEST_MS, PHASES } from './tools/aim.ts';
import { compare, stored } from './tools/figures.ts';
import { type Item, range } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { command, install } from './tools/service.ts';

const ROWS = 3_000;
const HEADER = 'event_id,anonymous_id,occurred_at,event_type,url,idempotency_key,value_amount,currency,external_id,properties';
/** A first load is built, never landed in rounds. */
const CYCLE = PHASES.filter((phase) => phase !== 'landing').flatMap((phase) =>
  (['service', 'warehouse'] as const).map((victim) => ({ phase, victim })),
);

/** Views, and of every fifth row a payment, of persons of which some are known. */
function rows(): { lines: string[]; items: Item[] } {
  const items: Item[] = [];
  const lines: string[] = [];
  for (let n = 0; n < ROWS; n += 1) {
    const name = `row-${n}`;
    const isPayment = n % 5 === 0;
    const at = `${range.date_from}T${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00Z`;
    const properties = `"{""name"":""${name}""}"`;
    lines.push(
      isPayment
        ? `,browser-${n % 90},${at},payment_received,,${name},${n}.25,USD,customer-${n % 90},${properties}`
        : `${name},browser-${n % 90},${at},page_view,https://shop.example/p${n % 7},,,,,${properties}`,
    );
    items.push({ name, kind: isPayment ? 'payment' : 'view', cents: isPayment ? n * 100 + 25 : 0 });
  }
  return { lines, items };
}

test('a backfill that is killed and begun again', async (t) => {
  const random = seededRandom(t);
  const { lines, items } = rows();
  const file = join(temporaryFolder(t), 'rows.csv');
  writeFileSync(file, `${[HEADER, ...lines].join('\n')}\n`);
  const hits = new Map<string, number>();
  const wrong: string[] = [];
  let sealed = 0;
  for (let n = 0; n < rounds(CYCLE.length); n += 1) {
    const { phase, victim } = CYCLE[n % CYCLE.length] as (typeof CYCLE)[number];
    const { dataDir, ...installed } = await install(t);
    const args = ['backfill', 'events', file, '--data', dataDir];
    const aiming = new Aiming(t);
    aiming.at({ phase, deed: `kill ${victim}`, delayMs: random(LONGEST_MS[phase] + 1) });
    const first = await command(t, args, aiming.env).catch(() => undefined);
    // What a killed warehouse process did is done again by the command itself.
    if (victim === 'warehouse' && !first) wrong.push(`${phase}: the command failed`);
    const name = `${victim} ${phase}`;
    hits.set(name, (hits.get(name) ?? 0) + aiming.hits);
    const again = first ?? (await command(t, args));
    if (!again.computed) wrong.push(`${name}: ${JSON.stringify(again)}`);
    const kept = await stored({ dataDir, ...installed });
    sealed += kept.sealed;
    const { lost, doubled, strange } = compare(items, kept);
    for (const row of [...lost, ...doubled, ...strange]) wrong.push(`${name}: ${row}`);
  }
  const hit = [...hits].filter(([, times]) => times > 0).map(([name, times]) => `${name} ${times}`);
  tell(t, {
    name: 'kill -9 amid a backfill',
    figure: `${rounds(CYCLE.length)} backfills of ${ROWS} rows, ${sealed} facts sealed: ${wrong.length} rows lost, doubled or not computed. Hit: ${hit.join(', ')}`,
    target: '0 lost, doubled or not computed, every phase hit',
    rounds: rounds(CYCLE.length),
    holds: wrong.length === 0 && [...hits.values()].every((times) => times > 0),
  });
  assert.deepEqual(wrong.slice(0, 20), []);
  assert.ok(sealed > 0, 'the archive took part');
});
