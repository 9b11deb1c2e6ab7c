// A mailbox at Outlook through the door: sending and its refusals, files small and large, what becomes of a mail whose answer was lost, conversations,
// receiving by changes whose token can be lost, reports that Exchange makes, and a grant that ends.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { receiveJob } from '../../../src/act/messaging/email/inbound/receive.ts';
import { settleJob } from '../../../src/act/messaging/settle.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { graphRefusal, OWNER, startFakeOutlook } from '../../fakes/mailboxes/outlook.ts';
import { NOW_MS, startRecordWorld } from '../connections/records/record-world.ts';
import { PDF, sized, uploadFile } from './media-files.ts';

const ANA = 'ana@example.com';
const MAIL = { channel: 'email', to: ANA, subject: 'Your order', text: 'It is on its way.' };
type Body = Record<string, unknown>;
type Shown = { rfc822_message_id: string; thread_id: string };

async function startOutlookWorld(t: TestContext) {
  const outlook = await startFakeOutlook(t, NOW_MS);
  const w = await startRecordWorld(t, { outlook: outlook.settings });
  await w.connect('outlook');
  const query = { profile_id: w.app.profileId };
  const connectionId: string = (await w.connection()).id;
  const run = async (kind: typeof receiveJob | typeof settleJob): Promise<void> => {
    if (kind === receiveJob)
      addJob(w.app.base, receiveJob, { profileId: w.app.profileId, payload: { connection_id: connectionId } });
    else addJob(w.app.base, settleJob, { payload: {} });
    await runDue(w.app.base, [receiveJob, settleJob]);
  };
  await run(receiveJob);
  return {
    w,
    outlook,
    query,
    receive: () => run(receiveJob),
    settle: () => run(settleJob),
    send: (body: Body = MAIL) => w.api.post('/messages', body, query),
    upload: (bytes: Uint8Array<ArrayBuffer>, name: string) => uploadFile(w.app, w.app.session, bytes, name),
    message: async (id: string) => (await w.api.get(`/messages/${id}`, query)).body.data,
    inbound: async () => (await w.api.get('/messages', { ...query, direction: 'inbound' })).body.data,
    state: async () => (await w.connection()).status,
  };
}

const answerTo = (messageId: string, id: string, more = ''): string =>
  `${more}From: Ana <${ANA}>\r\nTo: ${OWNER}\r\nSubject: Re: Your order\r\nMessage-ID: ${id}\r\nIn-Reply-To: ${messageId}\r\n\r\nThank you\r\n`;

test('a mail is sent by Outlook, and its reply is in the same conversation', async (t) => {
  const c = await startOutlookWorld(t);
  assert.deepEqual([(await c.w.connection()).provider, await c.state()], ['outlook', 'active']);
  c.outlook.delayCopy(1);
  const unsubscribe = { url: 'https://shop.example/u', one_click: true };
  const { status, body } = await c.send({ ...MAIL, cc: ['ben@example.com'], list_unsubscribe: unsubscribe });
  assert.equal(status, 201, JSON.stringify(body));
  const [sent] = c.outlook.in('sent');
  assert.ok(sent);
  assert.deepEqual(
    [body.data.status, body.data.rfc822_message_id, body.data.provider_message_id, c.outlook.in('drafts').length],
    ['sent', sent.internetMessageId, sent.id, 0],
  );
  assert.deepEqual([sent.to, sent.cc, sent.subject, sent.body.content], [[ANA], ['ben@example.com'], MAIL.subject, MAIL.text]);
  assert.equal(sent.properties.get('String 0x1045'), '<https://shop.example/u>');
  assert.deepEqual(
    body.warnings.map(({ code }: { code: string }) => code),
    ['one_click_not_sent'],
  );
  const reply = await c.send({ channel: 'email', thread_id: body.data.thread_id, html: '<p>One more thing</p>' });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const second = c.outlook.in('sent')[1];
  assert.deepEqual(
    [second?.conversationId, second?.replyTo, second?.subject, second?.body, second?.to],
    [
      sent.conversationId,
      sent.internetMessageId,
      'Re: Your order',
      { contentType: 'html', content: '<p>One more thing</p>' },
      [ANA],
    ],
  );
  assert.equal(second?.properties.has('String 0x1042'), false);

  await t.test('and of a mail that the mailbox has lost the headers are named all the same', async () => {
    c.outlook.mails.length = 0;
    assert.equal((await c.send({ channel: 'email', thread_id: body.data.thread_id, text: 'Hello?' })).status, 201);
    const [third] = c.outlook.in('sent');
    assert.deepEqual(
      [third?.properties.get('String 0x1042'), third?.properties.get('String 0x1039')],
      [reply.body.data.rfc822_message_id, `${body.data.rfc822_message_id} ${reply.body.data.rfc822_message_id}`],
    );
  });
});

