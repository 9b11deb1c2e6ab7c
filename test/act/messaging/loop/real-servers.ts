// Mail through Debian's Postfix and Dovecot: what is sent is read by an official client, a reply gets into its thread, a mail to nobody comes back as a report,
// and a folder that is made again brings nothing twice. `npm run test:mail`, as root, with the packages postfix and dovecot-imapd.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { receiveJob } from '../../../../src/act/messaging/email/inbound/receive.ts';
import { addJob, runDue } from '../../../../src/base/work/runner.ts';
import { until } from '../../../until.ts';
import { startRecordWorld } from '../../connections/records/record-world.ts';
import { PDF, readFile, sized, uploadFile } from '../media-files.ts';
import { PASSWORD, startMailServers } from './servers.ts';

const SHOP = 'hello@shop.example';
const ANA = 'ana@example.com';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type AnyJson = any;

test('mail through Postfix and Dovecot', async (t) => {
  const servers = await startMailServers(t);
  const { smtp, imap, ports } = servers;
  const w = await startRecordWorld(t, { smtp: { ownServers: `${smtp} ${imap}` } });
  const { base, profileId } = w.app;
  const query = { profile_id: profileId };
  const { url } = await w.link('smtp');
  const typed = { address: SHOP, sender: 'Shop', user: SHOP, password: PASSWORD, smtp, imap };
  const page = await w.visitor.submit(url, typed);
  assert.equal(page.status, 303, `${page.html}\n${servers.log()}`);
  const connectionId = (await w.connection()).id;
  const receive = async (): Promise<void> => {
    addJob(base, receiveJob, { profileId, payload: { connection_id: connectionId } });
    await runDue(base, [receiveJob]);
  };
  const inbound = async (): Promise<AnyJson[]> =>
    (await w.api.get('/messages', { ...query, direction: 'inbound', limit: 100 })).body.data;
  await receive();
  const mail = {
    channel: 'email',
    to: ANA,
    subject: 'Your order – ñandú',
    text: 'On its way.\n.\n.. dots',
    html: '<p>On its way</p>',
  };
  const sent = await w.api.post(
    '/messages',
    { ...mail, list_unsubscribe: { url: 'https://shop.example/u/1', one_click: true } },
    query,
  );
  assert.equal(sent.status, 201, `${JSON.stringify(sent.body)}\n${servers.log()}`);
  assert.equal(sent.body.warnings, undefined, 'a copy is filed');

  const readFolder = async (user: string, folder: string): Promise<{ source: string; messageId: string | undefined }[]> => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: ports.imap,
      secure: false,
      auth: { user, pass: PASSWORD },
      logger: false,
      tls: { rejectUnauthorized: false },
    });
    await client.connect();
    try {
      await client.mailboxOpen(folder, { readOnly: true });
      const all = await client.fetchAll('1:*', { source: true, envelope: true });
      return all.map(({ source, envelope }) => ({ source: source?.toString() ?? '', messageId: envelope?.messageId }));
    } finally {
      await client.logout();
    }
  };

  await t.test('an official client reads what was sent, and the copy', async () => {
    const [got] = await until(async () => {
      const all = await readFolder(ANA, 'INBOX');
      return all.length > 0 && all;
    }, 'the mail has arrived');
    assert.equal(got?.messageId, sent.body.data.rfc822_message_id);
    assert.match(got?.source ?? '', /^List-Unsubscribe: <https:\/\/shop\.example\/u\/1>\r$/m);
    assert.match(got?.source ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    assert.match(got?.source ?? '', /with ESMTPSA/, 'over TLS and signed in');
    assert.deepEqual(
      (await readFolder(SHOP, 'Sent')).map(({ messageId }) => messageId),
      [sent.body.data.rfc822_message_id],
    );
  });

  await t.test(
    'a file arrives to the byte both ways, and one beyond the size of the server is refused before it is sent',
    async () => {
      const bytes = sized(PDF, 5_000_000);
      for (let at = PDF.length; at < bytes.length; at += 1) bytes[at] = (at * 31) % 251;
      const upload = async (file: Uint8Array<ArrayBuffer>): Promise<string> =>
        (await uploadFile(w.app, w.app.session, file, 'order.pdf', 'application/pdf')).body.data.media_id;
      const withFile = { ...mail, subject: 'With a file', attachments: [{ media_id: await upload(bytes) }] };
      const filed = await w.api.post('/messages', withFile, query);
      assert.equal(filed.status, 201, `${JSON.stringify(filed.body)}\n${servers.log()}`);
      const { source } = await until(async () => {
        const all = await readFolder(ANA, 'INBOX');
        return all.find(({ messageId }) => messageId === filed.body.data.rfc822_message_id);
      }, 'the mail with the file has arrived');
      const { attachments } = await PostalMime.parse(source, { attachmentEncoding: 'base64' });
      assert.ok(attachments[0]?.content === Buffer.from(bytes).toString('base64'), 'the bytes of the file');
      const tooLarge = { ...withFile, attachments: [{ media_id: await upload(sized(PDF, 12_000_000)) }] };
      const refused = await w.api.post('/messages', tooLarge, query);
      assert.deepEqual([refused.status, refused.body.error.code], [422, 'provider_error'], JSON.stringify(refused.body));

      const ana = createTransport({
        host: '127.0.0.1',
        port: ports.smtp,
        requireTLS: true,
        auth: { user: ANA, pass: PASSWORD },
        tls: { rejectUnauthorized: false },
      });
      const back = { filename: 'back.pdf', content: Buffer.from(bytes) };
      const id = filed.body.data.rfc822_message_id;
      await ana.sendMail({ from: ANA, to: SHOP, subject: 'Re: With a file', text: 'Back', inReplyTo: id, attachments: [back] });
      const answer = await until(async () => {
        await receive();
        return (await inbound()).find(({ thread_id }) => thread_id === filed.body.data.thread_id);
      }, 'the file is back');
      const read = await readFile(w.app, w.app.session, answer.message_id, answer.attachments[0].media_id);
      assert.ok(read.bytes.equals(Buffer.from(bytes)));
    },
  );

  await t.test('its answer comes into the thread', async () => {
    const ana = createTransport({
      host: '127.0.0.1',
      port: ports.smtp,
      requireTLS: true,
      auth: { user: ANA, pass: PASSWORD },
      tls: { rejectUnauthorized: false },
    });
    const id = sent.body.data.rfc822_message_id;
    await ana.sendMail({ from: ANA, to: SHOP, subject: 'Re: Your order', text: '¡Gracias!', inReplyTo: id, references: id });
    await ana.sendMail({ from: ANA, to: SHOP, subject: 'Something else', text: 'Of no thread' });
    const [answer, ...more] = await until(async () => {
      await receive();
      const all = (await inbound()).filter(({ thread_id }) => thread_id === sent.body.data.thread_id);
      return all.length > 0 && all;
    }, 'the answer is here');
    assert.equal(more.length, 0);
    assert.deepEqual([answer.thread_id, answer.text.trim(), answer.from], [sent.body.data.thread_id, '¡Gracias!', ANA]);
  });

  await t.test('a recipient that the server refuses is refused, and one that comes back is blocked', async () => {
    const refused = await w.api.post('/messages', { ...mail, to: 'ana@gone.example' }, query);
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'recipient_rejected'], servers.log());
    const lost = await w.api.post('/messages', { ...mail, to: 'nobody@example.com' }, query);
    assert.equal(lost.status, 201, JSON.stringify(lost.body));
    const report = await until(async () => {
      await receive();
      return (await inbound()).find((each) => each.delivery_failure !== null);
    }, 'the report is here');
    assert.deepEqual(
      [
        report.thread_id,
        report.delivery_failure.failed_recipient,
        report.delivery_failure.status,
        report.delivery_failure.action,
      ],
      [lost.body.data.thread_id, 'nobody@example.com', '5.1.1', 'failed'],
    );
    const again = await w.api.post('/messages', { ...mail, to: 'nobody@example.com' }, query);
    assert.equal(again.body.error.code, 'recipient_rejected');
  });

  await t.test('a folder that is made again brings nothing twice', async () => {
    const before = await inbound();
    const validity = async (): Promise<bigint> => {
      const client = new ImapFlow({
        host: '127.0.0.1',
        port: ports.imap,
        secure: false,
        auth: { user: SHOP, pass: PASSWORD },
        logger: false,
        tls: { rejectUnauthorized: false },
      });
      await client.connect();
      const { uidValidity } = await client.mailboxOpen('INBOX', { readOnly: true });
      await client.logout();
      return uidValidity;
    };
    const earlier = await validity();
    rmSync(join(servers.folderOf(SHOP), 'dovecot-uidlist'), { force: true });
    for (const name of ['dovecot.index', 'dovecot.index.log', 'dovecot.index.cache', 'dovecot-uidvalidity'])
      rmSync(join(servers.folderOf(SHOP), name), { force: true });
    assert.notEqual(await validity(), earlier);
    await receive();
    await receive();
    assert.deepEqual(
      (await inbound()).map(({ message_id }) => message_id),
      before.map(({ message_id }) => message_id),
    );
  });

  await t.test('a wrong password ends the connection', async () => {
    const again = await w.link('smtp');
    const wrong = await w.visitor.submit(again.url, { ...typed, password: 'wrong' });
    assert.ok(wrong.status >= 400, wrong.html);
  });
});
