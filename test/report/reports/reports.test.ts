// Reports that are sent on a schedule, through the door: when by the clocks of a zone, to whom, once for each period whatever happens, and as they
// were beside what is known now.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createPerson, createSession, deliverMails } from '../../../src/account/people/index.ts';
import { removeProfileMember, setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { mailOf } from '../../../src/report/reports/mail.ts';
import { comparedWith, daysBefore, momentOn, nextDue, type Rhythm } from '../../../src/report/reports/rhythm.ts';
import { addDue, lateReports, reportJob } from '../../../src/report/reports/sending.ts';
import { browserOf } from '../../doors/console/browser.ts';
import type { Api } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
let owner: Api;
let ownerId: string;
const at = (path = ''): string => `/workspaces/${shop.workspaceId}/reports${path}`;

function member(onProfile: boolean): { api: Api; personId: string; email: string } {
  const { base, workspaceId, profileId } = shop;
  const by = { actor: 'system' };
  const email = `${randomUUID()}@shop.example`;
  const { personId } = createPerson(base, { email, name: 'Member', ...by });
  setWorkspaceRole(base, { workspaceId, personId, role: 'member', ...by });
  if (onProfile) setProfileRole(base, { profile: { profileId, workspaceId }, personId, role: 'viewer', canSeePii: false, ...by });
  return { api: shop.api(createSession(base, { personId, ...by }).token), personId, email };
}

before(async () => {
  shop = await openShop();
  owner = shop.api(shop.session);
  shop.clock.set('2026-03-08T12:00:00Z');
  ownerId = member(true).personId;
});
after(() => shop?.close());

const WEEKLY = { every: 'week', weekday: 1, at: '08:00', timezone: 'Europe/Berlin' };
const schedule = (more: object = {}) => ({
  profile_id: shop.profileId,
  title: 'Weekly',
  page: 'overview',
  rhythm: WEEKLY,
  recipients: [ownerId],
  ...more,
});

async function create(more: object = {}, api = owner): Promise<string> {
  const { status, body } = await api.post(at('/schedules'), schedule(more));
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

/** Runs what is due; answers the new mails to a person with a title. */
async function sentTo(to: string, title: string) {
  await runDue(shop.base, [reportJob]);
  await deliverMails(shop.base);
  return (await shop.mails()).filter((mail) => mail.to === to && mail.subject.startsWith(title));
}

test('rhythms by the clocks of a zone', async (t) => {
  const daily = (at: string, timezone: string): Rhythm => ({ every: 'day', weekday: 1, month_day: 1, at, timezone });
  await t.test('a time that clocks skip is later on that day, and one that they show twice comes once', () => {
    const berlin = daily('02:30', 'Europe/Berlin');
    assert.equal(new Date(momentOn(berlin, '2026-03-29')).toISOString(), '2026-03-29T01:30:00.000Z');
    const first = nextDue(berlin, Date.parse('2026-10-24T12:00:00Z'));
    assert.deepEqual([first.day, new Date(first.at).toISOString()], ['2026-10-25', '2026-10-25T00:30:00.000Z']);
    assert.equal(nextDue(berlin, first.at).day, '2026-10-26');
  });
  await t.test('a year in twelve zones has each local day once', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Asia/Kolkata', 'Australia/Lord_Howe'];
    const more = ['Pacific/Apia', 'Africa/Cairo', 'America/St_Johns', 'Asia/Tehran', 'Atlantic/Azores', 'Pacific/Kiritimati'];
    for (const timezone of [...zones, ...more])
      for (const time of ['00:00', '02:30', '23:59']) {
        let next = nextDue(daily(time, timezone), Date.parse('2025-12-30T12:00:00Z'));
        const days: string[] = [];
        while (next.day < '2027-01-01') {
          days.push(next.day);
          next = nextDue(daily(time, timezone), next.at);
        }
        const own = days.filter((day) => day >= '2026-01-01');
        assert.deepEqual([own.length, new Set(own).size], [365, 365], `${timezone} ${time}`);
      }
  });
  await t.test('a report is about the last whole day, week or month', () => {
    assert.deepEqual(daysBefore({ every: 'week' }, '2026-03-11'), { date_from: '2026-03-02', date_to: '2026-03-08' });
    assert.deepEqual(daysBefore({ every: 'month' }, '2026-03-31'), { date_from: '2026-02-01', date_to: '2026-02-28' });
    assert.deepEqual(comparedWith({ every: 'month' }, { date_from: '2026-03-01', date_to: '2026-03-31' }), {
      date_from: '2026-02-01',
      date_to: '2026-02-28',
    });
    const last: Rhythm = { every: 'month', weekday: 1, month_day: 31, at: '09:00', timezone: 'UTC' };
    assert.equal(nextDue(last, Date.parse('2026-02-01T00:00:00Z')).day, '2026-02-28');
  });
});

test('createReportSchedule', async (t) => {
  await t.test('sends the week once, as text, HTML and CSV, with the figures of REST', async () => {
    const { personId, email } = member(true);
    await shop.spend('google', { '2026-03-08': [{ campaign_id: 'c1', campaign_name: 'C1', spend: '1' }] });
    await create({ title: 'Once', recipients: [personId] });
    assert.deepEqual(await sentTo(email, 'Once'), [], 'not before its time');
    shop.clock.set('2026-03-09T07:00:01Z');
    const [mail, ...others] = await sentTo(email, 'Once');
    assert.deepEqual(others, []);
    const { body } = await shop.owner.get('/overview', { date_from: '2026-03-02', date_to: '2026-03-08' });
    assert.ok(mail?.text.includes(`Revenue: $${body.data.current.revenue.toFixed(2)}`), mail?.text);
    assert.match(mail?.text ?? '', /--- table-1\.csv ---\nChannel,Spend/);
    assert.deepEqual(await sentTo(email, 'Once'), [], 'and no second time');
    shop.clock.set('2026-03-16T07:00:01Z');
    assert.ok(!/went from/.test(mail?.text ?? ''), 'the week before has no visits to compare with');
    const [second, ...more] = await sentTo(email, 'Once');
    assert.deepEqual(more, [], 'the next week again');
    assert.match(second?.text ?? '', /^Main, 2026-03-09 to 2026-03-15\n\nRevenue went from \$145\.00 to \$0\.00/);
  });
  await t.test('sends nothing twice when its job runs again after a crash', async () => {
    const { personId, email } = member(true);
    const id = await create({ title: 'Crash', recipients: [personId] });
    const [row] = [shop.base.state.statement('report/reports/report_schedule_get').get({ schedule_id: id })];
    shop.clock.set('2026-03-23T07:00:01Z');
    assert.equal((await sentTo(email, 'Crash')).length, 1);
    const back = {
      schedule_id: id,
      problem: null,
      status: 'active' as const,
      due_day: row?.due_day ?? '',
      due_at: row?.due_at ?? 0,
    };
    shop.base.state.statement('report/reports/report_schedule_step').run(back);
    addDue(shop.base, { schedule_id: id, profile_id: shop.profileId }, { day: back.due_day, at: back.due_at });
    assert.deepEqual(await sentTo(email, 'Crash'), []);
    const { body } = await owner.get(at('/schedules'));
    assert.equal(body.data.find((each: { id: string }) => each.id === id).next_at, '2026-03-30T06:00:00.000Z', 'it ran');
  });
  await t.test('ends by the link of its mail, which a program that opens it does not press', async () => {
    const { personId, email } = member(true);
    const id = await create({ title: 'Enough', recipients: [personId], rhythm: { ...WEEKLY, every: 'day' } });
    shop.clock.set('2026-03-24T07:00:01Z');
    const [mail] = await sentTo(email, 'Enough');
    const [, path = ''] = /(\/u\/[\w-]+)/.exec(mail?.text ?? '') ?? [];
    const question = await browserOf(shop).get(path);
    assert.equal(question.status, 200);
    assert.match(question.text, /Send me no more of them/);
    const post = (to: string) =>
      fetch(new URL(to, shop.baseUrl), { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    for (const _ of [1, 2]) assert.equal((await post(path)).status, 200);
    assert.equal((await post(`${path.slice(0, -4)}AAAA`)).status, 404);
    shop.clock.set('2026-03-25T07:00:01Z');
    assert.deepEqual(await sentTo(email, 'Enough'), []);
    const found = (await owner.get(at('/schedules'))).body.data.find((each: { id: string }) => each.id === id);
    assert.deepEqual([found.status, found.problem, found.recipients], ['paused', 'no_recipients', []]);
  });
  await t.test('gives no figures to who may not open the profile any more', async () => {
    const { personId, email } = member(true);
    const id = await create({ title: 'Gone', recipients: [personId] });
    const profile = { profileId: shop.profileId, workspaceId: shop.workspaceId };
    removeProfileMember(shop.base, { profile, personId, actor: 'system' });
    shop.clock.set('2026-03-30T07:00:01Z');
    assert.deepEqual(await sentTo(email, 'Gone'), []);
    const hub = await owner.get(at('/hub'));
    const report = hub.body.data.reports.find((each: { schedule_id: string }) => each.schedule_id === id);
    assert.deepEqual(report.deliveries, [
      { user_id: personId, chat_id: null, reader_id: null, status: 'no_access', reason: null },
    ]);
  });
  await t.test('refuses strangers, days, unknown zones and more recipients than fifty', async () => {
    const stranger = member(false).personId;
    for (const [more, field] of [
      [{ recipients: [stranger] }, 'recipients'],
      [{ recipients: Array.from({ length: 200 }, () => randomUUID()) }, 'recipients'],
      [{ question: { date_from: '2026-03-01', date_to: '2026-03-02' } }, 'question.date_from'],
      [{ question: { transform: 'unique' } }, 'question.transform'],
      [{ rhythm: { ...WEEKLY, timezone: 'Europe/Atlantis' } }, 'rhythm.timezone'],
      [{ rhythm: { ...WEEKLY, at: '24:00' } }, 'rhythm'],
      [{ title: 'For jane.doe@example.com' }, 'title'],
    ] as const) {
      const { status, body } = await owner.post(at('/schedules'), schedule(more));
      assert.equal(status, 422, `${field} ${JSON.stringify(body)}`);
      assert.ok(JSON.stringify(body).includes(field), JSON.stringify(body));
    }
    assert.equal((await owner.post(at('/schedules'), schedule({ profile_id: randomUUID() }))).status, 404);
    assert.equal((await member(false).api.post(at('/schedules'), schedule())).status, 403);
  });
  await t.test('says which question cannot be answered any more, and goes on', async () => {
    const { personId, email } = member(true);
    const id = await create({ title: 'Lost', page: 'attribution', question: { goal: 'no_such_goal' }, recipients: [personId] });
    shop.clock.set('2026-04-06T07:00:01Z');
    assert.deepEqual(await sentTo(email, 'Lost'), []);
    const found = (await owner.get(at('/schedules'))).body.data.find((each: { id: string }) => each.id === id);
    assert.equal(found.status, 'active');
    assert.match(found.problem, /goal/);
    assert.equal(found.next_at, '2026-04-13T06:00:00.000Z');
  });
});

test('listReportSchedules', async () => {
  const id = await create();
  const idsOf = async (api: Api) => (await api.get(at('/schedules'))).body.data?.map((each: { id: string }) => each.id);
  assert.ok((await idsOf(member(true).api)).includes(id));
  const other = initInstallation(shop.base, {
    email: `${randomUUID()}@else.example`,
    workspace: 'Else',
    profile: 'P',
    currency: 'USD',
    timezone: 'UTC',
  });
  assert.equal((await shop.api(other.session_token).get(at('/schedules'))).status, 404);
});

test('updateReportSchedule', async () => {
  const mine = member(true);
  const id = await create({}, mine.api);
  assert.equal((await member(true).api.patch(at(`/schedules/${id}`), { status: 'paused' })).status, 403);
  const paused = await mine.api.patch(at(`/schedules/${id}`), { status: 'paused', title: 'Later' });
  assert.deepEqual([paused.body.data.status, paused.body.data.next_at, paused.body.data.title], ['paused', null, 'Later']);
  assert.equal((await owner.patch(at(`/schedules/${id}`), { status: 'active' })).body.data.status, 'active');
  assert.equal((await owner.patch(at(`/schedules/${randomUUID()}`), { status: 'active' })).status, 404);
  assert.equal((await owner.patch(at(`/schedules/${id}`), {})).status, 422);
});

test('updateReportSchedules', async () => {
  const id = await create();
  const unknown = randomUUID();
  const { status, body } = await owner.post(at('/schedules/bulk'), {
    schedules: [
      { id, status: 'paused' },
      { id: unknown, status: 'paused' },
    ],
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.data.map((row: { status: string }) => row.status),
    ['updated', 'rejected'],
  );
});

test('deleteReportSchedule', async () => {
  const id = await create();
  assert.equal((await member(true).api.delete(at(`/schedules/${id}`))).status, 403);
  assert.deepEqual((await owner.delete(at(`/schedules/${id}`))).body.data, { id, deleted: true });
  assert.equal((await owner.delete(at(`/schedules/${id}`))).status, 404);
});

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const generate = (more: object = {}) =>
  owner.post(at('/bulk-generate'), { profile_ids: [shop.profileId], page: 'overview', question: WEEK, ...more });

test('generateReports', async () => {
  const unknown = randomUUID();
  const { status, body } = await generate({ profile_ids: [shop.profileId, unknown] });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.data.map((row: { status: string; profile_id: string }) => [row.status, row.profile_id]),
    [
      ['created', shop.profileId],
      ['rejected', unknown],
    ],
  );
  assert.equal((await generate({ question: {} })).status, 422);
  assert.equal((await generate({ page: 'paths', question: { ...WEEK, channel: 'Email' } })).status, 422);
});

test('getReport', async (t) => {
  const id = (await generate()).body.data[0].report_id;
  await t.test('has the figures as they were beside those of now', async () => {
    const first = (await owner.get(at(`/${id}`))).body.data;
    assert.deepEqual(first.differences, []);
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: randomUUID(),
      occurred_at: '2026-03-06T13:00:00Z',
      value: { amount: '1000', currency: 'USD' },
      user_traits: { external_id: 'cust-1' },
    });
    await shop.settle();
    const second = (await owner.get(at(`/${id}`))).body.data;
    assert.deepEqual(second.contents, first.contents);
    assert.deepEqual(second.figures, first.figures);
    const revenue = second.differences.find((each: { name: string }) => each.name === 'Revenue');
    assert.equal(Number(revenue.is) - Number(revenue.was), 1000);
  });
  await t.test('is nothing for others', async () => {
    assert.equal((await owner.get(at(`/${randomUUID()}`))).status, 404);
    assert.ok([403, 404].includes((await member(false).api.get(at(`/${id}`))).status));
  });
});

test('getReportsHub', async () => {
  const id = (await generate()).body.data[0].report_id;
  const { body } = await owner.get(at('/hub'));
  assert.ok(body.data.reports.some((each: { id: string }) => each.id === id));
  assert.ok(Array.isArray(body.data.schedules));
});

test('the report of a schedule', async (t) => {
  await t.test('is sent late where its job had used all attempts', async () => {
    const { api, personId, email } = member(true);
    const id = await create({ title: 'Late', recipients: [personId] }, api);
    shop.base.state.db.prepare("delete from jobs where kind = 'report_send'").run();
    const look = async (): Promise<void> => {
      addJob(shop.base, lateReports, { payload: {} });
      await runDue(shop.base, [lateReports]);
    };
    shop.clock.set('2026-04-13T06:30:00Z');
    await look();
    assert.deepEqual(await sentTo(email, 'Late'), [], 'a job of its own would still be trying');
    shop.clock.set('2026-04-13T08:00:00Z');
    for (const _ of [1, 2]) await look();
    assert.equal((await sentTo(email, 'Late')).length, 1);
    const { body } = await api.get(at('/schedules'));
    assert.equal(body.data.find((each: { id: string }) => each.id === id).next_at, '2026-04-20T06:00:00.000Z');
  });
  await t.test('that becomes monthly sends the month whose first day it has sent as a day', async () => {
    shop.clock.set('2026-05-01T12:00:00Z');
    const { api, personId, email } = member(true);
    const id = await create({ title: 'Longer', recipients: [personId], rhythm: { ...WEEKLY, every: 'day' } }, api);
    shop.clock.set('2026-05-02T07:00:01Z');
    assert.equal((await sentTo(email, 'Longer')).length, 1);
    const rhythm = { ...WEEKLY, every: 'month', month_day: 1 };
    assert.equal((await api.patch(at(`/schedules/${id}`), { rhythm })).status, 200);
    shop.clock.set('2026-06-01T07:00:01Z');
    assert.equal((await sentTo(email, 'Longer')).length, 1);
  });
});

test('the mail of a report has names as text, in HTML and in a spreadsheet', () => {
  const name = '=HYPERLINK("http://x")<script>';
  const mail = mailOf({
    title: 'T <b>',
    profile: 'P',
    days: WEEK,
    link: 'https://tributary.example/',
    headline: [],
    contents: {
      currency: 'USD',
      timezone: 'UTC',
      goal: null,
      model: null,
      warnings: [name],
      blocks: [
        { kind: 'figures', figures: [{ name: 'Revenue', unit: 'money', value: 110, before: 100 }] },
        { kind: 'table', title: 'T', columns: [{ name: 'Campaign', unit: null }], rows: [[name], ['-5']], rows_left_out: 0 },
      ],
    },
  });
  assert.ok(!/<script|<b>T|T <b>/.test(mail.html), mail.html);
  assert.ok(mail.html.length < 100_000);
  assert.match(mail.text, /Revenue: \$110\.00 \(\+10\.0 %\)/);
  const [table] = mail.attachments;
  assert.equal(table && 'text' in table && table.text, 'Campaign\r\n"\'=HYPERLINK(""http://x"")<script>"\r\n-5\r\n');
});
