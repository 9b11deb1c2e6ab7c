// A report that is due waits for the spend of its last day, and after twelve hours goes with a line that names what is missing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverMails } from '../../../src/account/people/index.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { lateReports, reportJob } from '../../../src/report/reports/sending.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
let ownerId: string;
const at = (path = ''): string => `/workspaces/${shop.workspaceId}/reports${path}`;

before(async () => {
  shop = await openShop();
  ownerId = (await shop.api(shop.session).get('/me')).body.data.user_id;
});
after(() => shop?.close());

const row = (spend: string) => [{ campaign_id: 'c1', campaign_name: 'C1', spend }];
let titles = 0;

/** Sent each day at nine, from the day after the clock's on. */
async function daily(): Promise<{ title: string; id: string }> {
  const title = `Daily ${++titles}`;
  const { status, body } = await shop.api(shop.session).post(at('/schedules'), {
    profile_id: shop.profileId,
    title,
    page: 'overview',
    recipients: [ownerId],
    rhythm: { every: 'day', at: '09:00', timezone: 'UTC' },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { title, id: body.data.id };
}

async function mailsAt(moment: string, title: string): Promise<string[]> {
  shop.clock.set(moment);
  addJob(shop.base, lateReports, { payload: {} });
  await runDue(shop.base, [lateReports, reportJob]);
  await deliverMails(shop.base);
  return (await shop.mails()).filter(({ subject }) => subject.startsWith(title)).map(({ text }) => text);
}

const waitsFor = async (id: string): Promise<string[]> =>
  (await shop.api(shop.session).get(at('/schedules'))).body.data.find((each: { id: string }) => each.id === id).waits_for;

test('a report waits for spend', async (t) => {
  await t.test('until every account has reported the last day', async () => {
    shop.clock.set('2026-03-09T12:00:00Z');
    await shop.spend('google', { '2026-03-08': row('10') });
    await shop.spend('bing', { '2026-03-08': row('4') });
    const { title, id } = await daily();
    assert.deepEqual(await waitsFor(id), [], 'before it is due');
    assert.deepEqual(await mailsAt('2026-03-10T09:00:01Z', title), []);
    assert.equal((await waitsFor(id)).length, 2);
    await shop.spend('google', { '2026-03-09': row('10') });
    assert.deepEqual(await mailsAt('2026-03-10T10:30:00Z', title), [], 'one of two');
    assert.match((await waitsFor(id)).join(), /^microsoft \S+$/);
    await shop.spend('bing', { '2026-03-09': row('4') });
    await shop.settle();
    const [text, ...more] = await mailsAt('2026-03-10T11:30:00Z', title);
    assert.deepEqual([more, await waitsFor(id)], [[], []]);
    assert.match(text ?? '', /Spend: \$14\.00/);
    assert.ok(!/is missing of/.test(text ?? ''), text);
    await shop.api(shop.session).delete(at(`/schedules/${id}`));
  });
  await t.test('for twelve hours at most, once, and says what is missing', async () => {
    shop.clock.set('2026-03-10T12:00:00Z');
    const { title, id } = await daily();
    for (const hour of ['09:00:01', '12:00:00', '18:00:00', '20:30:00'])
      assert.deepEqual(await mailsAt(`2026-03-11T${hour}Z`, title), [], hour);
    const [text, ...more] = await mailsAt('2026-03-11T21:00:00Z', title);
    assert.deepEqual(more, []);
    assert.match(
      text ?? '',
      /Spend of 2026-03-10 is missing of google \S+ \(reported through 2026-03-09\), microsoft \S+ \(reported/,
    );
    assert.deepEqual(await mailsAt('2026-03-12T08:00:00Z', title), [], 'no second time');
    const { body } = await shop.api(shop.session).get(at('/hub'));
    const report = body.data.reports.find((each: { schedule_id: string }) => each.schedule_id === id);
    const { contents } = (await shop.api(shop.session).get(at(`/${report.id}`))).body.data;
    assert.match(contents.warnings[0], /is missing of google/);
    assert.doesNotMatch(contents.warnings.join(' '), /\/api\//, 'who reads a report calls no operation');
    await shop.api(shop.session).delete(at(`/schedules/${id}`));
  });
  await t.test('of no account that has been silent for days, and names none that has been for a week', async () => {
    shop.clock.set('2026-03-14T12:00:00Z');
    const { title } = await daily();
    const [silent, ...more] = await mailsAt('2026-03-15T09:00:01Z', title);
    assert.deepEqual(more, []);
    assert.match(silent ?? '', /Spend of 2026-03-14 is missing of google/);
    shop.clock.set('2026-03-18T12:00:00Z');
    const later = await daily();
    const texts = await mailsAt('2026-03-19T09:00:01Z', later.title);
    assert.equal(texts.length, 1);
    assert.ok(!/is missing of/.test(texts.join()), texts.join());
  });
});
