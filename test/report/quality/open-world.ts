// Profiles filled with invented shops, as a sender, an import, ad platforms and a connected shop would have filled them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Base } from '../../../src/base/base.ts';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import type { Api, TestApp } from '../../harness.ts';
import { DAY_MS, type Faults, type Line, SHOP, World } from './worlds.ts';

/** What the shop has of the purchases, as reading its orders would have stored it. */
async function openShopOrders(app: TestApp, profileId: string, { orders }: World): Promise<void> {
  if (orders.size === 0) return;
  const sql = `select seq::integer as seq, json_extract_string(properties, '$.order') as name from events where properties like '%"order"%'`;
  for (const row of await app.base.warehouse.query({ profileId }, { sql })) {
    const [seq, name] = [Number(row['seq']), String(row['name'])];
    const order = orders.get(name);
    if (!order) continue;
    app.base.state.statement('act/connections/source_fact_put').run({
      profile_id: profileId,
      provider: 'shopify',
      account_id: 'shop',
      record_id: name,
      outcome_key: `${SHOP}:order:${name}`,
      part: '',
      generation: 0,
      seq,
      content_hash: Buffer.alloc(8),
      occurred_at: order.at,
      is_own: order.isOwn ? 1 : 0,
      is_withdrawn: 0,
    });
  }
}

export interface OpenedWorld {
  profileId: string;
  api: Api;
  world: World;
}

const COLUMNS = [
  'event_id',
  'event_type',
  'occurred_at',
  'anonymous_id',
  'url',
  'referrer',
  'user_agent',
  'engaged_seconds',
  'idempotency_key',
  'value_amount',
  'currency',
  'refund_of',
  'email',
  'external_id',
  'gclid',
  'platform',
  'properties',
];

const cellOf = (text: string): string => (/[,"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const csvOf = (lines: readonly Line[]): string =>
  [COLUMNS.join(), ...lines.map((line) => COLUMNS.map((name) => cellOf(line[name] ?? '')).join())].join('\n');

/** As a sender that sends at once would have sent it: a file for each half day, which arrives when that has ended. */
export async function sendAtOnce(base: Base, profileId: string, lines: readonly Line[]): Promise<void> {
  const halfDayOf = (line: Line): number => Math.floor(Date.parse(line['occurred_at'] ?? '') / (DAY_MS / 2));
  const folder = mkdtempSync(join(tmpdir(), 'tributary-world-'));
  try {
    for (const [halfDay, sent] of [...Map.groupBy(lines, halfDayOf)].sort(([a], [b]) => a - b)) {
      const file = join(folder, `${halfDay}.csv`);
      writeFileSync(file, csvOf(sent));
      const arrival = { ...base, clock: { ...base.clock, now: () => (halfDay + 1) * (DAY_MS / 2) } };
      const { rejected } = await backfillEvents(arrival, { profileId, file });
      if (rejected > 0) throw new Error(`${rejected} lines of the world were rejected.`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All of them in one file. */
export async function sendAsImport(base: Base, profileId: string, lines: readonly Line[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-world-'));
  try {
    const file = join(folder, 'events.csv');
    writeFileSync(file, csvOf(lines));
    const { rejected } = await backfillEvents(base, { profileId, file });
    if (rejected > 0) throw new Error(`${rejected} lines of the world were rejected.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A profile of its own, filled with these lines. */
export async function openLines(
  app: TestApp,
  name: string,
  lines: readonly Line[],
  send = sendAsImport,
): Promise<{ profileId: string; api: Api }> {
  const installed = initInstallation(app.base, {
    email: `owner-${Math.random()}@shop.example`,
    workspace: name,
    profile: 'Main',
    currency: 'USD',
    timezone: 'UTC',
    domain: 'shop.example',
  });
  const { profile_id: profileId } = installed;
  const api = app.api(installed.api_key);
  const domains = ['shop.example', 'checkout.example'];
  await app.api(installed.session_token).patch('/profile', { domains }, { profile_id: profileId });
  await api.patch('/profile/attribution-settings', { click_window_days: 30, cash_window_days: 30, first_touch_window_days: 30 });
  await send(app.base, profileId, lines);
  await app.settle(profileId);
  return { profileId, api };
}

/** A profile of its own, filled with the world of this seed. */
export async function openWorld(app: TestApp, seed: number, faults: Faults, send = sendAsImport): Promise<OpenedWorld> {
  const world = new World(seed, app.clock.now(), faults);
  const { profileId, api } = await openLines(app, `Shop ${seed}`, world.lines, send);
  for (const body of [...world.spend(), ...world.restatements()]) {
    const { status, body: answer } = await api.post('/spend', body);
    if (status !== 200) throw new Error(JSON.stringify(answer));
  }
  await app.settle(profileId);
  for (const body of world.refused) {
    const { status } = await api.post('/events', body);
    if (status < 400) throw new Error('an outcome that should be refused was accepted');
  }
  if (world.late.length > 0) {
    // Many outcomes of one moment are an import.
    for (const event of world.late) {
      app.clock.advance(1);
      const { status, body: answer } = await api.post('/events', event);
      if (status !== 201) throw new Error(JSON.stringify(answer));
    }
  }
  await app.settle(profileId);
  await openShopOrders(app, profileId, world);
  return { profileId, api, world };
}
