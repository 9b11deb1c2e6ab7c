// Ledgers of the version before each state had a shape: its rows are read in every state, and one that an erasure made unreadable stops no list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveries as conversions, findDelivery as findConversion } from '../../src/act/sync/delivery.ts';
import { deliveries as webhooks } from '../../src/act/webhooks/delivery.ts';
import { latestRows } from '../../src/base/deliver/list.ts';
import { dueRows } from '../../src/base/deliver/rows.ts';
import { unreadableProblems } from '../../src/base/deliver/unreadable.ts';
import type { NewEntry } from '../../src/base/ledger/ledger.ts';
import { startTestApp } from '../harness.ts';

const AT = Date.UTC(2026, 2, 31, 12);

const conversion = (changes: Record<string, unknown>): Record<string, unknown> => {
  const written: Record<string, unknown> = {
    conversion_no: '53248',
    conversion_id: 'conv_1',
    event_id: 'conv_1',
    conversion_key: 'purchase',
    revision: 1,
    kind: 'conversion',
    occurred_at: AT,
    reason: null,
    action_source: null,
    match_keys: [],
    attempts: 0,
    provider_request_id: null,
    sent_at: null,
    value: null,
    first_tried_at: null,
    is_confirmed_later: false,
    request_events: 0,
  };
  return Object.assign(written, changes);
};

const attempt = (status: number | null, error: string | null) => ({ at: AT, status, error, ms: 4 });
const message = (changes: Record<string, unknown>): Record<string, unknown> => {
  const written: Record<string, unknown> = {
    type: 'conversion.created',
    occurred_at: AT,
    body: '{}',
    attempts: [],
    tries: 0,
    answer: null,
    reason: null,
  };
  return Object.assign(written, changes);
};

type Written = [state: string, dueAt: number | undefined, body: Record<string, unknown>];

const CONVERSIONS: Written[] = [
  ['pending', AT, conversion({})],
  ['pending', AT, conversion({ attempts: 2, sent_at: AT, reason: 'throttled 429' })],
  // A run that was cut off after its attempt was written.
  ['sent', AT, conversion({ attempts: 1, sent_at: AT, first_tried_at: AT })],
  ['sent', AT, conversion({ attempts: 1, sent_at: AT, is_confirmed_later: true, request_events: 3, provider_request_id: 'r' })],
  ['sent', undefined, conversion({ attempts: 1, sent_at: AT, reason: 'unconfirmed' })],
  // A removed destination whose request was not confirmed.
  ['sent', undefined, conversion({ attempts: 1, sent_at: AT, is_confirmed_later: true, reason: 'destination_removed' })],
  ['accepted', undefined, conversion({ attempts: 1, sent_at: AT, provider_request_id: 'r' })],
  ['accepted', undefined, conversion({ attempts: 1, sent_at: AT, reason: 'refused_in_part x' })],
  ['rejected', undefined, conversion({ attempts: 1, sent_at: AT, reason: 'invalid' })],
  ['skipped', AT, conversion({ reason: 'no_match_key' })],
  ['skipped', undefined, conversion({ reason: 'destination_removed' })],
  ['expired', undefined, conversion({ attempts: 3, sent_at: AT, reason: 'too_old' })],
];

const WEBHOOKS: Written[] = [
  ['pending', AT, message({})],
  ['pending', AT, message({ attempts: [attempt(500, 'responded 500')], tries: 1, answer: 'no' })],
  // Sent again by hand after it was exhausted, and before the next attempt.
  ['pending', AT, message({ attempts: [attempt(null, 'timed out')], tries: 0 })],
  ['delivered', undefined, message({ attempts: [attempt(200, null)], tries: 1, answer: '' })],
  ['exhausted', undefined, message({ attempts: [attempt(null, 'timed out'), attempt(500, 'responded 500')], tries: 8 })],
  ['cancelled', undefined, message({ reason: 'removed' })],
  ['cancelled', undefined, message({ attempts: [attempt(410, 'responded 410')], tries: 1, reason: 'gone' })],
];

const entriesOf = (ledger: string, profileId: string, rows: readonly Written[]): NewEntry[] =>
  rows.map(([state, dueAt, body], index) => {
    const entry: NewEntry = { ledger, profileId, key: `k${index}`, lane: 'l', state, at: AT, body };
    return dueAt === undefined ? entry : Object.assign(entry, { dueAt });
  });

test('rows of the version before are read in every state', async (t) => {
  const { base, profileId, close } = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  t.after(close);
  await base.ledger.append([...entriesOf('conversions', profileId, CONVERSIONS), ...entriesOf('webhooks', profileId, WEBHOOKS)]);
  assert.equal(latestRows(base, conversions, 'l', { limit: 50 }).length, CONVERSIONS.length);
  assert.equal(latestRows(base, webhooks, 'l', { limit: 50 }).length, WEBHOOKS.length);
  assert.deepEqual(unreadableProblems(base), []);
});

test('an erasure whose words are the codes of a row stops neither the lane nor the list', async (t) => {
  const { base, profileId, close } = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  t.after(close);
  await base.ledger.append(
    entriesOf('conversions', profileId, [
      ['pending', AT, conversion({})],
      ['pending', AT, conversion({ conversion_no: '57344' })],
      ['pending', AT, conversion({ conversion_no: '61440', kind: 'retraction' })],
    ]),
  );
  await base.ledger.erase(profileId, ['57344', 'retraction']);
  const due = await dueRows(base, conversions, 'l', { now: AT, limit: 50 });
  assert.deepEqual(
    due.map(({ key }) => key),
    ['k0'],
  );
  assert.deepEqual(
    latestRows(base, conversions, 'l', { limit: 50 }).map(({ key }) => key),
    ['k0'],
  );
  assert.equal(findConversion(base, profileId, 'k1'), undefined);
  assert.match(unreadableProblems(base)[0]?.what ?? '', /^2 deliveries in the ledger of conversions cannot be read/);
});
