// A mailbox at Gmail through the door: sending and its refusals, what becomes of a mail whose answer was lost, threads, receiving by history, a history that
// is gone, and a grant that ends while mails are read.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { receiveJob } from '../../../src/act/messaging/email/inbound/receive.ts';
import { settleJob } from '../../../src/act/messaging/settle.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { gmailRefusal, headerIn, OWNER, startFakeGmail } from '../../fakes/mailboxes/gmail.ts';
import { NOW_MS, startRecordWorld } from '../connections/records/record-world.ts';
import { PDF, uploadFile } from './media-files.ts';

const ANA = 'ana@example.com';
const MAIL = { channel: 'email', to: ANA, subject: 'Your order', text: 'It is on its way.' };
type Body = Record<string, unknown>;

async function startGmailWorld(t: TestContext) {
  const gmail = await startFakeGmail(t, NOW_MS);
  const w = await startRecordWorld(t, { gmail: gmail.settings });
  await w.connect('gmail');
  const query = { profile_id: w.app.profileId };
  const connectionId: string = (await w.connection()).id;
  const run = async (kind: typeof receiveJob | typeof settleJob, payload: Body): Promise<void> => {
    if (kind === receiveJob)
      addJob(w.app.base, receiveJob, { profileId: w.app.profileId, payload: { connection_id: connectionId } });
    else addJob(w.app.base, settleJob, { payload });
    await runDue(w.app.base, [receiveJob, settleJob]);
  };
  const receive = () => run(receiveJob, {});
  await receive();
  return {
    w,
    gmail,
    receive,
    settle: () => run(settleJob, {}),
    send: (body: Body = MAIL) => w.api.post('/messages', body, query),
    message: async (id: string) => (await w.api.get(`/messages/${id}`, query)).body.data,
    inbound: async () => (await w.api.get('/messages', { ...query, direction: 'inbound' })).body.data,
    state: async () => (await w.connection()).status,
  };
}

const answerTo = (messageId: string, id: string, more = ''): string =>
  `From: Ana <${ANA}>\r\nTo: ${OWNER}\r\nSubject: Re: Your order\r\nMessage-ID: ${id}\r\nIn-Reply-To: ${messageId}\r\n${more}\r\nThank you\r\n`;

test('a mail is sent by Gmail and known by the Message-ID that Gmail gave it', async (t) => {
  const c = await startGmailWorld(t);
  assert.deepEqual([(await c.w.connection()).provider, await c.state()], ['gmail', 'active']);
  const unsubscribe = { url: 'https://shop.example/u', one_click: true };
  const file = await uploadFile(c.w.app, c.w.app.session, PDF, 'invoice.pdf');
  const attachments = [{ media_id: file.body.data.media_id }];
  const { status, body } = await c.send({ ...MAIL, list_unsubscribe: unsubscribe, attachments });
  assert.equal(status, 201, JSON.stringify(body));
  const [sent] = c.gmail.sent();
  assert.ok(sent);
  assert.deepEqual(
    [body.data.status, body.data.rfc822_message_id, body.data.provider_message_id, c.gmail.drafts.size],
    ['sent', `<CA+${sent.id}@mail.gmail.com>`, sent.id, 0],
  );
  const headers = ['From', 'To', 'List-Unsubscribe', 'List-Unsubscribe-Post'].map((name) => headerIn(sent.raw, name));
  assert.deepEqual(headers, [OWNER, ANA, '<https://shop.example/u>', 'List-Unsubscribe=One-Click']);
  assert.match(sent.raw, /filename=invoice\.pdf/);
  // A reply is in Gmail's thread, too, and carries the id that the other side has seen.
  const reply = await c.send({ channel: 'email', thread_id: body.data.thread_id, text: 'One more thing' });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const second = c.gmail.sent()[1];
  assert.deepEqual(
    [second?.threadId, headerIn(second?.raw ?? '', 'In-Reply-To'), headerIn(second?.raw ?? '', 'Subject')],
    [sent.threadId, body.data.rfc822_message_id, 'Re: Your order'],
  );
});

test('a mail whose answer was lost is searched for, and never sent again', async (t) => {
  const c = await startGmailWorld(t);
  c.gmail.server.failWrites('reset_after_apply', 'error_after_apply', 'html', 'reset');
  const ends = [];
  for (let n = 0; n < 4; n += 1) ends.push((await c.send()).body.data);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['sent', 'sent', 'unknown', 'unknown'],
  );
  assert.match(ends[0].rfc822_message_id, /^<CA\+.*@mail\.gmail\.com>$/);
  assert.equal(c.gmail.sent().length, 2);
  // One of the drafts goes out later, as Gmail was slow.
  const [late] = c.gmail.drafts.values();
  assert.ok(late);
  c.gmail.mails.push({ ...late, labelIds: ['SENT'] });
  await c.settle();
  assert.deepEqual(
    [(await c.message(ends[2].message_id)).status, (await c.message(ends[3].message_id)).status],
    ['sent', 'unknown'],
  );
  assert.equal(c.gmail.sent().length, 3);
});

