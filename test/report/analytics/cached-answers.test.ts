// Reports are computed once per version of the figures, and never answered from an earlier one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { letPass } from '../../until.ts';
import { openShop, type Shop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const REPORTS = ['/overview', '/overview/series', '/attribution', '/attribution/paths'];

let shop: Shop;
/** Statements that the warehouse was asked since the last count. */
let request = 0;
before(async () => {
  shop = await openShop();
  const query = shop.base.warehouse.query.bind(shop.base.warehouse);
  shop.base.warehouse.query = (target, statements, options) => {
    request += Array.isArray(statements) ? statements.length : 1;
    return query(target, statements, options);
  };
});
after(() => shop.close());

async function answerOf(path: string, query: Record<string, unknown> = WEEK) {
  request = 0;
  const { status, body } = await shop.owner.get(path, query);
  assert.equal(status, 200);
  return { body, asked: request };
}

test('a report is computed once per version', async (t) => {
  for (const path of REPORTS) {
    await t.test(`${path}: a second time it is the first answer`, async () => {
      const first = await answerOf(path);
      const second = await answerOf(path);
      assert.deepEqual(second.body, first.body);
      assert.ok(first.asked > 1);
      assert.equal(second.asked, 0, 'nothing is asked for');
    });
  }
  await t.test('another question is another answer', async () => {
    const day = await answerOf('/overview', { ...WEEK, date_to: '2026-03-01' });
    const week = await answerOf('/overview');
    assert.notEqual(day.body.data.current.pageviews, week.body.data.current.pageviews);
  });
  await t.test('a new fact is in the next answer', async () => {
    const before = await answerOf('/overview');
    await shop.visit({ at: '2026-03-07T10:00:00Z', browser: 'dan', url: 'https://shop.example/' });
    await shop.settle();
    const then = await answerOf('/overview');
    assert.equal(then.body.data.current.pageviews, before.body.data.current.pageviews + 1);
  });
  await t.test('while facts are landed, every answer holds exactly the facts that its version names', async () => {
    const { body: first } = await answerOf('/overview');
    const seen = new Set<number>();
    const look = async () => {
      const { body } = await answerOf('/overview');
      const { through_seq } = body.meta.version;
      seen.add(through_seq);
      const added = through_seq - first.meta.version.through_seq;
      assert.equal(body.data.current.pageviews - first.data.current.pageviews, added, `at fact ${through_seq}`);
    };
    for (let visit = 0; visit < 5; visit += 1) {
      await shop.visit({ at: `2026-03-06T1${visit}:00:00Z`, browser: `eve-${visit}`, url: 'https://shop.example/' });
      let isLanded = false;
      const landed = shop.settle().finally(() => {
        isLanded = true;
      });
      while (!isLanded) {
        await look();
        await letPass(20);
      }
      await landed;
      await look();
    }
    assert.equal(seen.has(first.meta.version.through_seq + 5), true);
  });
  await t.test('a rebuilt file of the same version is asked anew', async () => {
    const right = await answerOf('/overview');
    const damaged = { sql: 'delete from sessions' };
    await shop.base.warehouse.write({ profileId: shop.profileId }, [damaged]);
    const month = { date_from: '2026-02-01', date_to: '2026-03-07' };
    const wrong = await answerOf('/overview', month);
    assert.equal(wrong.body.data.current.pageviews, 0);
    await commands.rebuild(shop.base, {}, () => undefined);
    const rebuilt = await answerOf('/overview', month);
    assert.deepEqual(rebuilt.body.meta.version, wrong.body.meta.version);
    assert.equal(rebuilt.body.data.current.pageviews, right.body.data.current.pageviews);
  });
  await t.test('a removed goal is refused though the figures do not know it yet', async () => {
    await shop.owner.post('/goals/definitions', {
      conversion_key: 'trial_started',
      event_types: ['trial_started'],
      revenue_type: 'gross',
    });
    await shop.settle();
    const asksTrials = { ...WEEK, goal: 'trial_started' };
    await answerOf('/attribution', asksTrials);
    await shop.owner.put('/profile/outcome-definitions', { family: 'gross', definitions: [] });
    assert.notEqual((await shop.owner.get('/attribution', asksTrials)).status, 200);
  });
});

test('a report is computed once for all who ask at the same time', async (t) => {
  const ask = (path: string, query: Record<string, unknown>) => shop.owner.get(path, query);
  await t.test('one computation answers all', async () => {
    for (const path of REPORTS) {
      const alone = await answerOf(path, { ...WEEK, date_from: '2026-03-02' });
      request = 0;
      const same = { ...WEEK, date_from: '2026-03-03' };
      const answers = await Promise.all([1, 2, 3].map(() => ask(path, same)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.ok(request <= alone.asked, `${path}: ${request} statements, ${alone.asked} for one`);
      for (const { body } of answers) assert.deepEqual(body, answers[0]?.body);
    }
  });
  await t.test('one that fails fails for all, and is not kept', async () => {
    const { warehouse } = shop.base;
    const query = warehouse.query;
    let failures = 0;
    warehouse.query = async () => {
      failures += 1;
      throw new Error('the warehouse process ended');
    };
    const day = { date_from: '2026-03-04', date_to: '2026-03-04' };
    const failed = await Promise.all([1, 2].map(() => ask('/overview', day)));
    warehouse.query = query;
    assert.deepEqual(
      failed.map(({ status }) => status),
      [500, 500],
    );
    assert.equal(failures, 1);
    assert.equal((await ask('/overview', day)).status, 200);
  });
});
