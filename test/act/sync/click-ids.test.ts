// Which click ids a conversion brings: under the names of destinations, the latest of each, and none after its life.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Details, neutralEvent } from '../../../src/act/sync/event/neutral-event.ts';
import type { NeutralEvent } from '../../../src/providers/conversions/destination.ts';

const DAY_MS = 86_400_000;
const AT = Date.parse('2026-11-25T12:00:00Z');

function clickIdsOf(touches: readonly (readonly [daysBefore: number, ids: object])[]): NeutralEvent['person']['clickIds'] {
  const details: Details = {
    conversion_no: 1n,
    conversion_key: 'purchase',
    event_type: 'purchase',
    revenue_type: 'cash',
    person_key: 1n,
    visitor_key: null,
    outcome_key: null,
    action_source: null,
    page_url: null,
    city: null,
    country: null,
    click_ids: null,
    ad_user_data: null,
    ad_personalization: null,
    has_gpc: false,
    touch_click_ids: touches.map(([, ids]) => JSON.stringify(ids)),
    touched_ms: touches.map(([days]) => BigInt(AT - days * DAY_MS)),
  };
  const facts = { profileId: 'p', eventId: 'c-1', occurredAt: AT, eventName: 'purchase', kind: 'conversion' as const };
  const event = neutralEvent(
    { ...facts, needsUserAgent: false, signals: {} },
    { details, customer: undefined, objection: undefined },
  );
  return event.person.clickIds;
}

test('ids of addresses have the names of destinations', () => {
  const ids = { fbclid: 'f', sccid: 's', twclid: 't', oppref: 'o', mc_cid: 'm', unknown: 'u' };
  assert.deepEqual(clickIdsOf([[1, ids]]), {
    fbc: `fb.1.${AT - DAY_MS}.f`,
    sc_click_id: 's',
    twclid: 't',
    oppref: 'o',
  });
});

test('the latest of each is sent, and none that its platform no longer takes', () => {
  const touches = [
    [91, { gclid: 'old', ttclid: 'old' }],
    [31, { oppref: 'old', gclid: 'g' }],
    [29, { rdt_cid: 'old', twclid: 't' }],
    [2, { twclid: 'latest' }],
  ] as const;
  assert.deepEqual(clickIdsOf(touches), { gclid: 'g', ttclid: 'old', twclid: 'latest' });
});
