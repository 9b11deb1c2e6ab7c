// Alerts from judging to what is sent, through the door, on a shop of half a year: one for each cause, each message once whatever is repeated, and over when the
// figure is back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { removeProfileMember, setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { type AlertWorld, openAlertWorld, plusDays, sell, TODAY, usualCount } from './alert-world.ts';

let world: AlertWorld;
const profile = () => ({ profile_id: world.profileId });
const FALL = { title: 'Sales fall', kind: 'change', condition: { figure: 'outcomes', direction: 'below' } };

function member() {
  const { base, workspaceId, profileId } = world;
  const email = `${randomUUID()}@shop.example`;
  const { personId } = createPerson(base, { email, name: 'Member', actor: 'system' });
  setWorkspaceRole(base, { workspaceId, personId, role: 'member', actor: 'system' });
  setProfileRole(base, { profile: { profileId, workspaceId }, personId, role: 'analyst', canSeePii: false, actor: 'system' });
  return { email, personId, api: world.api(createSession(base, { personId, actor: 'system' }).token) };
}

async function create(body: object): Promise<string> {
  const answer = await world.owner.post('/alerts/rules', body, profile());
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.id;
}

async function chat(service: string, path: string): Promise<string> {
  const answer = await world.owner.post('/alerts/chats', { title: path, service, address: world.chatUrl(path) }, profile());
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.id;
}

/** A day with these sales ends, and the morning after it is judged. */
async function dayWith(day: string, count: number): Promise<void> {
  world.clock.set(`${plusDays(day, 1)}T04:00:00Z`);
  await sell(world, { [day]: count });
  await world.watch();
}

// biome-ignore lint/suspicious/noExplicitAny: the contract has checked it
const alerts = async (): Promise<any[]> => (await world.owner.get('/alerts', profile())).body.data;
const mailsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

test('listAlerts', async (t) => {
  world = await openAlertWorld(t);
  const reader = member();
  const ids = await Promise.all([
    chat('slack', '/slack/marketing'),
    chat('teams', '/teams/growth'),
    chat('google_chat', '/google/sales?key=k'),
  ]);
  const rule = await create({ ...FALL, title: 'Sales <!channel>', recipients: [reader.personId], chats: ids });
  await t.test('raises nothing on a usual day', async () => {
    await dayWith(TODAY, usualCount(TODAY));
    assert.deepEqual(await alerts(), []);
    const { body } = await world.owner.get('/alerts/rules', profile());
    assert.deepEqual([body.data[0].judged_day, body.data[0].problem], [TODAY, null]);
  });
  const bad = plusDays(TODAY, 1);
  await t.test('says what, since when, how much money, why and where', async () => {
    await dayWith(bad, 1);
    const [alert, ...others] = await alerts();
    assert.deepEqual(others, []);
    assert.deepEqual([alert.state, alert.since, alert.figure, alert.value], ['open', bad, 'outcomes', '1']);
    assert.match(alert.what, new RegExp(`^Outcomes were 1 on ${bad}, where 1\\d(\\.\\d)? are usual\\.$`));
    assert.equal(alert.money.of, 'revenue');
    assert.ok(Number(alert.money.amount) < -200, JSON.stringify(alert.money));
    assert.match(alert.link, new RegExp(`/console/${world.profileId}/\\?period=${bad}\\.\\.${bad}$`));
    assert.deepEqual(alert.rules, [{ id: rule, title: 'Sales <!channel>' }]);
  });
  await t.test('sends it once to each, however often it is judged', async () => {
    assert.deepEqual(await mailsTo(reader.email), [
      'Alert: Sales <!channel> (Northshop)'.replace('Northshop', await profileName()),
    ]);
    for (let n = 0; n < 3; n += 1) await world.watch();
    assert.deepEqual(await mailsTo(reader.email), []);
    const shown = ['marketing', 'growth', 'sales'].map((channel) => world.chats.shown(channel));
    assert.deepEqual(
      shown.map(({ length }) => length),
      [1, 1, 1],
    );
    assert.ok(!shown[0]?.[0]?.includes('<!channel>'), 'nobody is pinged');
    const [{ notices }] = await alerts();
    assert.deepEqual(new Set(notices.map(({ status }: { status: string }) => status)), new Set(['sent', 'outbox']));
  });
  await t.test('is one alert for a figure that goes to and fro, and for two rules of one cause', async () => {
    const second = await create({ ...FALL, title: 'Revenue falls', condition: { figure: 'revenue', direction: 'below' } });
    await dayWith(plusDays(bad, 1), usualCount(plusDays(bad, 1)));
    await dayWith(plusDays(bad, 2), 1);
    const [alert, ...others] = await alerts();
    assert.deepEqual(others, []);
    assert.deepEqual(
      alert.rules.map(({ id }: { id: string }) => id),
      [rule, second],
    );
    assert.deepEqual([alert.state, alert.since, alert.value], ['open', bad, '1']);
    assert.deepEqual(await mailsTo(reader.email), []);
  });
  await t.test('is over after three usual days, and says so once', async () => {
    for (let n = 3; n <= 5; n += 1) await dayWith(plusDays(bad, n), usualCount(plusDays(bad, n)));
    const [alert] = await alerts();
    assert.equal(alert.state, 'cleared');
    assert.equal((await mailsTo(reader.email)).filter((subject) => subject.startsWith('Over: ')).length, 1);
    await world.watch();
    assert.deepEqual(await mailsTo(reader.email), []);
    assert.equal(world.chats.shown('marketing').length, 2);
  });
  await t.test('gives nothing to who may not open the profile any more', async () => {
    removeProfileMember(world.base, {
      profile: { profileId: world.profileId, workspaceId: world.workspaceId },
      personId: reader.personId,
      actor: 'system',
    });
    await dayWith(plusDays(bad, 6), 0);
    assert.deepEqual(await mailsTo(reader.email), []);
    const [alert] = await alerts();
    const own = alert.notices.find(({ target }: { target: string }) => target === `user ${reader.personId}`);
    assert.equal(own.status, 'no_access');
  });
});

