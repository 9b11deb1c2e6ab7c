// TC strings as an independent library writes them, and the events that have them: choices are read, wrong strings are named, and nothing of a string is stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GVL, Segment, TCModel, TCString } from '@iabtcf/core';
import { adWordOf } from '../../../src/collect/events/signals.ts';
import { readTcString, withTcChoices } from '../../../src/collect/events/tc-string.ts';
import { startTestApp } from '../../harness.ts';

interface Said {
  purposes: number[];
  policy?: number;
  updated?: string;
  isDisclosed?: boolean;
}

/** A vendor list of the library's own form, with a few vendors. */
const list = new GVL({
  gvlSpecificationVersion: 3,
  vendorListVersion: 48,
  tcfPolicyVersion: 4,
  lastUpdated: '2026-01-01T00:00:00Z',
  purposes: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [i + 1, { id: i + 1 }])),
  specialPurposes: {},
  features: {},
  specialFeatures: {},
  vendors: Object.fromEntries(
    [2, 755, 1126].map((id) => [
      id,
      {
        id,
        name: `v${id}`,
        purposes: [1, 3, 4, 7],
        legIntPurposes: [],
        flexiblePurposes: [],
        specialPurposes: [],
        features: [],
        specialFeatures: [],
      },
    ]),
  ),
  stacks: {},
} as never);

function written({ purposes, policy = 4, updated = '2026-01-10T00:00:00Z', isDisclosed = true }: Said): string {
  const model = new TCModel(list);
  model.cmpId = 31;
  model.cmpVersion = 2;
  model.isServiceSpecific = true;
  model.purposeConsents.set(purposes);
  model.vendorConsents.set([2, 755]);
  model.vendorsDisclosed.set([2, 755, 1126]);
  const text = TCString.encode(model, {
    segments: isDisclosed ? [Segment.CORE, Segment.VENDORS_DISCLOSED] : [Segment.CORE],
  });
  return withBits(withBits(text, 132, 6, policy), 42, 36, Math.floor(Date.parse(updated) / 100));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The library writes its own policy and times: those of other versions are set in the bits. */
function withBits(text: string, at: number, bits: number, value: number): string {
  const [core = '', ...others] = text.split('.');
  const all = [...core].map((each) => ALPHABET.indexOf(each).toString(2).padStart(6, '0')).join('');
  const changed = all.slice(0, at) + value.toString(2).padStart(bits, '0') + all.slice(at + bits);
  const chars = changed.match(/.{6}/g) ?? [];
  return [chars.map((each) => ALPHABET[Number.parseInt(each, 2)]).join(''), ...others].join('.');
}

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const granted = { analytics_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' };
const denied = { analytics_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };

test('choices are as the library has written them', () => {
  assert.deepEqual(readTcString(written({ purposes: ALL })), granted);
  assert.deepEqual(readTcString(written({ purposes: [] })), denied);
  assert.deepEqual(readTcString(written({ purposes: [1, 7] })), { ...denied, ad_user_data: 'granted' });
  assert.deepEqual(readTcString(written({ purposes: [3, 4] })), { ...denied, ad_personalization: 'granted' });
  assert.deepEqual(readTcString(written({ purposes: [1, 8] })), { ...denied, analytics_storage: 'granted' });
  assert.deepEqual(readTcString(written({ purposes: [7, 8] })), denied, 'without storage on the device');
  for (const purposes of [[1, 7], [2, 9, 11], ALL]) {
    const text = written({ purposes });
    assert.deepEqual([...TCString.decode(text).purposeConsents.values()], purposes);
  }
});

test('strings of 2.2, 2.3 and 2.4 are read; of those since 2.3 only with their list of disclosed vendors', () => {
  const old = written({ purposes: ALL, policy: 4, isDisclosed: false });
  assert.deepEqual(readTcString(old), granted);
  for (const policy of [5, 6]) {
    assert.deepEqual(readTcString(written({ purposes: ALL, policy })), granted);
    assert.equal(readTcString(written({ purposes: ALL, policy, isDisclosed: false })), undefined);
  }
  assert.equal(readTcString(written({ purposes: ALL, updated: '2026-04-01T00:00:00Z', isDisclosed: false })), undefined);
});

test('what is no string of version 2 says nothing', () => {
  const text = written({ purposes: ALL });
  const wrong = [
    '',
    'x',
    `B${text.slice(1)}`,
    text.slice(0, 20),
    `${text}=`,
    `${text}..`,
    'A'.repeat(9_000),
    'DBABMA~1YNN',
    '{"a":1}',
  ];
  for (const each of wrong) assert.equal(readTcString(each), undefined, each.slice(0, 40));
});

test('a refusal in the string takes precedence over the word beside it, and a choice beside it over its consent', () => {
  const consent = (purposes: number[], own: object): Record<string, unknown> =>
    withTcChoices({ tc_string: written({ purposes }), ...own }).properties;
  assert.equal(consent([], { ad_user_data: 'granted' })['ad_user_data'], 'denied');
  assert.equal(consent(ALL, { ad_user_data: 'denied' })['ad_user_data'], 'denied');
  assert.equal(consent(ALL, { ad_user_data: false })['ad_user_data'], 'denied');
  assert.equal(adWordOf({ properties: { tcString: written({ purposes: [] }) } } as never), 'no');
  assert.equal(adWordOf({ properties: { tcString: written({ purposes: ALL }) } } as never), 'yes');
  assert.equal(adWordOf({ properties: { tcString: 'nothing' } } as never), undefined);
});

test('an event keeps the choices and not the string; a wrong one is flagged', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const text = written({ purposes: [1, 7] });
  const api = app.api(app.apiKey);
  for (const [key, tc_string] of [
    ['a', text],
    ['b', 'CPwrong'],
  ]) {
    const event = {
      event_type: 'lead_created',
      idempotency_key: key,
      anonymous_id: 'ana',
      properties: { plan: 'pro', tc_string },
    };
    assert.equal((await api.post('/events', event)).status, 201);
  }
  await app.settle();
  const rows = await app.base.warehouse.query(
    { profileId: app.profileId },
    { sql: '-- Events.\nselect properties, flags from events order by seq' },
  );
  assert.deepEqual(
    rows.map(({ properties, flags }) => [JSON.parse(String(properties)), flags]),
    [
      [{ plan: 'pro', analytics_storage: 'denied', ad_user_data: 'granted', ad_personalization: 'denied' }, null],
      [{ plan: 'pro' }, ['invalid_tc_string']],
    ],
  );
});
