// Sending mail: what goes out, threads, headers, idempotency, and what each refusal means.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { factJob } from '../../../src/act/messaging/fact.ts';
import { settleJob } from '../../../src/act/messaging/settle.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { until } from '../../until.ts';
import { ANA, MAIL, SHOP, startMailWorld } from './mail-world.ts';

const header = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}: ((?:.*\r\n[ \t])*.*)`, 'im').exec(text.split('\r\n\r\n')[0] ?? '')?.[1]?.replace(/\r\n\s+/g, ' ');

test('sendMessage', async (t) => {
  const world = await startMailWorld(t);
  const { w, server, key, send } = world;

  await t.test('needs a connected mailbox', async () => {
    const { status, body } = await send();
    assert.deepEqual([status, body.error.code], [409, 'connection_not_ready']);
  });

  await world.connect();
  await t.test('is a connection of its own kind', async () => {
    const connection = await w.connection();
    assert.deepEqual(
      [connection.provider, connection.kind, connection.status, connection.accounts[0].id],
      ['smtp', 'email', 'active', SHOP],
    );
  });

  await t.test('sends what was asked, with a Message-ID of ours', async () => {
    const { status, body } = await send();
    assert.equal(status, 201, JSON.stringify(body));
    const { data } = body;
    const [mail] = server.taken;
    assert.ok(mail);
    assert.deepEqual([mail.from, mail.to], [SHOP, [ANA]]);
    assert.equal(header(mail.text, 'Message-ID'), data.rfc822_message_id);
    assert.equal(header(mail.text, 'From'), `Shop <${SHOP}>`);
    assert.deepEqual([data.status, data.channel, data.provider_message_id], ['sent', 'email', null]);
    const read = (await key.get(`/messages/${data.message_id}`)).body.data;
    assert.deepEqual(
      [read.status, read.subject, read.text, read.to, read.thread_id, read.direction],
      ['sent', 'Your order', 'It is on its way.', [ANA], data.thread_id, 'outbound'],
    );
  });

  await t.test('a reply has the headers, subject and recipient of its thread', async () => {
    const first = (await send()).body.data;
    const { status, body } = await send({ channel: 'email', thread_id: first.thread_id, text: 'It has arrived.' });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.data.thread_id, first.thread_id);
    const mail = server.taken.at(-1)?.text ?? '';
    assert.deepEqual(
      [header(mail, 'In-Reply-To'), header(mail, 'References'), header(mail, 'Subject'), header(mail, 'To')],
      [first.rfc822_message_id, first.rfc822_message_id, 'Re: Your order', ANA],
    );
    const third = await send({ channel: 'email', thread_id: first.thread_id, text: 'And?' });
    const references = header(server.taken.at(-1)?.text ?? '', 'References');
    assert.equal(references, `${first.rfc822_message_id} ${body.data.rfc822_message_id}`);
    assert.equal(header(server.taken.at(-1)?.text ?? '', 'Subject'), 'Re: Your order');
    const listed = (await key.get('/messages', { thread_id: first.thread_id })).body.data;
    assert.deepEqual(
      listed.map((each: { message_id: string }) => each.message_id),
      [third.body.data.message_id, body.data.message_id, first.message_id],
    );
  });

  await t.test('refuses what would become another header, and what is no mail', async () => {
    const before = server.taken.length;
    const bad: [object, number, string][] = [
      [{ ...MAIL, subject: 'a\r\nBcc: evil@example.com' }, 422, 'validation_error'],
      [{ ...MAIL, to: 'ana@example.com\r\nBcc: evil@example.com' }, 422, 'validation_error'],
      [{ ...MAIL, to: 'ana@example.com, bob@example.com' }, 422, 'validation_error'],
      [{ ...MAIL, cc: ['Bob <bob@example.com>'] }, 422, 'validation_error'],
      [{ channel: 'email', to: ANA, subject: 'x' }, 422, 'validation_error'],
      [{ channel: 'email', subject: 'x', text: 'x' }, 422, 'validation_error'],
      [{ channel: 'email', to: ANA, text: 'x' }, 422, 'validation_error'],
      [{ ...MAIL, thread_id: 'thr_of_nobody' }, 404, 'not_found'],
      [{ ...MAIL, connection_id: '0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11' }, 404, 'not_found'],
      [{ ...MAIL, channel: 'fax' }, 422, 'validation_error'],
    ];
    for (const [body, status, code] of bad) {
      const answer = await key.post('/messages', body);
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], JSON.stringify(body));
    }
    assert.equal(server.taken.length, before);
  });

  await t.test('one click is two headers, and only over https', async () => {
    const sendWith = (list_unsubscribe: object) => send({ ...MAIL, list_unsubscribe });
    const url = 'https://tributary.example/u/abc';
    for (const [wanted, post] of [
      [{ url, one_click: true }, 'List-Unsubscribe=One-Click'],
      [{ url, one_click: false }, undefined],
      [{ url }, undefined],
    ] as const) {
      assert.equal((await sendWith(wanted)).status, 201);
      const mail = server.taken.at(-1)?.text ?? '';
      assert.deepEqual([header(mail, 'List-Unsubscribe'), header(mail, 'List-Unsubscribe-Post')], [`<${url}>`, post]);
    }
    for (const wanted of [
      { url: 'http://tributary.example/u/abc', one_click: true },
      { url: 'mailto:leave@tributary.example', one_click: true },
      { url: 'https://tributary.example/u/a\r\nBcc: x@y.example', one_click: true },
      { url: 'https://tributary.example/u/a>b', one_click: false },
      { one_click: true },
    ]) {
      const { status, body } = await sendWith(wanted);
      assert.deepEqual([status, body.error.code], [422, 'validation_error'], JSON.stringify(wanted));
    }
  });
});

test('an Idempotency-Key sends once', async (t) => {
  const world = await startMailWorld(t);
  const { server, w } = world;
  await world.connect();
  const first = await world.send(MAIL, 'k1');
  const again = await world.send(MAIL, 'k1');
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  const other = await world.send({ ...MAIL, subject: 'Another' }, 'k1');
  assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_key_conflict']);
  const both = await Promise.all([world.send(MAIL, 'k2'), world.send(MAIL, 'k2')]);
  assert.ok(both.every(({ status, body: { error } }) => status === 201 || error.code === 'idempotency_key_in_flight'));
  assert.equal(new Set(both.flatMap(({ body: { data } }) => data?.message_id ?? [])).size, 1);
  assert.equal(server.taken.length, 2);

  await t.test('a refusal is not kept: the same key tries again', async () => {
    server.rules.rcpt = () => '550 5.1.1 No such user';
    const refused = await world.send(MAIL, 'k3');
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'recipient_rejected']);
    server.rules.rcpt = () => '250 2.1.5 Ok';
    assert.equal((await world.send(MAIL, 'k3')).status, 201);
  });

  await t.test('for 24 hours', async () => {
    w.app.clock.advance(25 * 3_600_000);
    await world.send({ ...MAIL, subject: 'A day later' });
    const late = await world.send(MAIL, 'k1');
    assert.notEqual(late.body.data.message_id, first.body.data.message_id);
  });
});

test('refusals of a mail server are those of the specification', async (t) => {
  const world = await startMailWorld(t);
  const { server, w } = world;
  await world.connect();
  const state = async (): Promise<string> => (await w.connection()).status;
  const GOOD = { auth: '235 2.7.0 Ok', mail: '250 2.1.0 Ok', message: '250 2.0.0 Queued', rcpt: () => '250 2.1.5 Ok' } as const;
  const cases = [
    [{ rcpt: () => '550 5.1.1 User unknown' }, 422, 'recipient_rejected', 'active'],
    [{ rcpt: () => '552 5.2.2 Mailbox full' }, 422, 'recipient_rejected', 'active'],
    [{ rcpt: () => '451 4.7.1 Greylisted' }, 503, 'provider_error', 'active'],
    [{ message: '554 5.7.1 Spam' }, 422, 'provider_error', 'active'],
    [{ message: '552 5.2.2 Your mailbox is full' }, 429, 'quota_exceeded', 'needs_action'],
    [{ message: '550 5.4.5 Daily user sending limit exceeded' }, 429, 'quota_exceeded', 'needs_action'],
    [{ mail: '550 5.1.8 Bad outbound sender' }, 403, 'account_suspended', 'needs_action'],
    [{ mail: '550 5.7.501 Access denied, spam abuse' }, 403, 'account_suspended', 'needs_action'],
    [{ auth: '535 5.7.139 SMTP is off for this mailbox' }, 403, 'mailbox_disabled', 'needs_action'],
    [{ message: '421 4.3.2 Shutting down' }, 503, 'provider_error', 'active'],
  ] as const;
  for (const [rules, status, code, connection] of cases) {
    Object.assign(server.rules, GOOD, rules);
    const { status: got, body, headers } = await world.send();
    assert.deepEqual([got, body.error.code, await state()], [status, code, connection], JSON.stringify([rules, body]));
    if (status === 503 || status === 429) assert.ok(Number(headers['retry-after']) > 0, 'Retry-After');
    if (status === 422 && code === 'provider_error')
      assert.deepEqual(
        [body.error.provider, body.error.provider_status, body.error.provider_code, body.error.provider_message],
        ['smtp', 554, '5.7.1', '554 5.7.1 Spam'],
      );
    if (connection === 'needs_action') assert.match((await w.connection()).status_reason, /^5\d\d /);
    Object.assign(server.rules, GOOD);
    assert.equal((await world.send()).status, 201);
    assert.equal(await state(), 'active', 'the first accepted send clears it');
  }
  Object.assign(server.rules, { auth: '535 5.7.8 Username and Password not accepted' });
  const revoked = await world.send();
  assert.deepEqual(
    [revoked.status, revoked.body.error.code, revoked.body.error.reconnect_required, await state()],
    [403, 'auth_revoked', true, 'reconnect_required'],
  );
  const tries = server.commands.length;
  assert.equal((await world.send()).body.error.code, 'auth_revoked');
  assert.equal(server.commands.length, tries, 'a dead sign-in is not tried');
  Object.assign(server.rules, GOOD);
  await world.connect();
  assert.equal((await world.send()).status, 201);
  const failed = (await world.key.get('/messages', { status: 'failed', limit: 100 })).body.data;
  assert.equal(failed.length, cases.length + 1);
  assert.ok(failed.every((each: { error: { code: string } }) => each.error.code !== ''));
});

test('a mail of unknown end is never sent again', async (t) => {
  const world = await startMailWorld(t, { takes: true });
  const { server, w, key } = world;
  await world.connect();
  for (const message of ['cut'] as const) {
    server.rules.message = message;
    const { status, body } = await world.send(MAIL, message);
    assert.deepEqual([status, body.data.status], [202, 'unknown'], JSON.stringify(body));
    const again = await world.send(MAIL, message);
    assert.deepEqual([again.status, again.body.data.message_id], [202, body.data.message_id]);
    server.rules.message = '250 2.0.0 Queued';
    w.app.clock.advance(3_600_000);
    addJob(w.app.base, settleJob, { payload: {} });
    await runDue(w.app.base, [settleJob]);
    assert.equal((await key.get(`/messages/${body.data.message_id}`)).body.data.status, 'unknown');
  }
  assert.equal(server.taken.length, 1);
  await runDue(w.app.base, [factJob]);
  assert.equal(w.facts(), 0, 'nobody knows whether it went out');
  const before = server.taken.length;
  server.rules.data = 'cut';
  const early = await world.send(MAIL, 'early');
  assert.deepEqual([early.status, early.body.error.code], [503, 'provider_error'], 'before the final dot nothing was sent');
  server.rules.data = '354 Go on';
  assert.equal((await world.send(MAIL, 'early')).status, 201);
  assert.equal(server.taken.length, before + 1);
  await runDue(w.app.base, [factJob]);
  assert.equal(w.facts(), 1);
});

test('a mailbox is reached only at public servers and those that the operator lists', async (t) => {
  const world = await startMailWorld(t);
  const { w } = world;
  for (const smtp of ['127.0.0.1:25', 'localhost:587', '169.254.169.254:587', '10.0.0.1:465', 'mail.example:22', '[::1]:587']) {
    const { url } = await w.link('smtp');
    const typed = { address: SHOP, sender: '', user: '', password: 'p', smtp, imap: '' };
    const { status, html } = await w.visitor.submit(url, typed);
    assert.ok(status >= 400 && status < 600, `${smtp}: ${status} ${html}`);
  }
  assert.ok((await w.connections()).every(({ status }) => status === 'pending'));
  assert.ok(readFileSync(new URL('../../../SETTINGS.md', import.meta.url), 'utf8').includes('TRIBUTARY_OWN_MAIL_SERVERS'));
});

test('two calls with one key at once send one mail', async (t) => {
  const { server, send, connect } = await startMailWorld(t);
  await connect();
  server.rules.data = 'silence';
  const first = send(MAIL, 'at once');
  await until(() => server.commands.includes('DATA'), 'the first call waits for the mail server');
  const second = await send(MAIL, 'at once');
  assert.deepEqual([second.status, second.body.error.code], [409, 'idempotency_key_in_flight']);
  assert.ok(Number(second.headers['retry-after']) >= 1);
  await server.stop();
  const { status, body } = await first;
  assert.deepEqual([status, body.error.code], [503, 'provider_error'], JSON.stringify(body));
  server.rules.data = '354 Go on';
  await server.start();
  const again = await Promise.all([send(MAIL, 'at once'), send(MAIL, 'at once')]);
  assert.ok(
    again.some((each) => each.status === 201),
    JSON.stringify(again.map(({ body: { error } }) => error)),
  );
  assert.ok(again.every((each) => each.status === 201 || each.body.error.code === 'idempotency_key_in_flight'));
  const replayed = await send(MAIL, 'at once');
  assert.deepEqual([replayed.status, replayed.headers['idempotency-replayed']], [201, 'true']);
  assert.equal(server.taken.length, 1);
});
