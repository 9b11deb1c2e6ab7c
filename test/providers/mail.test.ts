// Mail as it leaves: over SMTP to a server that remembers, or into the outbox; one address, one line of subject, whatever was given; and every way
// in which a server does not take it.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createMailer } from '../../src/providers/mail/client.ts';
import { MailFailure } from '../../src/providers/mail/failure.ts';
import type { Mail } from '../../src/providers/mail/mail.ts';
import { outboxFolder } from '../../src/providers/mail/outbox.ts';
import { temporaryFolder, testConfig } from '../base/folder.ts';
import { linkOf, type MailRules, type MailServer, messageIdOf, startMailServer } from '../fakes/mail-server.ts';

const TOKEN = `svc_invite_${'a1B2'.repeat(10)}xyz`;
const MAIL = {
  to: 'ada@example.com',
  subject: 'Hello\r\nBcc: x@y.example',
  text: 'Grüße',
  link: `http://127.0.0.1/console/invitation/${TOKEN}`,
};
const SENDING = { id: 'mail-1', onHandedOver: () => undefined };

interface Sender {
  server: MailServer;
  /** `sent`, or what failed. */
  send: (mail?: Partial<Mail>) => Promise<string>;
}

async function sender(t: TestContext, rules: Partial<MailRules> = {}): Promise<Sender> {
  const server = await startMailServer(t, rules);
  const config = { ...testConfig(temporaryFolder(t)), smtpUrl: server.url, mailFrom: 'Us <us@example.com>' };
  const mailer = createMailer(config, pino({ level: 'silent' }));
  const send: Sender['send'] = (mail = {}) =>
    mailer.send({ ...MAIL, ...mail }, SENDING).catch((error: unknown) => {
      assert.ok(error instanceof MailFailure, String(error));
      return `${error.kind} (${error.code}): ${error.message}`;
    });
  return { server, send };
}

test('a mail over SMTP has one recipient and no header that was smuggled in', async (t) => {
  const { server, send } = await sender(t);
  assert.equal(await send(), 'sent');
  const [mail] = server.taken;
  assert.ok(mail);
  assert.deepEqual([mail.from, mail.to, linkOf(mail)], ['us@example.com', ['ada@example.com'], MAIL.link]);
  assert.match(mail.text, /^Subject: Hello Bcc: x@y\.example\r$/m);
  assert.doesNotMatch(mail.text, /^Bcc/m);
  assert.match(await send({ to: 'a@b.example,c@d.example' }), /^refused \(address\): This is not one bare mail address/);
});

test('a mail has its HTML, its files and the way to end mails of its kind', async (t) => {
  const { server, send } = await sender(t);
  const attachments = [{ name: 'a\r\nb.csv', type: 'text/csv', text: 'Name\r\n' }];
  assert.equal(await send({ html: '<p>Hello</p>', attachments, unsubscribe: 'https://us.example/u/1' }), 'sent');
  const text = server.taken[0]?.text ?? '';
  assert.match(text, /^List-Unsubscribe: <https:\/\/us\.example\/u\/1>\r$/m);
  assert.match(text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  assert.match(text, /^Content-Type: text\/html/m);
  assert.match(text, /^Content-Disposition: attachment; filename="a b\.csv"\r$/m);
});

test('without a server the mail lies in the outbox, for its owner alone, and its link is in no log', async (t) => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const config = testConfig(temporaryFolder(t));
  assert.equal(await createMailer(config, log).send(MAIL, SENDING), 'outbox');
  const folder = outboxFolder(config.dataDir);
  const [file = '', ...others] = readdirSync(folder);
  assert.equal(others.length, 0);
  assert.equal(
    readFileSync(join(folder, file), 'utf8'),
    `To: ada@example.com\nSubject: Hello Bcc: x@y.example\n\nGrüße\n\n${MAIL.link}\n`,
  );
  assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
  assert.match(lines.join(''), new RegExp(`outbox/${file}`));
  assert.doesNotMatch(lines.join(''), /svc_|ada@/);
});

test('a mail of a sender of its own is signed with its key', async (t) => {
  const { server, send } = await sender(t);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const dkim = { domain: 'north.example', selector: 's1', privateKey: pem };
  assert.equal(await send({ from: { name: 'North\r\nBcc: x@y.example', address: 'no-reply@north.example', dkim } }), 'sent');
  const head = server.taken[0]?.text ?? '';
  assert.match(head, /^From: "?North Bcc: x@y\.example"? <no-reply@north\.example>\r$/m);
  assert.match(head, /^DKIM-Signature: v=1; a=rsa-sha256; .*d=north\.example;.*s=s1;/ms);
  assert.doesNotMatch(head, /^Bcc/m);
});

