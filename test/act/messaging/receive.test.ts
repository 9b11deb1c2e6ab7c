// Receiving mail: what is kept and what is not, once each, in its thread; reports of delivery; forged senders; and what subscribers get.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setHealthcare, workspaceMembers } from '../../../src/account/places/index.ts';
import { receiveJob } from '../../../src/act/messaging/email/inbound/receive.ts';
import { factJob } from '../../../src/act/messaging/fact.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { foundIn, openedTexts } from '../../collect/identity/whole-folder.ts';
import { startImapServer } from '../../fakes/imap-server.ts';
import { until } from '../../until.ts';
import { NOW_MS } from '../connections/records/record-world.ts';
import { recordEvents } from '../webhooks/events.ts';
import { ANA, MAIL, SHOP, startMailWorld } from './mail-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type AnyJson = any;

const PERSONAL = '00000000-0000-4000-8000-00000000f00d';

const mailOf = (head: Record<string, string>, text: string): string =>
  `${Object.entries(head)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${text}\n`;

const reportOf = (to: string, messageId: string, fields: Record<string, string> = {}): string => {
  const all = { 'Final-Recipient': `rfc822; ${to}`, Action: 'failed', Status: '5.1.1', ...fields };
  const group = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return mailOf(
    {
      From: 'MAILER-DAEMON@mx.example',
      To: SHOP,
      Subject: 'Undelivered',
      'Message-ID': `<${Math.random()}@mx.example>`,
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b"',
    },
    `--b\nContent-Type: text/plain\n\nIt failed.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${group.join('\n')}\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: ${messageId}\nTo: ${to}\n--b--`,
  );
};

async function startInbox(t: TestContext) {
  const imap = await startImapServer(t, NOW_MS);
  const world = await startMailWorld(t, {}, { more: [imap.address] });
  await world.connect({ imap: imap.address });
  const { w, key } = world;
  const connectionId: string = (await w.connection()).id;
  const receive = async (): Promise<void> => {
    addJob(w.app.base, receiveJob, { profileId: w.app.profileId, payload: { connection_id: connectionId } });
    await runDue(w.app.base, [receiveJob]);
  };
  const inbound = async (): Promise<AnyJson[]> => (await key.get('/messages', { direction: 'inbound', limit: 100 })).body.data;
  const { base, profileId, workspaceId } = w.app;
  const [owner] = workspaceMembers(base, workspaceId);
  const events = recordEvents(base, profileId);
  const personalEvents = recordEvents(base, profileId, {
    personalDataBy: `person:${owner?.personId}`,
    subscriptionId: PERSONAL,
  });
  await receive();
  return { ...world, imap, receive, inbound, events, personalEvents, connectionId };
}

