// The ads of agents' writes, from the audit: rows of the same grant, operation and profile, of one call alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adsOf } from '../../../console/pages/decide/written-ads.ts';

type Entry = Parameters<typeof adsOf>[0];
type AuditRow = Parameters<typeof adsOf>[2][number];

const entry = (at: string, more: Partial<Entry> = {}): Entry => ({
  id: '1',
  at,
  actor: 'person:1',
  event: 'applied',
  request_id: 'r',
  credential: 'grant:1',
  tool: 'pause_ad',
  subject: 'shop',
  status: 200,
  code: null,
  ...more,
});
const planned = (at: string, subject: string, detail: Record<string, unknown> = {}, more: Partial<AuditRow> = {}): AuditRow => ({
  no: 1,
  at,
  actor: 'person:1',
  action: 'ad_write.planned',
  profile_id: 'shop',
  subject,
  hash: '',
  intact: true,
  detail: { operation: 'pauseAd', credential: 'grant:1', target_type: 'ad', ...detail },
  ...more,
});

test('an agent’s write is shown with the ads that it planned to change', () => {
  const [first, second] = [entry('2026-03-01T10:00:01.000Z'), entry('2026-03-01T10:05:01.000Z')];
  const audit = [
    planned('2026-03-01T10:05:00.000Z', '992'),
    planned('2026-03-01T10:00:00.000Z', '991'),
    planned('2026-03-01T10:00:00.000Z', '1', { credential: 'grant:2' }),
    planned('2026-03-01T10:00:00.000Z', '2', { operation: 'resumeAd' }),
    planned('2026-03-01T10:00:00.000Z', '3', {}, { profile_id: 'another' }),
    planned('2026-03-01T10:00:00.000Z', '4', {}, { action: 'ad_write.applied' }),
    planned('2026-03-01T09:00:00.000Z', '5'),
  ];
  assert.deepEqual(adsOf(first, [second, first], audit), ['Ad 991']);
  assert.deepEqual(adsOf(second, [second, first], audit), ['Ad 992']);
  const moved = entry('2026-03-01T11:00:01.000Z', { tool: 'apply_recommendation' });
  const both = ['81', '84'].map((id) =>
    planned('2026-03-01T11:00:00.000Z', id, { operation: 'applyRecommendation', target_type: 'adset' }),
  );
  assert.deepEqual(adsOf(moved, [moved], both), ['Ad set 81', 'Ad set 84']);
});

test('none is named where it is not known', () => {
  const audit = [planned('2026-03-01T10:00:00.000Z', '991')];
  const at = '2026-03-01T10:00:01.000Z';
  for (const more of [{ event: 'refused' as const }, { credential: null }, { tool: 'dismiss_recommendation' }])
    assert.deepEqual(adsOf(entry(at, more), [entry(at, more)], audit), [], JSON.stringify(more));
  assert.deepEqual(adsOf(entry(at), [entry(at), entry(at)], audit), [], 'two calls that ended at once');
});