test('files go with a mail, large ones in pieces', async (t) => {
  const c = await startOutlookWorld(t);
  const large = sized(PDF, 7 * 1_048_576 + 5);
  const files = [await c.upload(PDF, 'invoice.pdf'), await c.upload(large, 'catalogue.pdf')];
  const attachments = files.map(({ body }) => ({ media_id: body.data.media_id }));
  const { status, body } = await c.send({ ...MAIL, attachments });
  assert.equal(status, 201, JSON.stringify(body));
  const [sent] = c.outlook.in('sent');
  assert.deepEqual(
    sent?.files.map(({ name, bytes }) => [name, bytes.length]),
    [
      ['invoice.pdf', PDF.length],
      ['catalogue.pdf', large.length],
    ],
  );
  assert.ok(sent?.files[1]?.bytes.equals(Buffer.from(large)));
  assert.equal(c.outlook.server.requests.filter(({ method }) => method === 'PUT').length, 3);

  await t.test('and where a file is refused nothing is sent, and no draft stays', async () => {
    const { isGood } = c.outlook.grants;
    c.outlook.grants.isGood = (token) => !c.outlook.server.requests.at(-1)?.url.endsWith('createUploadSession') && isGood(token);
    const refused = await c.send({ ...MAIL, attachments: attachments.slice(1) });
    c.outlook.grants.isGood = isGood;
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'auth_revoked']);
    assert.deepEqual([c.outlook.in('sent').length, c.outlook.in('drafts').length], [1, 0]);
  });
});

test('a mail whose answer was lost is asked for by its mark, and never sent again', async (t) => {
  const c = await startOutlookWorld(t);
  c.outlook.server.failWrites('reset_after_apply', 'error_after_apply', 'html', 'reset');
  const ends = [];
  for (let n = 0; n < 4; n += 1) ends.push((await c.send()).body.data);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['sent', 'sent', 'unknown', 'unknown'],
  );
  assert.equal(ends[0].rfc822_message_id, c.outlook.in('sent')[0]?.internetMessageId);
  assert.deepEqual([c.outlook.in('sent').length, c.outlook.in('drafts').length], [2, 2]);
  // One of the drafts goes out later, as Graph was slow.
  const [late] = c.outlook.in('drafts');
  assert.ok(late);
  late.folder = 'sent';
  await c.settle();
  assert.deepEqual(
    [(await c.message(ends[2].message_id)).status, (await c.message(ends[3].message_id)).status],
    ['sent', 'unknown'],
  );
  assert.equal(c.outlook.in('sent').length, 3);
});

test('each refusal of Graph has its code, and its state of the mailbox', async (t) => {
  const c = await startOutlookWorld(t);
  const cases = [
    [400, 'ErrorInvalidRecipients', {}, 422, 'recipient_rejected', 'active'],
    [429, 'ApplicationThrottled', { 'Retry-After': '77' }, 503, 'provider_error', 'active'],
    [403, 'ErrorSendAsDenied', {}, 422, 'provider_error', 'active'],
    [404, 'MailboxNotEnabledForRESTAPI', {}, 403, 'mailbox_disabled', 'needs_action'],
    [403, 'ErrorMessageSubmissionBlocked', {}, 403, 'account_suspended', 'needs_action'],
    [403, 'ErrorExceededMessageLimit', {}, 429, 'quota_exceeded', 'needs_action'],
    [507, 'ErrorQuotaExceeded', {}, 429, 'quota_exceeded', 'needs_action'],
  ] as const;
  for (const [status, code, headers, expected, ours, state] of cases) {
    c.outlook.refuseSend(graphRefusal(status, code, `Why: ${code}`, headers));
    const refused = await c.send();
    const { error } = refused.body;
    assert.deepEqual(
      [refused.status, error?.code, error?.provider, error?.provider_code],
      [expected, ours, 'outlook', code],
      JSON.stringify(refused.body),
    );
    assert.equal(await c.state(), state, code);
    if (status === 429) assert.equal(refused.headers['retry-after'], '77');
    assert.equal(c.outlook.in('drafts').length, 0, 'nothing of it stays');
    if (state === 'needs_action') {
      assert.equal((await c.send()).status, 201);
      assert.equal(await c.state(), 'active');
    }
  }
  // A token that ends early is replaced once; a grant that ended is reconnected.
  c.outlook.grants.endToken();
  assert.equal((await c.send()).status, 201);
  c.outlook.grants.revoke();
  const ended = await c.send();
  assert.deepEqual([ended.status, ended.body.error.code, ended.body.error.reconnect_required], [403, 'auth_revoked', true]);
  assert.equal(await c.state(), 'reconnect_required');
  assert.equal(c.outlook.in('sent').length, 5);
});

const ids = (found: Shown[]): string[] => found.map((each) => each.rfc822_message_id).sort();