test('updateAlert', async (t) => {
  world = await openAlertWorld(t);
  const reader = member();
  await create({
    title: 'Few sales',
    kind: 'threshold',
    condition: { figure: 'outcomes', value: '100' },
    recipients: [reader.personId],
  });
  await dayWith(TODAY, 5);
  const [{ id }] = await alerts();
  const patch = (body: object, api = reader.api) => api.patch(`/alerts/${id}`, body, profile());
  assert.deepEqual(await mailsTo(reader.email), ['Alert: Few sales (Default)'.replace('Default', await profileName())]);
  await t.test('names the first who acknowledges, and takes it back', async () => {
    const first = (await patch({ acknowledged: true })).body.data;
    assert.equal(first.acknowledged_by, `person:${reader.personId}`);
    assert.equal((await patch({ acknowledged: true }, world.owner)).body.data.acknowledged_by, first.acknowledged_by);
    assert.equal((await patch({ acknowledged: false })).body.data.acknowledged_at, null);
    assert.equal((await patch({ acknowledged: true }, world.api(world.apiKey))).status, 403);
    assert.equal((await world.owner.patch(`/alerts/${randomUUID()}`, { acknowledged: true }, profile())).status, 404);
  });
  await t.test('is silent while it is snoozed, and reminds once when that ends', async () => {
    const until = `${plusDays(TODAY, 3)}T00:00:00.000Z`;
    assert.equal((await patch({ snoozed_until: until })).body.data.snoozed_until, until);
    for (const bad of ['2020-01-01T00:00:00Z', '2027-01-01T00:00:00Z'])
      assert.equal((await patch({ snoozed_until: bad })).status, 422);
    await dayWith(plusDays(TODAY, 1), 5);
    assert.deepEqual(await mailsTo(reader.email), []);
    await dayWith(plusDays(TODAY, 2), 5);
    await world.watch();
    assert.deepEqual(
      (await mailsTo(reader.email)).map((subject) => subject.split(':')[0]),
      ['Still open'],
    );
  });
  await t.test('a paused rule clears its alert, once', async () => {
    const { body } = await world.owner.get('/alerts/rules', profile());
    await world.owner.patch(`/alerts/rules/${body.data[0].id}`, { status: 'paused' }, profile());
    for (let n = 0; n < 2; n += 1) await world.watch();
    assert.equal((await alerts())[0].state, 'cleared');
    assert.deepEqual(
      (await mailsTo(reader.email)).map((subject) => subject.split(':')[0]),
      ['Over'],
    );
    assert.equal((await patch({ snoozed_until: `${plusDays(TODAY, 9)}T00:00:00Z` })).status, 409);
  });
});

const profileName = async (): Promise<string> => (await world.owner.get('/profile', profile())).body.data.name;
