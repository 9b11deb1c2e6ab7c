// Mail as it leaves: over SMTP to a small real server, or into the outbox; one address, one line of subject, whatever was given.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createMailer, outboxFolder } from '../../src/providers/mail/client.ts';
import { temporaryFolder, testConfig } from '../base/folder.ts';

const log = pino({ level: 'silent' });
const MAIL = {
  to: 'ada@example.com',
  subject: 'Hello\r\nBcc: x@y.example',
  text: 'Grüße',
  link: 'http://127.0.0.1/console/link/x',
};

/** Takes every mail, and keeps what was said. */
async function smtpServer(t: TestContext): Promise<{ port: number; said: string[] }> {
  const said: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (line === '' && !inData) continue;
        said.push(line);
        if (inData && line !== '.') continue;
        if (line === '.') inData = false;
        if (line === 'DATA') inData = true;
        socket.write(line === 'DATA' ? '354 go\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, said };
}

test('a mail over SMTP has one recipient and no header that was smuggled in', async (t) => {
  const { port, said } = await smtpServer(t);
  const config = { ...testConfig(temporaryFolder(t)), smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Us <us@example.com>' };
  const mailer = createMailer(config, log);
  await mailer.send(MAIL);
  mailer.close();
  assert.deepEqual(
    said.filter((line) => line.startsWith('RCPT')),
    ['RCPT TO:<ada@example.com>'],
  );
  assert.ok(said.includes('Subject: Hello Bcc: x@y.example'));
  assert.ok(!said.some((line) => line.startsWith('Bcc')));
  await assert.rejects(createMailer(config, log).send({ ...MAIL, to: 'a@b.example,c@d.example' }), /not one bare mail address/);
});

test('without a server the mail lies in the outbox, for its owner alone', async (t) => {
  const config = testConfig(temporaryFolder(t));
  await createMailer(config, log).send(MAIL);
  const folder = outboxFolder(config.dataDir);
  const [file = '', ...others] = readdirSync(folder);
  assert.equal(others.length, 0);
  assert.equal(
    readFileSync(join(folder, file), 'utf8'),
    'To: ada@example.com\nSubject: Hello Bcc: x@y.example\n\nGrüße\n\nhttp://127.0.0.1/console/link/x\n',
  );
  assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
});

test('a mail of a sender of its own is signed with its key', async (t) => {
  const { port, said } = await smtpServer(t);
  const config = { ...testConfig(temporaryFolder(t)), smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Us <us@example.com>' };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const dkim = { domain: 'north.example', selector: 's1', privateKey: pem };
  const mailer = createMailer(config, log);
  await mailer.send({ ...MAIL, from: { name: 'North\r\nBcc: x@y.example', address: 'no-reply@north.example', dkim } });
  mailer.close();
  const head = said.join('\n');
  assert.match(head, /^From: "?North Bcc: x@y\.example"? <no-reply@north\.example>$/m);
  assert.match(head, /^DKIM-Signature: v=1; a=rsa-sha256; .*d=north\.example;.*s=s1;/ms);
  assert.ok(!said.some((line) => line.startsWith('Bcc')));
});