test('mails are received by changes, once each', async (t) => {
  const c = await startOutlookWorld(t);
  const { data: sent } = (await c.send()).body;
  const results =
    'Authentication-Results: spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=example.com; dkim=pass; dmarc=pass action=none';
  const forged =
    'Authentication-Results: spf=fail smtp.mailfrom=else.example; dmarc=fail\r\nAuthentication-Results: spf=pass; dmarc=pass\r\n';
  c.outlook.receive(answerTo(sent.rfc822_message_id, '<a1@example.com>', `${results} header.from=example.com;compauth=pass\r\n`));
  c.outlook.receive(`From: stranger@else.example\r\nTo: ${OWNER}\r\nMessage-ID: <s1@else.example>\r\n\r\nBuy\r\n`);
  c.outlook.receive(answerTo(sent.rfc822_message_id, '<a2@example.com>', forged));
  for (let n = 0; n < 3; n += 1) c.outlook.receive(answerTo(sent.rfc822_message_id, `<b${n}@example.com>`));
  await c.receive();
  await c.receive();
  const received = await c.inbound();
  const all = ['<a1@example.com>', '<a2@example.com>', '<b0@example.com>', '<b1@example.com>', '<b2@example.com>'];
  assert.deepEqual(ids(received), all);
  assert.ok(received.every(({ thread_id: id }: Shown) => id === sent.thread_id));
  const verified = received.filter((each: { is_sender_verified: boolean }) => each.is_sender_verified);
  assert.deepEqual(ids(verified), ['<a1@example.com>']);
  const raws = c.outlook.server.requests.filter(({ url }) => url.endsWith('$value'));
  assert.equal(raws.length, 5, 'mails of strangers are not read');

  await t.test('also after the token of changes was lost, and none is stored twice', async () => {
    c.outlook.receive(answerTo(sent.rfc822_message_id, '<c1@example.com>'));
    c.outlook.loseTokens();
    await c.receive();
    c.outlook.receive(answerTo(sent.rfc822_message_id, '<c2@example.com>'));
    await c.receive();
    assert.deepEqual(ids(await c.inbound()), [...all, '<c1@example.com>', '<c2@example.com>']);
  });

  await t.test('bytes that are no UTF-8 stay as they are', async () => {
    const header = answerTo(sent.rfc822_message_id, '<l1@example.com>', 'Content-Type: text/plain; charset=iso-8859-1\r\n');
    c.outlook.receive(Buffer.from(header.replace('Thank you', 'Gr\u00fc\u00dfe'), 'latin1'));
    await c.receive();
    const [mail] = (await c.inbound()).filter((each: Shown) => each.rfc822_message_id === '<l1@example.com>');
    assert.match(mail.text, /Grüße/);
  });

  await t.test('and a grant that has ended loses none', async () => {
    for (let n = 0; n < 4; n += 1) c.outlook.receive(answerTo(sent.rfc822_message_id, `<d${n}@example.com>`));
    c.outlook.grants.revoke();
    await c.receive();
    assert.equal(await c.state(), 'reconnect_required');
    await c.w.connect('outlook');
    await c.receive();
    assert.equal((await c.inbound()).length, 12);
  });
});

/** As Exchange Online writes it, shortened. */
const exchangeReport = (recipient: string, messageId: string): string =>
  `From: <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@shop.example>
To: <${OWNER}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="2222ffff"
X-MS-Exchange-Message-Is-Ndr:
Message-ID: <eeee@neko.prod.outlook.com>
Subject: Undeliverable: Your order
Auto-Submitted: auto-replied
Authentication-Results: spf=none (sender IP is ) smtp.mailfrom=<>;

--2222ffff
Content-Type: text/plain; charset="us-ascii"

mx.example.com rejected your message.

--2222ffff
Content-Type: message/delivery-status

Reporting-MTA: dns;NEKO22.prod.outlook.com
Received-From-MTA: dns;neko.example.org
Arrival-Date: Tue, 24 Nov 2026 06:00:00 +0000

Final-Recipient: rfc822;${recipient}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found
Remote-MTA: dns;mx.example.com

--2222ffff
Content-Type: message/rfc822

From: <${OWNER}>
To: <${recipient}>
Subject: Your order
Message-ID: ${messageId}

It is on its way.

--2222ffff--
`.replaceAll('\n', '\r\n');

test('a report that Exchange makes fails the mail that it names', async (t) => {
  const c = await startOutlookWorld(t);
  const { data: sent } = (await c.send({ ...MAIL, to: 'kijitora@example.com' })).body;
  // Graph lists no headers of it; the sender's address is that of Exchange.
  c.outlook.receive(exchangeReport('kijitora@example.com', sent.rfc822_message_id), false);
  await c.receive();
  const message = await c.message(sent.message_id);
  const [got] = await c.inbound();
  assert.deepEqual([message.status, message.error.code], ['failed', 'recipient_rejected'], JSON.stringify(message));
  assert.deepEqual([got.delivery_failure.failed_recipient, got.delivery_failure.action], ['kijitora@example.com', 'failed']);
  assert.equal(got.delivery_failure.original_rfc822_message_id, sent.rfc822_message_id);
});