/** What a server does; how the attempt ends; how many mails it has taken. */
const ENDS: readonly [string, Partial<MailRules>, RegExp, number][] = [
  [
    'an unknown mailbox',
    { rcpt: () => '550 5.1.1 <ada@example.com>: User unknown' },
    /^refused \(550\): The mail server refused the mail: 550 5\.1\.1 <ada@example\.com>: User unknown$/,
    0,
  ],
  [
    'a sender that it does not know',
    { mail: '553 5.7.1 Not your address' },
    /^refused \(553\): .*553 5\.7\.1 Not your address$/,
    0,
  ],
  ['a filter', { message: '554 5.7.1 Looks like spam' }, /^refused \(554\): .*Looks like spam$/, 0],
  [
    'greylisting',
    { rcpt: () => '451 4.7.1 Greylisted' },
    /^passing \(451\): The mail server does not take the mail now: 451 4\.7\.1 Greylisted$/,
    0,
  ],
  ['a full disk', { mail: '452 4.3.1 No space' }, /^passing \(452\)/, 0],
  ['no data now', { data: '421 4.3.2 Closing' }, /^passing \(421\)/, 0],
  ['a queue that cannot be written', { message: '451 4.3.0 Queue file' }, /^passing \(451\)/, 0],
  ['a greeting that refuses', { greeting: '554 5.7.1 Not now' }, /^passing \(554\)/, 0],
  ['a start', { greeting: '421 4.3.2 Starting' }, /^passing \(421\)/, 0],
  ['a cut before a greeting', { greeting: 'cut' }, /^passing \(\w+\): The mail server could not be reached/, 0],
  ['a cut at the recipient', { rcpt: () => 'cut' }, /^passing \(\w+\)/, 0],
  ['a cut at the data', { data: 'cut' }, /^passing \(\w+\)/, 0],
  ['a cut after the final dot', { message: 'cut' }, /^unknown \(\w+\): The connection to the mail server ended before/, 0],
  ['a cut after it took the mail', { message: 'cut', takes: true }, /^unknown \(\w+\)/, 1],
];

for (const pipelining of [[], ['PIPELINING']])
  test(`an attempt ends by what the server said of the mail${pipelining.length > 0 ? ', of all commands at once too' : ''}`, async (t) => {
    for (const [name, rules, end, taken] of ENDS) {
      const { server, send } = await sender(t, { ...rules, extensions: pipelining });
      assert.match(await send(), end, name);
      assert.equal(server.taken.length, taken, name);
    }
    const { server, send } = await sender(t, { extensions: pipelining });
    await server.stop();
    assert.match(await send(), /^passing \(ECONNREFUSED\): The mail server could not be reached \(ECONNREFUSED\)\.$/);
    await server.start();
    assert.equal(await send(), 'sent');
  });

test('an attempt again has the same Message-ID, and another mail another', async (t) => {
  const { server, send } = await sender(t, { message: 'cut', takes: true });
  await send();
  await send();
  assert.deepEqual(server.taken.map(messageIdOf), ['<mail-1@example.com>', '<mail-1@example.com>']);
});

test("a server's words have no link of the mail, no line of their own, and an end", async (t) => {
  const { server, send } = await sender(t);
  const said = async (words: string): Promise<string> => {
    server.rules.message = `554${words}`;
    return send();
  };
  for (const part of [MAIL.link, TOKEN, TOKEN.slice(12, 40), encodeURIComponent(MAIL.link), `...${TOKEN.slice(-20)}`]) {
    const words = await said(` 5.7.1 Bad link ${part} in it`);
    assert.match(words, /554 5\.7\.1 Bad link \S*\[link\] in it$/, part);
    assert.ok(!words.includes(TOKEN.slice(20, 30)), words);
  }
  assert.match(await said('-5.7.1 One\r\n554 5.7.1 two\u202e\u0007 three'), /: 554-5\.7\.1 One two three$/);
  assert.equal((await said(` ${'x y '.repeat(400)}`)).length, 'refused (554): The mail server refused the mail: '.length + 200);
});

test('letters beyond ASCII before the @ need a server that takes them; those of a domain do not', async (t) => {
  const { server, send } = await sender(t, { extensions: ['8BITMIME'] });
  assert.match(await send({ to: 'zoë@example.com' }), /^refused \(smtputf8\): The part before the @ has letters beyond ASCII/);
  assert.deepEqual([server.taken.length, server.commands.filter((line) => line.startsWith('MAIL'))], [0, []]);
  assert.equal(await send({ to: 'zoe@münchen.example' }), 'sent');
  assert.deepEqual(server.taken[0]?.to, ['zoe@xn--mnchen-3ya.example']);
  server.rules.extensions = ['8BITMIME', 'SMTPUTF8'];
  assert.equal(await send({ to: 'zoë@example.com' }), 'sent');
  assert.deepEqual(server.taken[1]?.to, ['zoë@example.com']);
  assert.match(server.commands.findLast((line) => line.startsWith('MAIL')) ?? '', /SMTPUTF8/);
  await server.stop();
  assert.match(await send({ to: 'zoë@example.com' }), /^passing/);
});
