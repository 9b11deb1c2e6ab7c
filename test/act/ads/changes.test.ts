// Changes of ads that others make at their platforms: each found by the next sync, once, and none of ours among them.
import assert from 'node:assert/strict';
import { createHash, randomInt } from 'node:crypto';
import { test } from 'node:test';
import {
  DANA,
  logBudget,
  logNoise,
  logStatus,
  logTargeting,
  type MetaActivity,
  OUR_APP,
} from '../../fakes/changes/meta-activities.ts';
import type { MetaRow } from '../../fakes/meta-objects.ts';
import { workOn } from '../connections/meta-world.ts';
import { startWriteWorld, type WriteWorld } from './write-world.ts';

const HOUR_MS = 3_600_000;
const RANGE = { date_from: '2026-10-01', date_to: '2026-12-31' };
const RULE = { ...DANA, actor_id: '9', actor_name: 'Meta', rule: 'Stop dear ads' };

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type Answer = any;

async function listed(w: WriteWorld, query: Record<string, unknown> = {}): Promise<Answer> {
  const { status, body } = await w.api.get('/ads/changes', { profile_id: w.app.profileId, ...RANGE, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const shown = ({ data }: Answer): string[] =>
  data.map(
    ({ object, field, before, after, by }: Answer) => `${object.type} ${object.id} ${field} ${before} → ${after} by ${by}`,
  );

const nextHour = async (w: WriteWorld): Promise<void> => {
  w.app.clock.advance(HOUR_MS + 60_000);
  await w.work();
};

const rowOf = (rows: MetaRow[], id: string): MetaRow => rows.find((row) => row.id === id) ?? assert.fail(id);

/** What a person does in Ads Manager: the object changes, and the log has it. */
const byHand = (w: WriteWorld) => ({
  budget: (id: string, to: number, by = DANA) => {
    const row = rowOf(w.account.adsets, id);
    logBudget(w.account, { kind: 'adsets', row, at: w.app.clock.now(), by }, [Number(row['daily_budget']), to]);
    row['daily_budget'] = String(to);
  },
  status: (id: string, to: 'ACTIVE' | 'PAUSED', by = DANA) => {
    const row = rowOf(w.account.ads, id);
    logStatus(w.account, { kind: 'ads', row, at: w.app.clock.now(), by }, [String(row['status']), to]);
    Object.assign(row, { status: to, configured_status: to, effective_status: to });
  },
});

test('listAdChanges', async (t) => {
  const w = await startWriteWorld(t);
  const hand = byHand(w);

  await t.test(
    'a budget, a status by a rule and a targeting are there after one sync, with who, when, before and after',
    async () => {
      w.app.clock.advance(600_000);
      hand.budget('81', 3_000);
      hand.status('991', 'PAUSED', RULE);
      logTargeting(w.account, { kind: 'adsets', row: rowOf(w.account.adsets, '82'), at: w.app.clock.now(), by: DANA }, [
        'France',
        'Spain',
      ]);
      logNoise(w.account, w.app.clock.now());
      await nextHour(w);
      const answer = await listed(w);
      assert.deepEqual(shown(answer).sort(), [
        'ad 991 status null → paused by Meta',
        'adset 81 budget 20 → 30 by Dana Díaz',
        'adset 82 targeting null → Location: France; Spain by Dana Díaz',
      ]);
      const budget = answer.data.find(({ field }: Answer) => field === 'budget');
      const { id: _, ...rest } = budget;
      assert.deepEqual(rest, {
        at: '2026-11-25T12:10:00.000Z',
        earliest_at: null,
        platform: 'meta',
        account_id: '102',
        field: 'budget',
        object: { type: 'adset', id: '81', name: 'No 81' },
        before: '20',
        after: '30',
        currency: 'EUR',
        platform_word: 'Ad set budget updated',
        by: 'Dana Díaz',
        via: 'Ads Manager',
        source: 'log',
        is_own: false,
      });
      assert.equal(answer.data.find(({ field }: Answer) => field === 'status').via, 'rule Stop dear ads');
      const [account] = answer.meta.accounts;
      assert.deepEqual(
        [account.source, account.known_since, account.read_at, account.error],
        ['log', '2026-10-26T12:00:00.000Z', '2026-11-25T13:11:00.000Z', null],
      );
    },
  );

  await t.test('the same log again adds nothing, in another order and on smaller pages', async () => {
    const before = await listed(w);
    w.meta.logPages = { order: (rows) => rows.toReversed(), rows: 2 };
    await nextHour(w);
    assert.deepEqual((await listed(w)).data, before.data);
  });

  await t.test('changes of one ad are those of it, its ad set and its campaign', async () => {
    assert.deepEqual(shown(await listed(w, { ad_id: '992' })), ['adset 81 budget 20 → 30 by Dana Díaz']);
    assert.equal((await listed(w, { ad_id: '991' })).data.length, 2);
    assert.deepEqual((await listed(w, { ad_id: 'nobody' })).data, []);
    assert.equal((await listed(w, { field: 'targeting' })).data.length, 1);
    assert.deepEqual((await listed(w, { platform: 'tiktok' })).data, []);
    assert.deepEqual((await listed(w, { date_from: '2026-11-26' })).data, []);
  });

  await t.test('pages have each change once', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Answer = await listed(w, { limit: 1, ...(cursor === '' ? {} : { cursor }) });
      ids.push(...page.data.map(({ id }: Answer) => id));
      cursor = page.pagination.cursor;
    }
    assert.deepEqual(
      ids,
      (await listed(w)).data.map(({ id }: Answer) => id),
    );
    assert.equal((await w.api.get('/ads/changes', { profile_id: w.app.profileId, ...RANGE, cursor: 'x' })).status, 400);
  });

  await t.test('what this service wrote is ours, what another app wrote at the same time is not', async () => {
    const before = (await listed(w)).data.length;
    assert.equal((await w.write('/ads/992/pause')).status, 200);
    assert.equal((await w.write('/adsets/81/budget', { daily_budget: 2_500 })).status, 200);
    await nextHour(w);
    assert.equal((await listed(w)).data.length, before, JSON.stringify(shown(await listed(w))));
    const own = (await listed(w, { by: 'all' })).data.filter(({ is_own }: Answer) => is_own);
    assert.deepEqual(own.map(({ object, field, after }: Answer) => `${object.id} ${field} ${after}`).sort(), [
      '81 budget 25',
      '992 status paused',
    ]);
    // Somebody sets the same value through another app while ours is on its way.
    assert.equal((await w.write('/ads/992/resume')).status, 200);
    hand.status('992', 'ACTIVE');
    await nextHour(w);
    assert.equal((await listed(w)).data.length, before + 1);
  });

  await t.test('our app used by somebody else, at another time or for another value, is somebody else', async () => {
    const before = (await listed(w)).data.length;
    hand.budget('81', 2_600, OUR_APP);
    await nextHour(w);
    assert.deepEqual(shown(await listed(w)).slice(0, 1), ['adset 81 budget 25 → 26 by Shop owner']);
    assert.equal((await listed(w)).data.length, before + 1);
  });

  await t.test('a log that may not be read fails nothing else, is named, and nothing is lost afterwards', async () => {
    const before = (await listed(w)).data.length;
    w.meta.isLogRefused = true;
    hand.budget('81', 2_700);
    await nextHour(w);
    const { meta } = await listed(w);
    assert.match(meta.accounts[0].error, /answered 403/);
    const [connection] = await w.connections();
    assert.deepEqual([connection.status, connection.accounts[0].catalogue_error], ['active', null]);
    w.meta.isLogRefused = false;
    await nextHour(w);
    assert.equal((await listed(w)).data.length, before + 1);
    assert.equal((await listed(w)).meta.accounts[0].error, null);
  });

  await t.test('texts of strangers are cut, and data in no known form is a change without values', async () => {
    const row = rowOf(w.account.adsets, '82');
    const entry = (data: string, more: Record<string, unknown> = {}) => ({
      event_time: new Date(w.app.clock.now()).toISOString(),
      event_type: 'update_ad_set_bidding',
      object_type: 'CAMPAIGN',
      object_id: row.id,
      object_name: `\u0000${'n'.repeat(9_000)}`,
      actor_name: 'x'.repeat(5_000),
      extra_data: data,
      ...more,
    });
    w.account.activities?.unshift(
      entry(`${'{"old_value":'.repeat(900)}1${'}'.repeat(900)}`),
      entry('not JSON', { event_type: 'something_new' }),
      entry('[1]', { event_time: 'yesterday' }),
      entry('{}', { object_type: 'PLANET' }),
    );
    await nextHour(w);
    const found = (await listed(w)).data.slice(0, 2);
    assert.deepEqual(found.map(({ field, before, after }: Answer) => [field, before, after]).sort(), [
      ['bid', null, null],
      ['other', null, null],
    ]);
    assert.ok(found.every(({ by, object }: Answer) => by.length === 200 && object.name.length < 501));
  });

  await t.test('nobody reads those of another profile', async () => {
    const other = (await w.api.post('/profiles', { workspace_id: w.app.workspaceId, name: 'Other' })).body.data;
    const issued = await w.api.post(`/workspaces/${w.app.workspaceId}/api-keys`, {
      name: 'k',
      profile_id: other.profile_id,
      scopes: ['campaigns:read'],
    });
    const answer = await w.app.api(issued.body.data.api_key).get('/ads/changes', { profile_id: w.app.profileId, ...RANGE });
    assert.notEqual(answer.status, 200);
    const own = await w.app.api(w.app.session).get('/ads/changes', { profile_id: other.profile_id, ...RANGE });
    assert.deepEqual([own.status, own.body.data, own.body.meta.accounts], [200, [], []]);
  });
});

test('random changes by people, rules and this service are all found, once, by the next sync', async (t) => {
  const seed = Number(process.env['TEST_SEED'] ?? randomInt(1_000_000_000));
  t.diagnostic(`TEST_SEED=${seed}`);
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const w = await startWriteWorld(t);
  const hand = byHand(w);
  const planted: string[] = [];
  /** One order for all pages of a reading, another for each. */
  const shuffled = (salt: number) => (rows: MetaActivity[]) => {
    const placeOf = (row: MetaActivity): string =>
      createHash('md5')
        .update(`${salt} ${JSON.stringify(row)}`)
        .digest('hex');
    return rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  };
  for (let hour = 0; hour < 4; hour += 1) {
    for (let step = 0; step < 6; step += 1) {
      w.app.clock.advance(60_000 * (1 + random(5)));
      const at = new Date(w.app.clock.now()).toISOString();
      const by = random(3) === 0 ? RULE : DANA;
      const id = ['991', '992', '993'][random(3)] ?? '991';
      const to = rowOf(w.account.ads, id)['status'] === 'PAUSED' ? ('ACTIVE' as const) : ('PAUSED' as const);
      if (random(3) === 0) {
        // Ours: one change of a target at a time, at least ten minutes from a change by others: the time distinguishes them.
        w.app.clock.advance(600_000);
        assert.equal((await w.write(`/ads/${id}/${to === 'PAUSED' ? 'pause' : 'resume'}`)).status, 200);
        w.app.clock.advance(600_000);
      } else if (random(2) === 0) {
        hand.status(id, to, by);
        planted.push(`${id} status ${new Date(Date.parse(at) + 1000).toISOString()}`);
      } else {
        hand.budget('81', 2_000 + random(2_000), by);
        planted.push(`81 budget ${at}`);
      }
    }
    w.meta.logPages = { order: shuffled(random(1e6)), rows: 1 + random(7) };
    w.app.clock.advance(HOUR_MS + 60_000);
    await workOn(w.app);
    const { data } = await listed(w, { limit: 100 });
    const found = data.map(({ object, field, at }: Answer) => `${object.id} ${field} ${at}`);
    assert.deepEqual(found.toSorted(), planted.toSorted(), `TEST_SEED=${seed}, hour ${hour}`);
  }
});