test('an answer comes into its thread, once', async (t) => {
  const { imap, receive, inbound, send, key, events, w } = await startInbox(t);
  const sent = (await send()).body.data;
  assert.equal(imap.sent.length, 1, 'a copy is filed');
  const answer = {
    From: `Ana <${ANA}>`,
    To: SHOP,
    Subject: 'Re: Your order',
    'Message-ID': '<a1@example.com>',
    'In-Reply-To': sent.rfc822_message_id,
    References: sent.rfc822_message_id,
    Date: 'Tue, 31 Mar 2026 12:00:00 +0000',
  };
  imap.add(mailOf(answer, 'Thank you!'));
  imap.add(
    mailOf(
      { From: 'stranger@else.example', To: SHOP, Subject: 'Buy now', 'Message-ID': '<s1@else.example>' },
      'Spam of a stranger',
    ),
  );
  await receive();
  const [mail, ...more] = await inbound();
  assert.equal(more.length, 0, 'mails of strangers are not kept');
  assert.deepEqual(
    [mail.thread_id, mail.from, mail.text.trim(), mail.status, mail.rfc822_message_id, mail.is_sender_verified],
    [sent.thread_id, ANA, 'Thank you!', 'received', '<a1@example.com>', false],
  );
  assert.equal(imap.commands.filter((command) => /BODY(\.PEEK)?\[\]/i.test(command)).length, 1, 'nor read');
  const found = await foundIn(
    w.app.dataDir,
    ['stranger@else.example', 'Spam of a stranger'],
    openedTexts(w.app.base, w.app.profileId),
  );
  assert.deepEqual([...found.values()], []);

  await t.test('again, under another UID, and after UIDVALIDITY has changed', async () => {
    await receive();
    imap.add(mailOf(answer, 'Thank you!'));
    await receive();
    imap.renew();
    imap.add(mailOf({ ...answer, 'Message-ID': '<a2@example.com>', 'In-Reply-To': '<a1@example.com>' }, 'One more thing'));
    await receive();
    assert.deepEqual(
      (await inbound()).map(({ rfc822_message_id: id }) => id),
      ['<a2@example.com>', '<a1@example.com>'],
    );
  });

  await t.test('subscribers get it once, without its words', () => {
    const all = events();
    assert.equal(all.length, 2);
    const { data }: AnyJson = all[0];
    assert.deepEqual(
      [data.thread_id, data.channel, data.delivery_failure, 'sender' in data, 'text' in data],
      [sent.thread_id, 'email', null, false, false],
    );
  });

  await t.test('a forged sender moves no reply', async () => {
    imap.add(mailOf({ ...answer, From: 'mallory@evil.example', 'Message-ID': '<m1@evil.example>' }, 'Send it to me'));
    await receive();
    assert.equal((await inbound())[0].from, 'mallory@evil.example');
    const reply = await send({ channel: 'email', thread_id: sent.thread_id, text: 'Of course' });
    const shown = (await key.get(`/messages/${reply.body.data.message_id}`)).body.data;
    assert.deepEqual(shown.to, [ANA]);
  });

  await t.test('an interrupted reading continues, and a refused sign-in ends the connection once', async () => {
    imap.cutAt = 'UID FETCH';
    imap.add(mailOf({ ...answer, 'Message-ID': '<a3@example.com>' }, 'Interrupted'));
    await receive();
    assert.equal((await inbound()).filter(({ rfc822_message_id: id }) => id === '<a3@example.com>').length, 0);
    imap.cutAt = undefined;
    await receive();
    assert.equal((await inbound()).filter(({ rfc822_message_id: id }) => id === '<a3@example.com>').length, 1);
    imap.login = 'NO [AUTHENTICATIONFAILED] wrong password';
    await receive();
    assert.equal((await w.connection()).status, 'reconnect_required');
  });
});

test('reports of delivery', async (t) => {
  const { imap, receive, inbound, send, key, events } = await startInbox(t);
  const first = (await send()).body.data;
  const state = async (id: string): Promise<AnyJson> => (await key.get(`/messages/${id}`)).body.data;
  const blocked = async (): Promise<AnyJson[]> => (await key.get('/messages/blocked-addresses')).body.data;

  await t.test('of a mail that is not ours, or of another recipient, move nothing', async () => {
    imap.add(reportOf(ANA, '<somebody@else.example>'));
    imap.add(reportOf('bob@example.com', first.rfc822_message_id));
    await receive();
    assert.deepEqual([await inbound(), await blocked(), events()], [[], [], []]);
    assert.equal((await state(first.message_id)).status, 'sent');
  });

  await t.test('a delay and a full mailbox block nothing', async () => {
    imap.add(reportOf(ANA, first.rfc822_message_id, { Action: 'delayed', Status: '4.4.1' }));
    await receive();
    assert.equal((await state(first.message_id)).status, 'sent');
    const other = (await send()).body.data;
    imap.add(reportOf(ANA, other.rfc822_message_id, { Status: '5.2.2', 'Diagnostic-Code': 'smtp; 552 5.2.2 full' }));
    await receive();
    const { status, error } = await state(other.message_id);
    assert.deepEqual([status, error], ['failed', { code: 'recipient_rejected', message: '552 5.2.2 full' }]);
    assert.deepEqual(await blocked(), []);
  });

  await t.test('a hard bounce blocks the address, and is announced with its fields', async () => {
    const diagnostic = 'smtp; 550 5.1.1 <ana@example.com>: User\n unknown';
    imap.add(reportOf(ANA, first.rfc822_message_id, { 'Diagnostic-Code': diagnostic }));
    await receive();
    assert.deepEqual(
      (await blocked()).map(({ address, reason }) => [address, reason]),
      [[ANA, 'bounce']],
    );
    assert.equal((await send()).body.error.code, 'recipient_rejected');
    const { data }: AnyJson = events().at(-1);
    assert.deepEqual(data.delivery_failure, {
      failed_recipient: ANA,
      status: '5.1.1',
      original_rfc822_message_id: first.rfc822_message_id,
      action: 'failed',
      diagnostic_code: '550 5.1.1 <ana@example.com>: User unknown',
    });
    assert.equal(data.thread_id, first.thread_id);
    const [shown] = await inbound();
    assert.deepEqual(shown.delivery_failure, data.delivery_failure);
  });
});

