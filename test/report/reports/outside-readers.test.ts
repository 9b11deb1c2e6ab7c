// Reports to addresses outside of sign-in: nothing before the address has confirmed, then the figures of `audience=outside` once each, and nothing after it has
// ended them or does not exist any more.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createPerson, createSession, deliverMails } from '../../../src/account/people/index.ts';
import { setHealthcare, setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { reportJob } from '../../../src/report/reports/sending.ts';
import { type AlertWorld, openAlertWorld, TODAY } from '../../act/alerts/alert-world.ts';
import { startInbox } from '../../act/messaging/inbox-world.ts';
import { foundIn } from '../../collect/identity/whole-folder.ts';
import { linkOf, type MailServer, startMailServer, type TakenMail } from '../../fakes/mail-server.ts';
import type { Api } from '../../harness.ts';

let world: AlertWorld;
let server: MailServer;
const WEEK = { date_from: '2026-05-11', date_to: '2026-05-17' };
const BOARD = 'board@north.example';

const profile = () => ({ profile_id: world.profileId });
const at = (path = ''): string => `/workspaces/${world.workspaceId}/reports${path}`;
const ask = (address: string, api = world.owner) => api.post('/reports/readers', { address }, profile());
const readers = async () => (await world.owner.get('/reports/readers', profile())).body.data;
const readerOf = async (address: string) => (await readers()).find((each: { address: string }) => each.address === address);
const days = (count: number): void => world.clock.set(new Date(world.clock.now() + count * 86_400_000).toISOString());

/** Mails to an address since the last look. */
async function mailsTo(address: string): Promise<TakenMail[]> {
  await deliverMails(world.base);
  const found = server.taken.filter(({ to }) => to.includes(address));
  server.taken.splice(0, server.taken.length, ...server.taken.filter(({ to }) => !to.includes(address)));
  return found;
}

const textOf = ({ text }: TakenMail): string =>
  text.replaceAll('=\r\n', '').replace(/(?:=[0-9A-F]{2})+/g, (all) => Buffer.from(all.replaceAll('=', ''), 'hex').toString());

const pathOf = (url: string): string => new URL(url).pathname;
const open = async (path: string, method = 'GET'): Promise<[number, string]> => {
  const response = await fetch(new URL(path, world.baseUrl), { method });
  return [response.status, await response.text()];
};

async function confirmed(address: string): Promise<string> {
  const { status, body } = await ask(address);
  assert.equal(status, 201, JSON.stringify(body));
  const [mail] = await mailsTo(address);
  assert.ok(mail);
  await open(pathOf(linkOf(mail)), 'POST');
  return body.data.id;
}

const schedule = (ids: readonly string[], more: object = {}) => ({
  ...profile(),
  title: 'Week',
  page: 'overview',
  recipients: [],
  readers: ids,
  rhythm: { every: 'week', weekday: 4, at: '08:00', timezone: 'UTC' },
  ...more,
});

async function create(ids: readonly string[], more: object = {}): Promise<string> {
  const { status, body } = await world.owner.post(at('/schedules'), schedule(ids, more));
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

async function send(ids: readonly string[], more: object = {}) {
  const id = await create(ids, more);
  const { status, body } = await world.owner.post(at(`/schedules/${id}/send`), undefined);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

test('a report to an address outside', async (t) => {
  server = await startMailServer(t);
  world = await openAlertWorld(t, { smtpUrl: server.url });
  world.clock.set(`${TODAY}T09:00:00Z`);
  await t.test('createReportReader', fromQuestionToReport);
  await t.test('deleteReportReader', endsAndBegins);
  await t.test('listReportReaders', bounces);
  await t.test('asks a stranger rarely, and not for ever', rarely);
  await t.test('is decided by managers of the profile', whoDecides);
});

/** It is sent only after the address has confirmed, with the figures of audience=outside. */
async function fromQuestionToReport(t: TestContext): Promise<void> {
  const { status, body } = await ask(` ${BOARD.toUpperCase()} `);
  assert.deepEqual([status, body.data.status, body.data.address], [201, 'pending', BOARD]);
  const own = await create([body.data.id]);
  const { data: early } = (await world.owner.post(at(`/schedules/${await create([body.data.id])}/send`), undefined)).body;
  assert.deepEqual(
    early.deliveries.map((each: Record<string, unknown>) => [each['reader_id'], each['status']]),
    [[body.data.id, 'not_sent']],
  );
  assert.equal((await world.owner.get(at(`/${early.id}`))).body.data.outside, null, 'nothing has left');
  const [question, ...others] = await mailsTo(BOARD);
  assert.ok(question);
  assert.deepEqual(others, []);
  const path = pathOf(linkOf(question));
  await t.test('opening the link asks, since programs open links too', async () => {
    const [asked, page] = await open(path);
    assert.deepEqual([asked, /method="post"/.test(page), (await readerOf(BOARD)).status], [200, true, 'pending']);
    assert.equal((await open(`${path.slice(0, -4)}AAAA`))[0], 404);
    const [, done] = await open(path, 'POST');
    assert.match(done, /You get reports of this profile/);
    assert.equal((await readerOf(BOARD)).status, 'confirmed');
    assert.equal((await ask(BOARD)).status, 200, 'who has confirmed is not asked again');
    assert.deepEqual(await mailsTo(BOARD), []);
  });
  await t.test('the mail has the figures of REST and no address of the console', async () => {
    const preview = (await world.owner.get(at(`/schedules/${own}/preview`))).body.data.outside;
    world.clock.set('2026-05-21T08:00:01Z');
    await runDue(world.base, [reportJob]);
    const [mail, ...more] = await mailsTo(BOARD);
    assert.ok(mail);
    assert.deepEqual(more, [], 'once');
    const text = textOf(mail);
    const rest = (await world.owner.get('/overview', { ...profile(), ...WEEK, audience: 'outside' })).body.data.current;
    const money = rest.revenue.toLocaleString('en', { style: 'currency', currency: 'USD' });
    assert.ok(text.includes(`Revenue: ${money}`), text);
    assert.ok(text.includes(`Conversions: ${rest.outcomes}`), text);
    assert.match(text, /Figures of fewer than 5 people are withheld/);
    assert.ok(!text.includes('/console/'), 'a reader outside cannot sign in');
    assert.match(text, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
    assert.equal(preview.problem, null);
    assert.ok(preview.text.includes(`Revenue: ${money}`));
    await runDue(world.base, [reportJob]);
    assert.deepEqual(await mailsTo(BOARD), [], 'and not twice');
    const report = (await world.owner.get(at('/hub'))).body.data.reports.find(
      (each: { schedule_id: string }) => each.schedule_id === own,
    );
    assert.deepEqual([report.deliveries[0].status, report.deliveries[0].reader_id], ['sent', body.data.id]);
    const whole = (await world.owner.get(at(`/${report.id}`))).body.data;
    assert.equal(Number(whole.outside.figures[0].value), rest.revenue);
  });
  await t.test('no file of the data folder has the address in clear', async () => {
    assert.deepEqual([...(await foundIn(world.base.config.dataDir, [BOARD])).values()], []);
  });
}

const unsubscribeOf = (mail: TakenMail): string =>
  pathOf(/List-Unsubscribe: ?<([^>]*)>/.exec(mail.text.replace(/\r\n /g, ''))?.[1] ?? '');

/** It ends by its link, and is begun again by its reader alone. */
async function endsAndBegins(): Promise<void> {
  const id = await confirmed('ends@north.example');
  await send([id], { title: 'Ends' });
  const [mail] = await mailsTo('ends@north.example');
  assert.ok(mail);
  const path = unsubscribeOf(mail);
  await open(path);
  assert.equal((await readerOf('ends@north.example')).status, 'confirmed', 'opening it ends nothing');
  const [status, page] = await open(path, 'POST');
  assert.deepEqual([status, (await readerOf('ends@north.example')).status], [200, 'unsubscribed']);
  const after = await send([id], { title: 'After' });
  assert.deepEqual([after.deliveries[0].status, /has ended the reports/.test(after.deliveries[0].reason)], ['not_sent', true]);
  days(2);
  const again = await ask('ends@north.example');
  assert.deepEqual([again.status, /Only they can begin/.test(again.body.error.message)], [409, true]);
  assert.equal((await world.owner.delete(`/reports/readers/${id}`, profile())).status, 409, 'so that it is not asked anew');
  const back = /href="(\/r\/[^"]+)"/.exec(page)?.[1] ?? '';
  days(30);
  await open(back, 'POST');
  assert.equal((await readerOf('ends@north.example')).status, 'confirmed', 'at any time, by the person');
}

/** It is paused where a mail server does not know the address. */
async function bounces(): Promise<void> {
  const id = await confirmed('gone@north.example');
  server.rules.rcpt = (address) => (address === 'gone@north.example' ? '550 5.1.1 No such user' : '250 2.1.5 Ok');
  const report = await send([id], { title: 'Gone' });
  await deliverMails(world.base);
  const row = await readerOf('gone@north.example');
  assert.deepEqual([row.status, row.problem], ['bounced', '5.1.1']);
  const shown = (await world.owner.get(at(`/${report.id}`))).body.data.deliveries[0];
  assert.deepEqual([shown.status, /No such user/.test(shown.reason)], ['failed', true]);
  const dialled = server.commands.length;
  assert.equal((await send([id], { title: 'Gone again' })).deliveries[0].status, 'not_sent');
  await deliverMails(world.base);
  assert.equal(server.commands.length, dialled, 'it is not tried again');
  server.rules.rcpt = () => '550 5.7.1 Not from you';
  const other = await confirmedBefore('policy@north.example');
  await send([other], { title: 'Policy' });
  await deliverMails(world.base);
  assert.equal(
    (await readerOf('policy@north.example')).status,
    'confirmed',
    'a refusal of the sender says nothing of the address',
  );
  server.rules.rcpt = () => '250 2.1.5 Ok';
  days(2);
  assert.equal((await ask('gone@north.example')).body.data.status, 'pending', 'it may be asked again');
}

/** While the server refuses. */
async function confirmedBefore(address: string): Promise<string> {
  const { rcpt } = server.rules;
  server.rules.rcpt = () => '250 2.1.5 Ok';
  const id = await confirmed(address);
  server.rules.rcpt = rcpt;
  return id;
}

async function rarely(t: TestContext): Promise<void> {
  await t.test('once a day, three times', async () => {
    const statuses: number[] = [];
    for (const wait of [0, 0, 2, 2, 2]) {
      days(wait);
      statuses.push((await ask('shy@north.example')).status);
    }
    assert.deepEqual(statuses, [201, 409, 201, 201, 409]);
    assert.equal((await mailsTo('shy@north.example')).length, 3);
  });
  await t.test('its link ends after two weeks', async () => {
    await ask('late@north.example');
    const [mail] = await mailsTo('late@north.example');
    assert.ok(mail);
    days(15);
    const [, page] = await open(pathOf(linkOf(mail)), 'POST');
    assert.deepEqual([/has ended/.test(page), (await readerOf('late@north.example')).status], [true, 'pending']);
  });
  await t.test('a deleted one gets nothing, and its link has ended', async () => {
    const { body } = await ask('deleted@north.example');
    assert.equal((await world.owner.delete(`/reports/readers/${body.data.id}`, profile())).status, 200);
    assert.deepEqual(await mailsTo('deleted@north.example'), [], 'the mail that waited is not sent');
    assert.equal((await world.owner.delete(`/reports/readers/${body.data.id}`, profile())).status, 404);
  });
  await t.test('what is no address is refused', async () => {
    for (const address of ['nobody', 'a@b@c', 'a@north.example\nBcc: b@north.example', 'Ann <ann@north.example>'])
      assert.equal((await ask(address)).status, 422, address);
  });
}

function member(role: 'viewer' | 'manager'): Api {
  const { base, workspaceId, profileId } = world;
  const by = { actor: 'system' };
  const { personId } = createPerson(base, { email: `${randomUUID()}@shop.example`, name: 'Member', ...by });
  setWorkspaceRole(base, { workspaceId, personId, role: 'member', ...by });
  setProfileRole(base, { profile: { profileId, workspaceId }, personId, role, canSeePii: false, ...by });
  return world.api(createSession(base, { personId, ...by }).token);
}

async function whoDecides(t: TestContext): Promise<void> {
  const id = await confirmed('rules@north.example');
  await t.test('and of no other', async () => {
    assert.equal((await ask('x@north.example', member('viewer'))).status, 403);
    assert.equal((await member('viewer').post(at('/schedules'), schedule([id]))).status, 403);
    assert.equal((await member('manager').post(at('/schedules'), schedule([id]))).status, 201);
    const other = initInstallation(world.base, {
      email: `${randomUUID()}@else.example`,
      workspace: 'Else',
      profile: 'P',
      currency: 'USD',
      timezone: 'UTC',
    });
    const elsewhere = world.api(other.session_token);
    const theirs = { ...schedule([id]), profile_id: other.profile_id };
    assert.equal((await elsewhere.post(`/workspaces/${other.workspace_id}/reports/schedules`, theirs)).status, 422);
    assert.equal((await elsewhere.delete(`/reports/readers/${id}`, { profile_id: other.profile_id })).status, 404);
  });
  await t.test('for questions of readers outside, and 50 at most', async () => {
    const device = await world.owner.post(at('/schedules'), schedule([id], { question: { device: 'mobile' } }));
    assert.deepEqual([device.status, /^question\.device: /.test(device.body.error.message)], [422, true]);
    const many = Array.from({ length: 200 }, () => randomUUID());
    assert.equal((await world.owner.post(at('/schedules'), schedule(many))).status, 422);
  });
  await t.test('and never of healthcare', async () => {
    const own = await create([id], { title: 'Health' });
    setHealthcare(world.base, { profileId: world.profileId }, true);
    const { body } = await world.owner.post(at(`/schedules/${own}/send`), undefined);
    assert.deepEqual([body.data.deliveries[0].status, /healthcare/.test(body.data.deliveries[0].reason)], ['not_sent', true]);
    assert.equal((await ask('y@north.example')).status, 409);
  });
}

const undelivered = (to: string, id: string, status = '5.1.1'): string =>
  `--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${to}\nAction: failed\nStatus: ${status}\n\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: ${id}\nTo: ${to}\n--b--`;

test('a report of delivery that comes to a mailbox', async (t) => {
  const { w, arrives } = await startInbox(t);
  const { base, profileId, workspaceId } = w.app;
  const owner = w.app.api(w.app.session);
  const { body } = await owner.post('/reports/readers', { address: BOARD }, { profile_id: profileId });
  const stored = () => base.state.statement('report/reports/report_readers_list').all({ profile_id: profileId })[0];
  const type = 'multipart/report; report-type=delivery-status; boundary="b"';
  const bounce = (text: string) => arrives({ from: 'mailer-daemon@mx.example', id: `<${randomUUID()}@mx.example>`, type, text });
  const stateNow = async () => (await owner.get('/reports/readers', { profile_id: profileId })).body.data[0].status;
  await bounce(undelivered('other@north.example', `<${stored()?.mail_id}@tributary.invalid>`));
  await bounce(undelivered(BOARD, `<${randomUUID()}@tributary.invalid>`));
  assert.equal(await stateNow(), 'pending', 'one of another mail or recipient counts for nothing');
  base.state.statement('report/reports/report_reader_confirm').run({ reader_id: body.data.id, now: base.clock.now() });
  const path = `/workspaces/${workspaceId}/reports`;
  const schedule = await owner.post(`${path}/schedules`, {
    profile_id: profileId,
    title: 'Day',
    page: 'overview',
    recipients: [],
    readers: [body.data.id],
    rhythm: { every: 'day', at: '08:00', timezone: 'UTC' },
  });
  const report = (await owner.post(`${path}/schedules/${schedule.body.data.id}/send`, undefined)).body.data;
  const [sent] = base.state.statement('report/reports/sent_report_readers_list').all({ report_id: report.id });
  await bounce(undelivered(BOARD, `<${sent?.mail_id}@tributary.invalid>`, '5.2.2'));
  const delivery = async () => (await owner.get(`${path}/${report.id}`)).body.data.deliveries[0].status;
  assert.deepEqual([await delivery(), await stateNow()], ['bounced', 'confirmed'], 'a full mailbox is shown, and tried again');
  await bounce(undelivered(BOARD, `<${sent?.mail_id}@tributary.invalid>`));
  assert.deepEqual([await delivery(), await stateNow()], ['bounced', 'bounced']);
  assert.deepEqual((await owner.get('/messages', { profile_id: profileId })).body.data, [], 'it is no message of the inbox');
});
