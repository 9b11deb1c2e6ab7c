// Values that a link has in place of a campaign: templates of mail tools and ad platforms, and errors of the sheet from which the link was made. Each is
// named by the audit, and is the campaign of no visit; what people write between marks is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop } from '../shop.ts';

const MACROS = ['*|CAMPAIGN|*', '%%campaign%%', '<campaign>', '<<campaign>>'];
const ERRORS = ['#N/A', '#REF!', '#NAME?', '#BEZUG!', '#¡REF!'];
const NAMES = ['#SUMMER!', '<3 spring', '100% wool', 'a*b', '<b>Sale</b>'];

test('values in place of a campaign', async (t) => {
  const shop = await openShop();
  t.after(() => shop.close());
  for (const [i, value] of [...MACROS, ...ERRORS, ...NAMES].entries()) {
    const [browser, minute] = [`visitor-${i}`, 10 + i];
    const url = `https://shop.example/?utm_source=letter&utm_medium=email&utm_campaign=${encodeURIComponent(value)}`;
    await shop.visit({ at: `2026-03-07T10:${minute}:00Z`, browser, url });
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: browser,
      anonymous_id: browser,
      value: { amount: '10', currency: 'EUR' },
      occurred_at: `2026-03-07T11:${minute}:00Z`,
    });
  }
  shop.clock.set('2026-03-08T12:00:00Z');
  await shop.settle();

  await t.test('are named by the audit', async () => {
    const { data } = (await shop.owner.get('/quality/utm/anomalies')).body;
    const shown = data.map(({ kind, value }: { kind: string; value: string }) => `${kind} ${value}`);
    const expected = [...MACROS.map((value) => `macro_unexpanded ${value}`), ...ERRORS.map((value) => `placeholder ${value}`)];
    assert.deepEqual(shown.sort(), expected.sort());
  });

  await t.test('are no campaign', async () => {
    const query = { date_from: '2026-03-07', date_to: '2026-03-07', source: 'letter', dimension: 'campaign' };
    const { rows } = (await shop.owner.get('/attribution', query)).body.data;
    const labels = rows.map(({ label }: { label: string }) => label);
    assert.deepEqual(labels.sort(), ['(none)', ...NAMES].sort());
  });
});