test('an answer or a report settles a mail of unknown end', async (t) => {
  const { imap, receive, send, key, server, w } = await startInbox(t);
  server.rules.takes = true;
  server.rules.message = 'cut';
  const ids: AnyJson[] = [];
  for (const to of [ANA, 'bob@example.com']) ids.push((await send({ ...MAIL, to })).body.data);
  const [a, b] = ids;
  assert.deepEqual([a.status, b.status], ['unknown', 'unknown']);
  imap.add(mailOf({ From: ANA, To: SHOP, 'Message-ID': '<r@example.com>', 'In-Reply-To': a.rfc822_message_id }, 'Got it'));
  imap.add(reportOf('bob@example.com', b.rfc822_message_id));
  await receive();
  const states = await Promise.all(
    ids.map(async ({ message_id }) => (await key.get(`/messages/${message_id}`)).body.data.status),
  );
  assert.deepEqual(states, ['sent', 'failed']);
  await runDue(w.app.base, [factJob]);
  const facts = w.app.base.journal.read(w.app.profileId, 0n, 100).map(({ eventType }) => eventType);
  assert.deepEqual(facts.sort(), ['message_received', 'message_sent'], 'what is known to have gone out is a fact');
});

test('an answer or a report settles a mail whose send still waits for the server', async (t) => {
  const { imap, receive, send, server, w } = await startInbox(t);
  server.rules.takes = true;
  server.rules.message = 'silence';
  const sends = [ANA, 'bob@example.com'].map((to) => send({ ...MAIL, to }));
  await until(() => server.taken.length === 2, 'the server has both mails');
  const idOf = (to: string): string =>
    /^Message-ID: (\S+)/im.exec(server.taken.find((mail) => mail.to.includes(to))?.text ?? '')?.[1] ?? '';
  imap.add(mailOf({ From: ANA, To: SHOP, 'Message-ID': '<r@example.com>', 'In-Reply-To': idOf(ANA) }, 'Got it'));
  imap.add(reportOf('bob@example.com', idOf('bob@example.com')));
  await receive();
  await server.stop();
  const ends = (await Promise.all(sends)).map(({ status, body }) => [status, body.data?.status]);
  assert.deepEqual(ends, [
    [201, 'sent'],
    [201, 'failed'],
  ]);
  await runDue(w.app.base, [factJob]);
  const facts = w.app.base.journal.read(w.app.profileId, 0n, 100).map(({ eventType }) => eventType);
  assert.deepEqual(facts.sort(), ['message_received', 'message_sent'], 'each once');
});

test('of healthcare, a webhook about a report names neither the recipient nor what the server said of them', async (t) => {
  const { imap, receive, send, personalEvents, w } = await startInbox(t);
  const sent = (await send()).body.data;
  setHealthcare(w.app.base, { profileId: w.app.profileId }, true);
  imap.add(reportOf(ANA, sent.rfc822_message_id, { 'Diagnostic-Code': `smtp; 550 5.1.1 <${ANA}>: unknown` }));
  await receive();
  const { data }: AnyJson = personalEvents().at(-1);
  const { failed_recipient, diagnostic_code, status } = data.delivery_failure;
  assert.deepEqual([failed_recipient, diagnostic_code, status], [null, null, '5.1.1']);
  assert.ok(!JSON.stringify(data).includes(ANA));
});

test('personal words of a message reach subscriptions that may have them alone', async (t) => {
  const { imap, receive, send, personalEvents } = await startInbox(t);
  const sent = (await send()).body.data;
  imap.add(mailOf({ From: ANA, To: SHOP, 'Message-ID': '<r@example.com>', 'In-Reply-To': sent.rfc822_message_id }, 'Got it'));
  await receive();
  const { data }: AnyJson = personalEvents().at(-1);
  assert.deepEqual([data.sender, data.text.trim()], [ANA, 'Got it']);
});

