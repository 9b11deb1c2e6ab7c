// Studies as Meta and Google list them: kinds, states, arms, and what they came to under the platform's own names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGoogleAds } from '../../src/providers/google-ads/client.ts';
import { createMeta } from '../../src/providers/meta/client.ts';
import { startFakeGoogleAds } from '../fakes/google-ads.ts';
import { startFakeMeta } from '../fakes/meta.ts';
import { clock, failureOf, grantOf } from './ad-platforms.ts';

const EUROS = { name: 'Shop', currency: 'EUR', timezone: 'Europe/Berlin', status: 'active', hasWriteAccess: true } as const;
const TIMES = { start_time: '2026-09-01T07:00:00+0000', end_time: '2026-09-29T07:00:00+0000' };

const STUDIES = [
  {
    id: '901',
    name: 'Lift autumn',
    type: 'LIFT',
    observation_end_time: '2026-10-13T07:00:00+0000',
    ...TIMES,
    cells: [{ id: 'c1', name: 'All', treatment_percentage: 90, control_percentage: 10, adsets: { data: [{ id: '11' }] } }],
    objectives: [
      {
        id: 'o1',
        name: 'Purchases',
        is_primary: true,
        results: [
          '{"cell_id": "c1", "conversions.incremental": -412.5, "conversions.confidence": 0.94, "incremental_value": null, "new": {}}',
          'no json',
        ],
      },
    ],
  },
  {
    id: '902',
    name: 'A/B picture',
    type: 'SPLIT_TEST',
    start_time: '2026-11-01T07:00:00+0000',
    end_time: '2027-12-01T07:00:00+0000',
    cells: [],
    objectives: [],
  },
  { id: '903', name: 'Stopped', type: 'LIFT', canceled_time: '2026-08-10T07:00:00+0000', ...TIMES, cells: [], objectives: [] },
  { id: '904', name: 'Of Meta itself', type: 'VERSION_CONTROL', ...TIMES, cells: [], objectives: [] },
  { id: '905', name: 'Without a day', type: 'LIFT', cells: [], objectives: [] },
];

async function startMeta(t: Parameters<typeof startFakeMeta>[0]) {
  const account = {
    id: 'act_1001',
    account_id: '1001',
    name: 'Shop',
    currency: 'EUR',
    timezone_name: 'Europe/Berlin',
    account_status: 1,
  };
  const fake = await startFakeMeta(t, [{ account, campaigns: [], adsets: [], ads: [], insights: [], studies: STUDIES }]);
  const { readStudies } = createMeta(fake.settings, { clock, timeoutMs: 2_000 }) ?? assert.fail();
  const token = fake.token();
  return { fake, read: () => readStudies?.(grantOf(token), { id: '1001', ...EUROS }) ?? assert.fail() };
}

test('Meta lists studies with their cells, and results as they are', async (t) => {
  const { read } = await startMeta(t);
  const studies = await read();
  assert.deepEqual(
    studies.map(({ id, kind, state, firstDay }) => [id, kind, state, firstDay]),
    [
      ['902', 'split', 'running', '2026-11-01'],
      ['901', 'lift', 'done', '2026-09-01'],
      ['903', 'lift', 'cancelled', '2026-09-01'],
    ],
  );
  const lift = studies[1];
  assert.deepEqual(lift?.arms, [{ id: 'c1', name: 'All', percent: 90, adSetIds: ['11'], campaignIds: undefined }]);
  assert.deepEqual(lift?.figures, [
    { name: 'Purchases conversions.incremental', value: '-412.5' },
    { name: 'Purchases conversions.confidence', value: '0.94' },
  ]);
  assert.equal(lift?.confidence, 0.94);
});

test('Meta refuses, breaks off and sends nonsense', async (t) => {
  const { fake, read } = await startMeta(t);
  for (const [script, outcome] of [
    ['revoked', 'reconnect'],
    ['wrong_json', 'unusable'],
  ] as const) {
    fake.server.fail(script);
    assert.equal((await failureOf(read())).outcome, outcome, script);
  }
  fake.server.fail('error_once');
  assert.equal((await read()).length, 3);
});

const EXPERIMENT = {
  resourceName: 'customers/5/experiments/1',
  experimentId: '1',
  name: 'Bids',
  type: 'SEARCH_CUSTOM',
  status: 'ENABLED',
  startDate: '2026-10-05',
  endDate: '2026-10-07',
};

test('Google lists experiments with their arms and its own comparison', async (t) => {
  const metrics = {
    conversions: 120,
    controlConversions: 100,
    conversionsAbsoluteChangePointEstimate: 20,
    conversionsAbsoluteChangeMarginOfError: 18,
    conversionsAbsoluteChangePValue: 0.031,
  };
  const arm = { resourceName: 'customers/5/experimentArms/1~2', experiment: EXPERIMENT.resourceName, name: 'New bids' };
  const fake = await startFakeGoogleAds(t, [
    {
      id: '5',
      name: 'Shop',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      isRoot: true,
      tables: {
        experiment: [
          { experiment: EXPERIMENT, metrics },
          { experiment: { ...EXPERIMENT, experimentId: '2', resourceName: 'customers/5/experiments/2', status: 'HALTED' } },
          { experiment: { ...EXPERIMENT, experimentId: '3', status: 'SETUP', startDate: '2027-01-01', endDate: undefined } },
          { experiment: { ...EXPERIMENT, experimentId: '4', startDate: undefined } },
        ],
        experiment_arm: [{ experimentArm: { ...arm, trafficSplit: '50', campaigns: ['customers/5/campaigns/77'] } }],
      },
    },
  ]);
  const { readStudies } = createGoogleAds(fake.settings, { clock, timeoutMs: 2_000 }) ?? assert.fail();
  const grant = grantOf(fake.token());
  const [first, ...others] = (await readStudies?.(grant, { id: '5', ...EUROS, loginAccountId: undefined })) ?? assert.fail();
  assert.deepEqual([first?.id, first?.kind, first?.state, first?.pValue], ['1', 'split', 'done', 0.031]);
  assert.deepEqual(first?.arms, [{ id: arm.resourceName, name: 'New bids', percent: 50, campaignIds: ['77'] }]);
  assert.deepEqual(
    first?.figures?.map(({ value }) => value),
    ['120', '100', '20', '18', '0.031'],
  );
  assert.deepEqual(
    others.map(({ id, state }) => [id, state]),
    [
      ['2', 'cancelled'],
      ['3', 'planned'],
    ],
  );
  fake.revoke();
  assert.equal((await failureOf(readStudies?.(grant, { id: '5', ...EUROS }) ?? assert.fail())).outcome, 'reconnect');
});
