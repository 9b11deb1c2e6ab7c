// A refused field says where it belongs, which field was meant, or what form it has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop } from '../../report/shop.ts';

test('a field that is unknown or of another form', async (t) => {
  const shop = await openShop();
  t.after(() => shop.close());
  const event = { event_type: 'lead', idempotency_key: 'one' };
  const cases: [object, string][] = [
    [{ ...event, email: 'ada@example.com' }, 'email: is not a known field here; it belongs in user_traits.'],
    [{ ...event, amount: '1.00' }, 'amount: is not a known field here; it belongs in value.'],
    [{ ...event, user_traits: { mail: 'ada@example.com' } }, 'user_traits.mail: is not a known field; perhaps email is meant.'],
    [{ ...event, occurredAt: '2026-03-01T00:00:00Z' }, 'occurredAt: is not a known field; perhaps occurred_at is meant.'],
    [
      { ...event, value: { sum: '1', amount: '1', currency: 'EUR' } },
      'value.sum: is not a known field; the fields are amount, currency.',
    ],
    [{ ...event, value: 12.5 }, 'value: must be an object with amount, currency.'],
    [{ ...event, occurred_at: 'soon' }, 'occurred_at: must be a date and time with its zone, such as 2026-03-31T12:00:00Z.'],
    [{ ...event, qqq: 1 }, 'qqq: is not a known field.'],
    [{ ...event, toString: 1 }, 'toString: is not a known field.'],
  ];
  for (const [sent, message] of cases) {
    const { status, body } = await shop.owner.post('/events', sent);
    assert.deepEqual([status, body.error.message], [422, message]);
  }
  const { body } = await shop.owner.post('/goals/definitions', { conversion_key: 'x', event_type: ['lead'] });
  assert.match(body.error.message, /^event_type: is not a known field; perhaps event_types is meant\.$/);
});