test('a mail is a fact of its sender where the receiving server vouches for it, and of nobody otherwise', async (t) => {
  const { imap, receive, send, inbound, w } = await startInbox(t);
  const { app, api } = w;
  const query = { profile_id: app.profileId };
  const lead = {
    event_type: 'lead_created',
    idempotency_key: 'l1',
    occurred_at: '2026-11-01T10:00:00Z',
    user_traits: { email: ANA },
  };
  await api.post('/events', lead, query);
  await app.settle();
  const sent = (await send()).body.data;
  const work = async (): Promise<void> => {
    await runDue(app.base, [factJob]);
    await app.settle();
  };
  const known = async (): Promise<AnyJson[]> => (await api.get('/customers/search', { ...query, q: 'example.com' })).body.data;
  await work();
  assert.equal((await known())[0].last_seen_at, '2026-11-01T10:00:00.000Z', 'who is written to is not seen by that');
  const verified = 'mx.shop.example; dmarc=pass header.from=example.com';
  const mail = (id: string, from = ANA, more: Record<string, string> = {}): string =>
    mailOf(
      { ...more, From: from, To: SHOP, 'Message-ID': `<${id}@x.example>`, 'In-Reply-To': sent.rfc822_message_id },
      'My words',
    );
  imap.add(mail('true', ANA, { 'Authentication-Results': verified }));
  imap.add(mail('true', ANA, { 'Authentication-Results': verified }));
  imap.add(mail('forged'));
  imap.add(mail('stranger', 'new@example.com', { 'Authentication-Results': verified }));
  imap.add(reportOf(ANA, sent.rfc822_message_id));
  await receive();
  imap.renew();
  await receive();
  await work();
  assert.equal((await inbound()).length, 4);
  const factsOf = (): string[] =>
    app.base.journal
      .read(app.profileId, 0n, 100)
      .flatMap(({ eventType, body }) => (body.includes('"action_source":"email"') ? [`${eventType} ${body}`] : []));
  const facts = factsOf();
  assert.equal(facts.length, 4, 'one each, and none of a report');
  assert.equal(facts.filter((body) => body.startsWith('message_sent')).length, 1, 'one of the mail that went out');
  assert.equal(facts.filter((body) => body.includes('identifiers')).length, 2, 'of people who are certain and known alone');
  assert.ok(facts.every((body) => !body.includes('My words') && !body.includes('@')));
  const [customer, ...others] = await known();
  assert.equal(others.length, 0, 'nobody becomes a customer by writing');
  const journey = (await api.get(`/customers/${customer.customer_profile_id}/journey`, query)).body.data;
  assert.deepEqual(
    journey.events.map(({ event_type }: AnyJson) => event_type),
    ['lead_created', 'message_sent', 'message_received'],
  );
  const range = { date_from: '2026-11-01', date_to: '2026-11-30' };
  const dark = (await api.get('/profile/dark-messaging-spend', { ...query, ...range })).body.data;
  assert.equal(dark.first_messages, 0, 'ads lead to chats, not to mails');

  await t.test('an erasure while a fact waits leaves none', async () => {
    imap.add(mail('late', ANA, { 'Authentication-Results': verified }));
    await receive();
    const erase = () => api.post(`/workspaces/${app.workspaceId}/customer-erasures`, { ...query, email: ANA });
    await until(async () => (await erase()).status === 200, 'the person is erased');
    await work();
    assert.equal(factsOf().length, 4);
    assert.deepEqual(await known(), []);
  });
});

test('large mails are stored one by one, before the next is read', async (t) => {
  const { imap, receive, send, inbound, w } = await startInbox(t);
  const sent = (await send()).body.data;
  const base64 = Buffer.alloc(5 * 1024 * 1024, 'x')
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n');
  const large = (no: number): string =>
    mailOf(
      {
        From: ANA,
        To: SHOP,
        'Message-ID': `<large-${no}@example.com>`,
        'In-Reply-To': sent.rfc822_message_id,
        'MIME-Version': '1.0',
        'Content-Type': 'application/octet-stream; name="a.bin"',
        'Content-Transfer-Encoding': 'base64',
      },
      base64,
    );
  for (const no of [1, 2, 3]) imap.add(large(no));
  const stored = (): number =>
    w.app.base.state.db.prepare("select message_id from messages where direction = 'inbound'").all().length;
  const before: number[] = [];
  imap.onWhole = () => before.push(stored());
  await receive();
  assert.deepEqual(before, [0, 1, 2]);
  const mails = await inbound();
  assert.deepEqual(
    mails.map(({ attachments }) => attachments.map(({ bytes }: AnyJson) => bytes)),
    [[5_242_880], [5_242_880], [5_242_880]],
  );

  await t.test('a reading that breaks off after some of them stores none twice', async () => {
    for (const no of [4, 5, 6]) imap.add(large(no));
    let whole = 0;
    imap.onWhole = () => {
      whole += 1;
      if (whole === 2) imap.cutAt = 'UID FETCH';
    };
    await receive();
    imap.cutAt = undefined;
    assert.equal(stored(), 4 + 1, 'two were stored without their place');
    await receive();
    assert.equal(stored(), 6);
  });
});