test('each refusal has its code, and its state of the mailbox', async (t) => {
  const c = await startGmailWorld(t);
  const later = new Date(NOW_MS + 90_000).toISOString();
  const cases = [
    [400, 'invalidArgument', 'Invalid To header', 422, 'recipient_rejected', 'active'],
    [403, 'rateLimitExceeded', `User-rate limit exceeded.  Retry after ${later}`, 503, 'provider_error', 'active'],
    [400, 'failedPrecondition', 'Precondition check failed.', 422, 'provider_error', 'active'],
    [400, 'failedPrecondition', 'Mail service not enabled', 403, 'mailbox_disabled', 'needs_action'],
    [429, 'rateLimitExceeded', `User-rate limit exceeded.  Retry after ${later} (Mail sending)`, 429, 'quota_exceeded', 'active'],
  ] as const;
  for (const [status, reason, words, expected, code, state] of cases) {
    c.gmail.refuseSend(gmailRefusal(status, reason, words));
    const refused = await c.send();
    const { error } = refused.body;
    assert.deepEqual([refused.status, error?.code, error?.provider], [expected, code, 'gmail'], words);
    if (code !== 'quota_exceeded') assert.equal(await c.state(), state, words);
    if (words.includes('Retry after')) assert.equal(refused.headers['retry-after'], '90');
    assert.equal(c.gmail.drafts.size, 0, 'nothing of it stays');
  }
  assert.equal(await c.state(), 'needs_action');
  assert.equal((await c.send()).status, 201);
  assert.equal(await c.state(), 'active');
  c.gmail.grants.revoke();
  const ended = await c.send();
  assert.deepEqual([ended.status, ended.body.error.code, ended.body.error.reconnect_required], [403, 'auth_revoked', true]);
  assert.equal(await c.state(), 'reconnect_required');
  assert.equal(c.gmail.sent().length, 1);
});

test('mails are received by the history, once each', async (t) => {
  const c = await startGmailWorld(t);
  const { data: sent } = (await c.send()).body;
  c.gmail.receive(answerTo(sent.rfc822_message_id, '<a1@example.com>', 'Authentication-Results: mx.google.com; dmarc=pass\r\n'));
  c.gmail.receive(`From: stranger@else.example\r\nTo: ${OWNER}\r\nMessage-ID: <s1@else.example>\r\n\r\nBuy\r\n`);
  c.gmail.receive(answerTo(sent.rfc822_message_id, '<spam@example.com>'), ['SPAM']);
  for (let n = 0; n < 3; n += 1) c.gmail.receive(answerTo(sent.rfc822_message_id, `<b${n}@example.com>`));
  await c.receive();
  await c.receive();
  const found = await c.inbound();
  assert.deepEqual(found.map((each: { rfc822_message_id: string }) => each.rfc822_message_id).sort(), [
    '<a1@example.com>',
    '<b0@example.com>',
    '<b1@example.com>',
    '<b2@example.com>',
  ]);
  assert.ok(found.every(({ thread_id: id }: { thread_id: string }) => id === sent.thread_id));
  const [verified] = found.filter((each: { rfc822_message_id: string }) => each.rfc822_message_id === '<a1@example.com>');
  assert.deepEqual([verified.from, verified.is_sender_verified], [ANA, true]);
  const raws = c.gmail.server.requests.filter(({ url }) => url.includes('format=raw'));
  assert.equal(raws.length, 4, 'mails of strangers are not read');

  await t.test('also after the history is gone', async () => {
    c.gmail.receive(answerTo(sent.rfc822_message_id, '<c1@example.com>'));
    c.gmail.forgetHistory();
    await c.receive();
    c.gmail.receive(answerTo(sent.rfc822_message_id, '<c2@example.com>'));
    await c.receive();
    assert.equal((await c.inbound()).length, 6);
  });

  await t.test('and a grant that ends on the way loses none', async () => {
    for (let n = 0; n < 4; n += 1) c.gmail.receive(answerTo(sent.rfc822_message_id, `<d${n}@example.com>`));
    const before = c.gmail.server.requests.length;
    const { isGood } = c.gmail.grants;
    c.gmail.grants.isGood = (token) => c.gmail.server.requests.length - before < 5 && isGood(token);
    await c.receive();
    assert.equal(await c.state(), 'reconnect_required');
    c.gmail.grants.isGood = isGood;
    await c.w.connect('gmail');
    await c.receive();
    assert.equal((await c.inbound()).length, 10);
  });
});
