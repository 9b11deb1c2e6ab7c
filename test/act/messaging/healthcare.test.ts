// Messages of a profile of the healthcare family: no credential of a partner app gets a word of them, whom they are from or to, or the name of a file, from any
// operation; nor does a webhook have them.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { setEntitlement, setHealthcare, workspaceMembers } from '../../../src/account/places/index.ts';
import { type ContractOperation, contract } from '../../../src/base/contract/document.ts';
import { KEY_SCOPES } from '../../../src/base/contract/scopes.ts';
import { PERSON, startFakeWhatsApp } from '../../fakes/whatsapp.ts';
import type { TestApp } from '../../harness.ts';
import { NOW_SECONDS } from '../connections/records/record-world.ts';
import { recordEvents } from '../webhooks/events.ts';
import { type InboxWorld, startInbox } from './inbox-world.ts';
import { MAIL } from './mail-world.ts';
import { PDF } from './media-files.ts';

const ZOE = 'zoe.quintana@example.com';
const PHONE = '4915177777777';
/** What must not be in an answer, and where an answer without the barrier has it. */
const SECRETS = [ZOE, PHONE, 'insulin', 'dialysis', 'tumour', 'befund', 'recovery'];

interface Ids {
  message: string;
  mail: string;
  thread: string;
  media: string;
}

/** A mail with a file, its answer, a message in WhatsApp, and an address that gets no mails. */
async function converse(world: InboxWorld, receiveWhatsApp: () => Promise<void>): Promise<Ids> {
  const file = (await world.upload(PDF, 'befund.pdf')).body.data;
  const mail = { ...MAIL, to: ZOE, subject: 'Your insulin', text: 'Bring the dialysis pass.' };
  const sent = await world.send({ ...mail, attachments: [{ media_id: file.media_id }] });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  const { message_id: message, rfc822_message_id: re, thread_id: thread } = sent.body.data;
  const html = '<p>About the <b>tumour</b></p>';
  await world.arrives({
    from: `Zoe <${ZOE}>`,
    id: '<a1@example.com>',
    re,
    subject: 'Re: Your insulin',
    text: html,
    type: 'text/html',
  });
  await receiveWhatsApp();
  await world.key.post('/messages/blocked-addresses', { channel: 'email', address: `recovery.${ZOE}` });
  const [answer] = (await world.key.get('/messages', { thread_id: thread, direction: 'inbound' })).body.data;
  assert.match(answer.html, /tumour/);
  return { message, mail: answer.message_id, thread, media: file.media_id };
}

const pathOf = ({ path, id }: ContractOperation, ids: Ids, place: Record<string, string>): string =>
  path
    .replace('threads/{id}', `threads/${ids.thread}`)
    .replace('{id}/html', `${ids.mail}/html`)
    .replace('messages/{id}', `messages/${ids.message}`)
    .replace(/\{(\w+)\}/g, (_all, name: string) => place[name] ?? (id.includes('Calendar') ? 'team' : ids.message));

function queryOf(
  { parameters, id, grain, path }: ContractOperation,
  ids: Ids,
  profileId: string | undefined,
): Record<string, string> {
  const has = (wanted: string): boolean => parameters.some(({ name }) => name === wanted);
  return {
    ...(has('date_from') ? { date_from: '2026-03-01', date_to: '2026-04-30' } : {}),
    ...(has('from') && has('to') ? { from: '2026-04-01T00:00:00Z', to: '2026-05-01T00:00:00Z' } : {}),
    ...(id === 'getMessageMedia' ? { media_id: ids.media } : {}),
    ...(id === 'searchCustomers' ? { q: 'zoe' } : {}),
    ...(profileId !== undefined && grain === 'profile' && !path.includes('{profileId}') ? { profile_id: profileId } : {}),
  };
}

const leaksIn = (text: string): string[] => SECRETS.filter((secret) => text.toLowerCase().includes(secret));

interface Asked {
  app: TestApp;
  credential: string;
  kind: 'key' | 'app';
  ids: Ids;
  under?: string;
}

