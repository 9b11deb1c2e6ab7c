// Outages on graphs and beside figures: the steps of a graph that lack something, by the days of the profile, and the sentence of the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { loadConsole } from './load.ts';

type Notes = typeof import('../../console/notes/outages.tsx');

const days = ['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-26'].map((day) => ({ date_from: day, date_to: day }));
const outage = (from: string, to: string | null) => ({ sender: 'browsers', from, to, events: 0, usual: 340 });

test('outages are marked on the steps of a graph, and said beside figures', async (t) => {
  const { gapsOf, OutageNotice } = await loadConsole<Notes>('notes/outages.tsx');
  const spans = (from: string, to: string | null, steps = days, zone = 'UTC') =>
    gapsOf({ outages: [outage(from, to)] }, steps, zone).map((gap) => [gap.from, gap.to]);

  await t.test('days, by the profile’s zone', () => {
    assert.deepEqual(spans('2026-03-24T09:00:00Z', '2026-03-24T15:00:00Z'), [[1, 1]]);
    assert.deepEqual(spans('2026-03-24T20:00:00Z', '2026-03-25T00:00:00Z'), [[1, 1]], 'to midnight');
    assert.deepEqual(spans('2026-03-24T23:30:00Z', '2026-03-25T02:00:00Z', days, 'Europe/Berlin'), [[2, 2]]);
    assert.deepEqual(spans('2026-03-25T09:00:00Z', null), [[2, 3]], 'it goes on');
  });
  await t.test('what reaches over the ends, weeks, and other days', () => {
    assert.deepEqual(spans('2026-03-20T00:00:00Z', '2026-03-24T12:00:00Z'), [[0, 1]]);
    assert.deepEqual(
      spans('2026-03-24T09:00:00Z', '2026-03-24T15:00:00Z', [{ date_from: '2026-03-23', date_to: '2026-03-29' }]),
      [[0, 0]],
    );
    assert.deepEqual(spans('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'), []);
    assert.deepEqual(gapsOf({}, days, 'UTC'), []);
  });
  await t.test('the notice has the warning of the service alone', () => {
    const warnings = [
      { code: 'rate_missing', message: 'No rate.' },
      { code: 'outage', message: 'Figures lack <b>340</b> events.' },
    ];
    assert.match(
      renderToString(h(OutageNotice, { of: { warnings } })),
      /^<p class="notice">Figures lack &lt;b>340&lt;\/b> events.<\/p>$/,
    );
    assert.equal(renderToString(h(OutageNotice, { of: {} })), '');
  });
});
