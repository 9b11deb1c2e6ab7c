// The mail of a schedule before it is due: what it would be, and sending it once, also beside the schedule itself and another press.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createPerson, createSession, deliverMails } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { reportJob } from '../../../src/report/reports/sending.ts';
import { signedIn } from '../../doors/console/browser.ts';
import type { Api } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
let owner: Api;
let reader: { personId: string; email: string };
const at = (path = ''): string => `/workspaces/${shop.workspaceId}/reports${path}`;
const DAILY = { every: 'day', at: '08:00', timezone: 'Europe/Berlin' };

function person(role: 'admin' | 'member'): { api: Api; personId: string; email: string } {
  const by = { actor: 'system' };
  const email = `${randomUUID()}@shop.example`;
  const { personId } = createPerson(shop.base, { email, name: 'Reader', ...by });
  setWorkspaceRole(shop.base, { workspaceId: shop.workspaceId, personId, role, ...by });
  return { api: shop.api(createSession(shop.base, { personId, ...by }).token), personId, email };
}

before(async () => {
  shop = await openShop();
  owner = shop.api(shop.session);
  shop.clock.set('2026-03-08T05:00:00Z');
  reader = person('admin');
});
after(() => shop?.close());

async function create(title: string, more: object = {}): Promise<string> {
  const { status, body } = await owner.post(at('/schedules'), {
    profile_id: shop.profileId,
    title,
    page: 'overview',
    rhythm: DAILY,
    recipients: [reader.personId],
    ...more,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

async function mailsOf(title: string) {
  await runDue(shop.base, [reportJob]);
  await deliverMails(shop.base);
  return (await shop.mails()).filter((mail) => mail.to === reader.email && mail.subject.startsWith(title));
}

test('previewReportSchedule', async (t) => {
  const id = await create('Shown');
  await t.test('is the mail that is sent, but for the link of its reader', async () => {
    const { status, body } = await owner.get(at(`/schedules/${id}/preview`));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.data.date_from, body.data.date_to, body.data.is_sent], ['2026-03-07', '2026-03-07', false]);
    assert.match(body.data.html, /^<!doctype html>/);
    assert.equal(body.data.attachments[0].name, 'table-1.csv');
    assert.equal((await mailsOf('Shown')).length, 0, 'nothing is sent');
    assert.equal((await owner.post(at(`/schedules/${id}/send`), undefined)).status, 201);
    const [mail] = await mailsOf('Shown');
    assert.equal(mail?.subject, body.data.subject);
    assert.ok(mail?.text.startsWith(body.data.text), mail?.text);
    assert.equal((await owner.get(at(`/schedules/${id}/preview`))).body.data.is_sent, true);
  });
  await t.test('is a document for a frame that runs and loads nothing', async () => {
    const visitor = await signedIn(shop);
    const path = `/console/workspaces/${shop.workspaceId}/report-frame/${id}`;
    const { status, headers, text } = await visitor.get(path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.deepEqual([status, /sandbox$/.test(policy), /script-src|https/.test(policy)], [200, true, false]);
    assert.match(text, /<h1[^>]*>Shown/);
    assert.equal((await visitor.get(path.replace(id, randomUUID()))).status, 404);
    assert.equal((await fetch(new URL(path, shop.baseUrl), { redirect: 'manual' })).status, 404);
  });
  await t.test('says what its question lacks', async () => {
    const lost = await create('Lost', { page: 'attribution', question: { goal: 'no_such_goal' } });
    const { status, body } = await owner.get(at(`/schedules/${lost}/preview`));
    assert.deepEqual([status, body.error.code, /goal/.test(body.error.message)], [409, 'invalid_state', true]);
  });
  await t.test('is nothing for another workspace', async () => {
    const other = initInstallation(shop.base, {
      email: `${randomUUID()}@else.example`,
      workspace: 'Else',
      profile: 'P',
      currency: 'USD',
      timezone: 'UTC',
    });
    const api = shop.api(other.session_token);
    assert.equal((await api.get(at(`/schedules/${id}/preview`))).status, 404);
    assert.equal((await api.get(`/workspaces/${other.workspace_id}/reports/schedules/${id}/preview`)).status, 404);
  });
});

test('sendReportSchedule', async (t) => {
  await t.test('sends each period once, however often it is pressed and when the schedule is due', async () => {
    const id = await create('Now');
    const pressed = await Promise.all([1, 2, 3].map(() => owner.post(at(`/schedules/${id}/send`), undefined)));
    assert.deepEqual(pressed.map(({ status }) => status).toSorted(), [201, 409, 409]);
    const sent = pressed.find(({ status }) => status === 201)?.body.data;
    assert.deepEqual([sent.schedule_id, sent.date_from, sent.deliveries.length], [id, '2026-03-07', 1]);
    assert.equal((await mailsOf('Now')).length, 1);
    shop.clock.set('2026-03-08T07:00:01Z');
    assert.equal((await mailsOf('Now')).length, 0, 'the schedule is due and finds it');
    const { body } = await owner.get(at('/schedules'));
    const found = body.data.find((each: { id: string }) => each.id === id);
    assert.deepEqual([found.problem, found.next_at], [null, '2026-03-09T07:00:00.000Z']);
    shop.clock.set('2026-03-09T07:00:01Z');
    await shop.spend('google', { '2026-03-08': [{ campaign_id: 'c1', campaign_name: 'C1', spend: '1' }] });
    assert.equal((await mailsOf('Now')).length, 1, 'the next day is another period');
  });
  await t.test('repeats its answer under the same key', async () => {
    const id = await create('Keyed');
    const headers = { authorization: `Bearer ${shop.session}`, 'idempotency-key': randomUUID() };
    const send = () => fetch(new URL(`/api/v1${at(`/schedules/${id}/send`)}`, shop.baseUrl), { method: 'POST', headers });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.status, second.status, await second.text()], [201, 201, await first.text()]);
    assert.equal((await mailsOf('Keyed')).length, 1);
  });
  await t.test('sends what is paused, for its maker, owners and admins', async () => {
    const id = await create('Paused');
    await owner.patch(at(`/schedules/${id}`), { status: 'paused' });
    assert.equal((await person('member').api.post(at(`/schedules/${id}/send`), undefined)).status, 403, 'without the profile');
    assert.equal((await person('admin').api.post(at(`/schedules/${id}/send`), undefined)).status, 201);
    assert.equal((await owner.post(at(`/schedules/${randomUUID()}/send`), undefined)).status, 404);
  });
});
