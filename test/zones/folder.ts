// Computes the figures of a data folder and prints a digest of each table: node folder.ts make FOLDER, then node folder.ts again FOLDER SHOPS
// `make` plants the facts; `again` computes all of them again, then takes more facts and computes those in increments.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Base } from '../../src/base/base.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { acceptEvents } from '../../src/collect/events/index.ts';
import { rebuild } from '../../src/credit/pipeline/advance.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { testConfig } from '../base/folder.ts';
import { NOW, openShop, plant, type Shop } from '../clickhouse/tools/shop.ts';
import { contents } from '../credit/pipeline/contents.ts';

/** Tables of before 2026 do not have the clocks of these zones after it. */
const ZONES = ['America/Vancouver', 'America/Asuncion', 'Europe/Chisinau', 'America/Inuvik'];
const HOUR_MS = 3_600_000;

type Shops = Record<string, Shop>;
type Digests = Record<string, string>;

async function make(base: Base): Promise<Shops> {
  const shops: Shops = {};
  for (const [no, zone] of ZONES.entries()) {
    const shop = openShop(base, `shop${no}`, zone);
    await plant(base, shop);
    await settle(base, shop.profileId);
    shops[zone] = shop;
  }
  return shops;
}

/** A visit an hour for two days around a change of clocks, and a payment at the end of each. */
async function sendMore(base: Base, profileId: string): Promise<void> {
  const beginnings = ['2026-03-28', '2026-10-31', '2027-02-20'].map((day) => Date.parse(`${day}T00:59:59.999Z`));
  const hours = beginnings.flatMap((begin) => Array.from({ length: 48 }, (_, hour) => begin + hour * HOUR_MS));
  const inputs = hours.map((ms, no) => {
    const common = { anonymous_id: `hourly-${no % 5}`, occurred_at: new Date(ms).toISOString() };
    if (no % 24 !== 23)
      return { ...common, event_type: 'page_view', event_id: `hourly-${no}`, url: `https://shop.example/?utm_source=s${no % 3}` };
    const value = { amount: '10.01', currency: 'USD' };
    return { ...common, event_type: 'payment_received', idempotency_key: `hourly-${no}`, value };
  });
  await acceptEvents(
    base,
    profileId,
    inputs.map((input) => ({ input })),
    'server',
  );
}

async function digestsOf(base: Base, label: string, shops: Shops): Promise<Digests> {
  const digests: Digests = {};
  for (const [zone, { profileId }] of Object.entries(shops))
    for (const [table, rows] of await contents(base, { profileId })) {
      const digest = createHash('sha256').update(rows.sort().join('\n')).digest('hex').slice(0, 16);
      digests[`${zone}, ${label}, ${table}`] = `${rows.length} rows, ${digest}`;
    }
  return digests;
}

async function again(base: Base, shops: Shops): Promise<Digests> {
  for (const { profileId } of Object.values(shops)) await rebuild(base, profileId);
  const anew = await digestsOf(base, 'planted', shops);
  for (const { profileId } of Object.values(shops)) {
    await sendMore(base, profileId);
    await settle(base, profileId);
  }
  return { ...anew, ...(await digestsOf(base, 'with more', shops)) };
}

const shopsShape = z.record(z.string(), z.object({ profileId: z.string(), workspaceId: z.string() }));
const [step = '', folder = '', shopsText = '{}'] = process.argv.slice(2);
const base = await openBase(testConfig(folder, { sealRows: 1e9, sealSeconds: 1e9 }), { clock: fakeClock(NOW) });
try {
  const shops = step === 'make' ? await make(base) : shopsShape.parse(JSON.parse(shopsText));
  const digests = step === 'make' ? await digestsOf(base, 'planted', shops) : await again(base, shops);
  console.log(JSON.stringify({ shops, digests }));
} finally {
  await closeBase(base);
}