/** Reads everything that the credential may ask; answers which operations showed something, and the refusals. */
async function readAll({
  app,
  credential,
  kind,
  ids,
  under = '/api/v1/',
}: Asked): Promise<{ shown: string[]; refusals: Map<string, string> }> {
  const { workspaceId, profileId } = app;
  const shown: string[] = [];
  const refusals = new Map<string, string>();
  const readings = contract().operations.filter(({ method, path }) => method === 'get' && path.startsWith(under));
  const asked = readings.filter(({ auth }) => auth.includes(kind));
  assert.ok(asked.length > 3, String(asked.length));
  for (const operation of asked) {
    const url = new URL(pathOf(operation, ids, { workspaceId, profileId }), app.baseUrl);
    const query = queryOf(operation, ids, kind === 'app' ? profileId : undefined);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${credential}` } });
    const text = await answer.text();
    const isFile = operation.id === 'getMessageMedia' && answer.status === 200;
    if (isFile || leaksIn(text).length > 0) shown.push(operation.id);
    refusals.set(operation.id, /"code":"(\w+)"/.exec(text)?.[1] ?? String(answer.status));
  }
  return { shown, refusals };
}

async function startWorld(t: TestContext) {
  const whatsapp = await startFakeWhatsApp(t);
  const world = await startInbox(t, { whatsapp: whatsapp.settings });
  const { app } = world.w;
  const { url } = await world.w.link('whatsapp');
  assert.equal((await world.w.visitor.submit(url, whatsapp.fields)).status, 303);
  const hears = async (id: string): Promise<void> => {
    const person = { ...PERSON, wa_id: PHONE };
    const message = whatsapp.message(
      { id, from: PHONE, timestamp: String(NOW_SECONDS), text: { body: 'My recovery goes well' } },
      person,
    );
    assert.equal(await world.w.post(`${app.baseUrl}/hooks/whatsapp`, message), 200);
  };
  return { world, app, hears };
}

test('a partner app gets nothing of the messages of a healthcare profile', async (t) => {
  const { world, app, hears } = await startWorld(t);
  const { base, profileId, workspaceId } = app;
  const ids = await converse(world, () => hears('wamid.one'));
  await app.settle();
  const { appId } = registerApp(base, {
    name: 'Partner',
    tier: 'internal',
    redirectUris: [],
    allowedReturnOrigins: [],
    actor: 'system',
  });
  for (const place of [{ workspaceId }, { workspaceId, profileId }]) authorizeApp(base, { appId, place, kind: 'provisioned' });
  setEntitlement(base, { profileId, feature: 'svc_attribution', isEnabled: true });
  const { secret } = createApiKey(base, {
    profileId,
    name: 'of the app',
    scopes: [...KEY_SCOPES],
    ratePerMinute: 60_000,
    actor: `app:${appId}`,
  });
  const caller = { app, credential: secret, kind: 'key' as const, ids };
  const wanted = [
    'getMessage',
    'getMessageHtml',
    'getMessageMedia',
    'getMessageThread',
    'listBlockedAddresses',
    'listMessages',
    'listMessageThreads',
  ];
  const before = await readAll({ ...caller, under: '/api/v1/messag' });
  assert.deepEqual(
    wanted.filter((id) => !before.shown.includes(id)),
    [],
    'while it is no healthcare profile, the same key reads them',
  );
  setHealthcare(base, { profileId }, true);
  const after = await readAll(caller);
  assert.deepEqual(after.shown, []);
  assert.ok(after.refusals.size > 60, String(after.refusals.size));
  const messaging = contract().operations.filter(({ path, auth }) => path.startsWith('/api/v1/messag') && auth.includes('key'));
  for (const { id, method } of messaging)
    if (method === 'get') assert.equal(after.refusals.get(id), 'healthcare_scope_forbidden', id);
  for (const { id, method, path } of messaging) {
    if (method === 'get') continue;
    const body =
      id === 'registerNumber'
        ? { pin: '482916' }
        : id.startsWith('putMessageThread')
          ? { is_read: true, is_done: true }
          : { ...MAIL, to: ZOE };
    const { body: answer } = await app.api(secret)[method === 'put' ? 'put' : 'post'](path.replace('{id}', ids.thread), body);
    assert.equal(answer.error.code, 'healthcare_scope_forbidden', id);
  }
  const byApp = await readAll({ app, credential: issueAppToken(base, appId).token, kind: 'app', ids });
  assert.deepEqual(byApp.shown, []);
  const minted = await app.api(issueAppToken(base, appId).token).post(`/workspaces/${workspaceId}/api-keys`, {
    profile_id: profileId,
    name: 'another',
    scopes: ['messages:read'],
  });
  assert.equal(minted.body.error.code, 'healthcare_scope_forbidden');
  // The people of the profile read them all the same.
  assert.equal((await world.w.api.get(`/messages/${ids.message}`, { profile_id: profileId })).body.data.to[0], ZOE);
});

test('webhooks of a healthcare profile have neither words nor senders of messages', async (t) => {
  const { world, app, hears } = await startWorld(t);
  const { base, profileId, workspaceId } = app;
  const [owner] = workspaceMembers(base, workspaceId);
  const personal = recordEvents(base, profileId, {
    personalDataBy: `person:${owner?.personId}`,
    subscriptionId: '00000000-0000-4000-8000-00000000f00d',
  });
  const { mail } = await converse(world, () => hears('wamid.one'));
  const announced = personal().filter(({ type }) => type === 'message.received');
  assert.deepEqual(
    announced.map(({ data }) => [data['channel'], data['sender']]),
    [
      ['email', ZOE],
      ['whatsapp', `+${PHONE}`],
    ],
  );
  setHealthcare(base, { profileId }, true);
  const [answer] = (await world.key.get('/messages', { direction: 'inbound', channel: 'email' })).body.data;
  assert.equal(answer.message_id, mail);
  await world.arrives({ from: ZOE, id: '<a2@example.com>', re: answer.rfc822_message_id, text: 'The dialysis went well' });
  await hears('wamid.two');
  assert.equal(personal().length, announced.length + 2);
  assert.deepEqual(leaksIn(JSON.stringify(personal().slice(announced.length))), []);
});
