// What a row of the customer list says of a conversion's path, and the journey of that conversion: the same touches, over rows of the
// demo's invented shop: every fourth, or with EVERY_ROW=1 each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { openDemoShop } from '../../e2e/demo-shop.ts';
import type { Api } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers whose form the contract has checked
type Json = any;

const STRIDE = process.env['EVERY_ROW'] === '1' ? 1 : 4;
const RANGE = { date_from: '2026-01-01', date_to: '2026-03-31' };

async function rowsOf(api: Api, goal: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let cursor = {}; ; ) {
    const { status, body } = await api.get('/customers', { ...RANGE, goal, limit: 100, ...cursor });
    assert.equal(status, 200, JSON.stringify(body));
    rows.push(...body.data);
    if (!body.pagination.has_next) return rows;
    const [cursor_time, cursor_id] = body.pagination.cursor.split('|');
    cursor = { cursor_time, cursor_id };
  }
}

/** In the window of the conversion, in order of time. */
async function touchesOf(api: Api, conversionId: string): Promise<Json[]> {
  const events: Json[] = [];
  for (let total = 1; events.length < total; ) {
    const { body } = await api.get(`/conversions/${conversionId}/journey`, { limit: 100, offset: events.length });
    events.push(...body.data.events);
    total = body.data.total_count;
  }
  return events.map(({ touch }) => touch).filter((touch) => touch?.in_window === true);
}

const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

test('the rows of listCustomers and getConversionJourney tell of the same touches', async (t) => {
  const app = await openDemoShop();
  t.after(() => app.close());
  const { secret } = createApiKey(app.base, {
    profileId: app.profileId,
    name: 'reader',
    scopes: ['conversions:read', 'customers:read', 'analytics:read'],
    actor: 'system',
    ratePerMinute: 10_000,
  });
  const api = app.api(secret);
  const definitions = (await app.api(app.apiKey).get('/goals/definitions')).body.data;
  let compared = 0;
  let direct = 0;
  for (const { conversion_key: goal } of definitions) {
    for (const row of (await rowsOf(api, goal)).filter((_, i) => i % STRIDE === 0)) {
      const touches = await touchesOf(api, row.conversion_id);
      const last = touches.at(-1);
      assert.deepEqual(
        [row.touch_count, row.touch_channels, row.channel, Math.round(row.time_to_complete_seconds)],
        [
          touches.length,
          [...new Set(touches.map(({ channel }) => channel))],
          last?.channel ?? '(none)',
          last ? Math.round(secondsBetween(touches[0].touched_at, row.conversion_time)) : 0,
        ],
        `${goal} ${row.conversion_id}`,
      );
      compared += 1;
      if (touches.some(({ channel }) => channel === 'Direct')) direct += 1;
    }
  }
  t.diagnostic(`${compared} rows, ${direct} with a direct touch`);
  assert.ok(compared > 60 && direct > 10, `${compared} rows, ${direct} with a direct touch`);
});
