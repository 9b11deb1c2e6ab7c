// Reports in chats: figures of at least five people, once each, whatever the service of the chat does.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setHealthcare, setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { reportChatJob } from '../../../src/report/reports/chat-delivery.ts';
import { reportJob } from '../../../src/report/reports/sending.ts';
import { type AlertWorld, openAlertWorld, TODAY } from '../../act/alerts/alert-world.ts';
import type { Api } from '../../harness.ts';

let world: AlertWorld;
const at = (path = ''): string => `/workspaces/${world.workspaceId}/reports${path}`;
const profile = () => ({ profile_id: world.profileId });
const WEEK = { date_from: '2026-05-11', date_to: '2026-05-17' };

async function chat(service: string, path: string): Promise<string> {
  const { status, body } = await world.owner.post(
    '/alerts/chats',
    { title: path, service, address: world.chatUrl(path) },
    profile(),
  );
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

const schedule = (chats: readonly string[], more: object = {}) => ({
  ...profile(),
  title: 'Week',
  page: 'overview',
  recipients: [],
  chats,
  rhythm: { every: 'week', weekday: 4, at: '08:00', timezone: 'UTC' },
  ...more,
});

async function create(chats: readonly string[], more: object = {}): Promise<string> {
  const { status, body } = await world.owner.post(at('/schedules'), schedule(chats, more));
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

/** Sends the report of the last week; answers its id. */
async function send(chats: readonly string[], more: object = {}): Promise<string> {
  const id = await create(chats, more);
  const { status, body } = await world.owner.post(at(`/schedules/${id}/send`), undefined);
  assert.equal(status, 201, JSON.stringify(body));
  await runDue(world.base, [reportChatJob]);
  return body.data.id;
}

const deliveryOf = async (reportId: string, chatId: string) =>
  (await world.owner.get(at(`/${reportId}`))).body.data.deliveries.find((each: { chat_id: string }) => each.chat_id === chatId);

const later = (minutes: number): void => world.clock.set(new Date(world.clock.now() + minutes * 60_000).toISOString());

test('a report in a chat', async (t) => {
  world = await openAlertWorld(t);
  world.clock.set(`${TODAY}T09:00:00Z`);
  await t.test('goes to each service once, with the figures of readers outside', toEachOnce);
  await t.test('has a state for what the service of a chat does, and is not sent twice', whatServicesDo);
  await t.test('is decided by managers', whoDecides);
});

async function toEachOnce(): Promise<void> {
  const chats = [await chat('slack', '/slack/all'), await chat('teams', '/teams/all'), await chat('google_chat', '/google/all')];
  const id = await create(chats);
  const preview = (await world.owner.get(at(`/schedules/${id}/preview`))).body.data.chat;
  world.clock.set('2026-05-21T08:00:01Z');
  await runDue(world.base, [reportJob, reportChatJob]);
  const report = (await world.owner.get(at('/hub'))).body.data.reports.find(
    (each: { schedule_id: string }) => each.schedule_id === id,
  );
  assert.deepEqual(
    report.deliveries.map(({ user_id, status, reason }: Record<string, unknown>) => [user_id, status, reason]),
    [1, 2, 3].map(() => [null, 'sent', null]),
  );
  const shown = world.chats.shown('all');
  assert.equal(shown.length, 3);
  const { body } = await world.owner.get('/overview', { ...profile(), ...WEEK, audience: 'outside' });
  const money = body.data.current.revenue.toLocaleString('en', { style: 'currency', currency: 'USD' });
  for (const text of shown) assert.ok(text.includes(`Revenue: ${money}`), `${money}: ${text}`);
  assert.deepEqual([preview.problem, preview.title], [null, 'Week: Main, 2026-05-11 to 2026-05-17']);
  const figures: string[] = preview.lines.filter((line: string) => !line.startsWith('Figures'));
  for (const line of figures) assert.ok(shown[1]?.includes(JSON.stringify(line).slice(1, -1)), line);
  const whole = (await world.owner.get(at(`/${report.id}`))).body.data;
  assert.equal(Number(whole.outside.figures[0].value), body.data.current.revenue);
  assert.equal(whole.outside.contents.outside.people_at_least, 5);
}

async function whatServicesDo(t: TestContext): Promise<void> {
  await t.test('one that breaks off may have it', async () => {
    world.chats.script('break_off_after');
    const id = await chat('slack', '/slack/cut');
    const report = await send([id], { title: 'Cut' });
    later(90);
    await runDue(world.base, [reportChatJob]);
    assert.equal((await deliveryOf(report, id)).status, 'unknown');
    assert.equal(world.chats.shown('cut').length, 1);
  });
  await t.test('a busy one gets it later', async () => {
    world.chats.script('throttled');
    const id = await chat('teams', '/teams/busy');
    const report = await send([id], { title: 'Busy' });
    assert.equal((await deliveryOf(report, id)).status, 'queued');
    later(61);
    await runDue(world.base, [reportChatJob]);
    assert.equal((await deliveryOf(report, id)).status, 'sent');
    assert.equal(world.chats.shown('busy').length, 1);
  });
  await t.test('a revoked address is named, and not dialled again', async () => {
    world.chats.revoke('gone');
    const id = await chat('slack', '/slack/gone');
    const { status, reason } = await deliveryOf(await send([id], { title: 'Gone' }), id);
    assert.deepEqual([status, /not valid any more/.test(reason)], ['failed', true]);
    const { requests } = world.chats;
    assert.equal((await deliveryOf(await send([id], { title: 'Again' }), id)).status, 'failed');
    assert.equal(world.chats.requests, requests);
  });
  await t.test('a crash while it is sent leaves its end unknown', async () => {
    const id = await chat('slack', '/slack/crash');
    const report = await send([id], { title: 'Crash' });
    const repeat = async (): Promise<void> => {
      addJob(world.base, reportChatJob, { profileId: world.profileId, payload: { report_id: report, chat_id: id } });
      await runDue(world.base, [reportChatJob]);
    };
    await repeat();
    assert.equal(world.chats.shown('crash').length, 1, 'a job that runs again');
    const row = { report_id: report, chat_id: id, status: 'sending' as const, reason: null };
    world.base.state.statement('report/reports/sent_report_chat_set').run(row);
    await repeat();
    assert.equal((await deliveryOf(report, id)).status, 'unknown');
    assert.equal(world.chats.shown('crash').length, 1);
  });
  await t.test('a chat that was deleted gets nothing, and the report is made', async () => {
    const id = await chat('slack', '/slack/deleted');
    const own = await create([id], { title: 'Deleted' });
    assert.equal((await world.owner.delete(`/alerts/chats/${id}`, profile())).status, 200);
    const { body } = await world.owner.post(at(`/schedules/${own}/send`), undefined);
    assert.deepEqual([body.data.deliveries[0].status, body.data.deliveries[0].reason], ['failed', 'The chat was deleted.']);
    const found = (await world.owner.get(at('/schedules'))).body.data.find((each: { id: string }) => each.id === own);
    assert.deepEqual(found.chats, []);
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

const ownId = async (api: Api): Promise<string> => (await api.get('/me')).body.data.user_id;

async function whoDecides(t: TestContext): Promise<void> {
  const id = await chat('slack', '/slack/rules');
  const refusals = async (body: object, api = world.owner): Promise<[number, string]> => {
    const answer = await api.post(at('/schedules'), body);
    return [answer.status, answer.body.error?.message ?? ''];
  };
  await t.test('refuses pages and questions of members, unknown chats and nobody', async () => {
    for (const [body, words] of [
      [schedule([id], { page: 'paths' }), /members alone/],
      [schedule([id], { question: { device: 'mobile' } }), /^question\.device: is not available to readers outside/],
      [schedule([randomUUID()]), /no chat of the profile/],
      [schedule([]), /needs a user, an address or a chat/],
    ] as const) {
      const [status, message] = await refusals(body);
      assert.ok([400, 422].includes(status), `${status} ${message}`);
      assert.match(message, words);
    }
  });
  await t.test('is for managers, and for chats of the own profile', async () => {
    assert.equal((await refusals(schedule([id]), member('viewer')))[0], 403);
    assert.equal((await refusals(schedule([id]), member('manager')))[0], 201);
    const viewer = member('viewer');
    const { body } = await viewer.post(at('/schedules'), schedule([], { title: 'Own', recipients: [await ownId(viewer)] }));
    const path = at(`/schedules/${body.data.id}`);
    assert.equal((await viewer.patch(path, { chats: [id] })).status, 403);
    assert.deepEqual((await world.owner.patch(path, { chats: [id] })).body.data.chats, [id]);
    assert.equal((await viewer.patch(path, { title: 'Ours', chats: [id] })).status, 200, 'what a manager chose stays');
    const other = initInstallation(world.base, {
      email: `${randomUUID()}@else.example`,
      workspace: 'Else',
      profile: 'P',
      currency: 'USD',
      timezone: 'UTC',
    });
    const elsewhere = `/workspaces/${other.workspace_id}/reports/schedules`;
    const theirs = { ...schedule([id]), profile_id: other.profile_id };
    assert.equal((await world.api(other.session_token).post(elsewhere, theirs)).status, 422);
  });
  await t.test('cannot lose its last reader', async () => {
    const own = await create([id], { title: 'Kept' });
    const patched = await world.owner.patch(at(`/schedules/${own}`), { chats: [] });
    assert.deepEqual([patched.status, /needs a user, an address or a chat/.test(patched.body.error.message)], [422, true]);
  });
  await t.test('sends nothing of a profile that has become one of healthcare', async () => {
    const own = await create([id], { title: 'Health' });
    setHealthcare(world.base, { profileId: world.profileId }, true);
    const { requests } = world.chats;
    const { body } = await world.owner.post(at(`/schedules/${own}/send`), undefined);
    await runDue(world.base, [reportChatJob]);
    assert.deepEqual([body.data.deliveries[0].status, world.chats.requests], ['failed', requests]);
    assert.match(body.data.deliveries[0].reason, /healthcare/);
    assert.equal((await refusals(schedule([id])))[0], 403);
  });
}
