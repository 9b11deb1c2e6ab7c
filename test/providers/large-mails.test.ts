// A mail with a large file is never whole in memory on its way to Gmail or to a mail server: what was read of the file and has not arrived is counted. The limit is
// far above what pipes of streams and buffers of sockets have, and far below the file.
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createGmail } from '../../src/providers/gmail/client.ts';
import { composeMail } from '../../src/providers/mailbox/compose.ts';
import type { OutgoingMail } from '../../src/providers/mailbox/mailbox.ts';
import { Secret } from '../../src/providers/secret.ts';
import { tokenOfAccount } from '../../src/providers/smtp/account.ts';
import { createSmtp } from '../../src/providers/smtp/client.ts';
import type { Closing } from '../fakes/provider-server.ts';

const MB = 1_048_576;
const PIECE = 262_144;
/** What base64 in lines makes of a byte. */
const ENCODED = 78 / 57;

interface Counted {
  mail: OutgoingMail;
  /** Bytes of the file that the last reading has read. */
  read: number;
  /** Readings that have begun, and that have ended or were given up. */
  opened: number;
  closed: number;
}

function largeMail(bytes: number): Counted {
  const counted: Counted = { mail: MAIL, read: 0, opened: 0, closed: 0 };
  const pieces = async function* () {
    counted.opened += 1;
    counted.read = 0;
    try {
      for (; counted.read < bytes; counted.read += PIECE) yield Buffer.alloc(PIECE, counted.read / PIECE);
    } finally {
      counted.closed += 1;
    }
  };
  const open = (): Readable => Readable.from(pieces());
  counted.mail = { ...MAIL, attachments: [{ filename: 'film.mp4', mimeType: 'video/mp4', size: bytes, open }] };
  return counted;
}

const MAIL: OutgoingMail = {
  to: 'ana@example.com',
  cc: [],
  subject: 'A film',
  text: 'Here it is.',
  messageId: '<film@shop.example>',
  references: [],
  date: Date.parse('2026-03-31T12:00:00Z'),
};

/** The most that was read and has not arrived. */
class Lag {
  most = 0;
  arrived = 0;
  readonly #counted: Counted;

  constructor(counted: Counted) {
    this.#counted = counted;
  }

  add(bytes: number): void {
    this.arrived += bytes;
    // The headers come before the file is opened again.
    if (this.arrived < PIECE) return;
    this.most = Math.max(this.most, this.#counted.read - this.arrived / ENCODED);
  }
}

const listen = async (t: Closing, server: ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
};

test('a mail is made while it is read, the same each time', async () => {
  const counted = largeMail(8 * MB);
  const { bytes, open } = await composeMail(counted.mail, { address: 'hello@shop.example', name: 'Shop' });
  const lag = new Lag(counted);
  const first: Buffer[] = [];
  for await (const piece of await open()) {
    lag.add(piece.length);
    first.push(piece);
    await turn();
  }
  const whole = Buffer.concat(first);
  assert.equal(whole.length, bytes);
  assert.ok(lag.most < 3 * MB, `${lag.most} bytes were ahead`);
  const second: Buffer[] = [];
  for await (const piece of await open()) second.push(piece);
  assert.ok(whole.equals(Buffer.concat(second)));
  // What nobody reads to its end leaves no file open.
  const broken = await open();
  for await (const piece of broken) if (piece.length > 0 && counted.opened === 4 && counted.read > MB) break;
  for (let turns = 0; turns < 50 && counted.closed < counted.opened; turns += 1) await turn();
  assert.deepEqual([counted.opened, counted.closed], [4, 4]);
});

const SIZE = 48 * MB;
const MOST = 24 * MB;

test('on its way to Gmail', async (t) => {
  const counted = largeMail(SIZE);
  const lag = new Lag(counted);
  const answers: [RegExp, object][] = [
    [/\/profile$/, { emailAddress: 'hello@shop.example', historyId: '1' }],
    [/^\/upload\/.*\/drafts\?uploadType=multipart$/, { id: 'r1', message: { id: 'm1', threadId: 't1' } }],
    [/\/drafts\/send$/, { id: 'm1', threadId: 't1' }],
    [/\/messages\/m1/, { id: 'm1', payload: { headers: [{ name: 'Message-ID', value: '<gmail@mail.gmail.com>' }] } }],
  ];
  const server = createHttpServer((request, response) => {
    const isUpload = request.url?.startsWith('/upload/') === true;
    request.on('data', (chunk: Buffer) => isUpload && lag.add(chunk.length));
    request.on('end', () => {
      const answer = answers.find(([pattern]) => pattern.test(request.url ?? ''))?.[1];
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
  });
  const port = await listen(t, server);
  const gmail = createGmail(
    { clientId: 'a', clientSecret: 'b', url: `http://127.0.0.1:${port}` },
    { clock: { now: () => MAIL.date, machineNow: () => MAIL.date } },
  );
  const grant = { accessToken: async () => new Secret('token') };
  const sent = await gmail?.send(grant, counted.mail, () => undefined);
  assert.equal(sent?.messageId, '<gmail@mail.gmail.com>');
  assert.ok(lag.arrived > SIZE * 1.3, `${lag.arrived} bytes have arrived`);
  assert.ok(lag.most < MOST, `${lag.most} bytes were ahead`);
});

test('on its way to a mail server, which says its limit before', async (t) => {
  const counted = largeMail(SIZE);
  const lag = new Lag(counted);
  const limit = { bytes: 2 * SIZE };
  const commands: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    const talk = (line: string): void => {
      commands.push(line);
      isData = line === 'DATA';
      if (line.startsWith('EHLO')) socket.write(`250-sink\r\n250-AUTH PLAIN\r\n250 SIZE ${limit.bytes}\r\n`);
      else socket.write(line.startsWith('AUTH') ? '235 ok\r\n' : isData ? '354 go on\r\n' : '250 ok\r\n');
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (!isData)
        return chunk
          .toString()
          .split('\r\n')
          .filter((line) => line !== '')
          .forEach(talk);
      lag.add(chunk.length);
      if (!chunk.subarray(-5).equals(Buffer.from('\r\n.\r\n'))) return;
      isData = false;
      socket.write('250 queued\r\n');
    });
    socket.write('220 sink\r\n');
  });
  const port = await listen(t, server);
  const smtp = createSmtp({ ownServers: [`127.0.0.1:${port}`], now: () => MAIL.date });
  const account = {
    address: 'hello@shop.example',
    name: 'Shop',
    user: 'shop',
    password: 'p',
    smtp: { host: '127.0.0.1', port },
    imap: null,
  };
  const grant = { accessToken: async () => tokenOfAccount(account) };
  await smtp.send(grant, counted.mail, () => undefined);
  assert.ok(lag.arrived > SIZE * 1.3, `${lag.arrived} bytes have arrived`);
  assert.ok(lag.most < MOST, `${lag.most} bytes were ahead`);
  const small = largeMail(4 * MB);
  limit.bytes = MB;
  commands.splice(0);
  await assert.rejects(
    smtp.send(grant, small.mail, () => assert.fail('it was handed over')),
    { refusal: 'refused' },
  );
  assert.equal(commands.includes('DATA'), false);
});
