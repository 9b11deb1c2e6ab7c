// A mail server over TCP that remembers: greylisting, refusals at each step of SMTP, cuts and silence before and after it has taken a mail, and a stop and a
// new start on the same port. What it has taken, and each command, is kept for the test.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Closing } from './provider-server.ts';

/** A line that it answers; or it cuts the connection, or says nothing more. */
type Reply = `${2 | 3 | 4 | 5}${string}` | 'cut' | 'silence';

export interface TakenMail {
  from: string;
  to: string[];
  /** The message as it came, without the dots of SMTP. */
  text: string;
}

export interface MailRules {
  greeting: Reply;
  /** Lines of the answer to EHLO. */
  extensions: string[];
  /** A sign-in, where `extensions` offer one. */
  auth: Reply;
  mail: Reply;
  /** @param tries How often this address was tried, this time included. */
  rcpt: (address: string, tries: number) => Reply;
  data: Reply;
  /** After the final dot. A mail is taken if this starts with 2, or if `takes`. */
  message: Reply;
  takes: boolean;
}

export interface MailServer {
  url: string;
  rules: MailRules;
  taken: TakenMail[];
  /** Each line but those of messages; `.` is the end of one. */
  commands: string[];
  /** Ends all connections; the port is closed until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const KIND: MailRules = {
  greeting: '220 mail.example ESMTP',
  extensions: ['8BITMIME', 'SMTPUTF8'],
  auth: '235 2.7.0 Ok',
  mail: '250 2.1.0 Ok',
  rcpt: () => '250 2.1.5 Ok',
  data: '354 Go on',
  message: '250 2.0.0 Queued',
  takes: false,
};

/** Refuses each address until it was tried so often, as greylisting does. */
export const greylisting =
  (refusals: number): MailRules['rcpt'] =>
  (_address, tries) =>
    tries > refusals ? '250 2.1.5 Ok' : '451 4.7.1 Greylisted, try again later';

const headerOf = ({ text }: TakenMail, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(text.split('\r\n\r\n')[0] ?? '')?.[1];

export const messageIdOf = (mail: TakenMail): string | undefined => headerOf(mail, 'Message-ID');

/** The last line of its text that is an address of the web. */
export const linkOf = ({ text }: TakenMail): string => {
  const body = text.slice(text.indexOf('\r\n\r\n')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /https?:\/\/\S+/.exec(body)?.[0] ?? '';
};

export async function startMailServer(t: Closing, rules: Partial<MailRules> = {}): Promise<MailServer> {
  const tries = new Map<string, number>();
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  const all = { ...KIND, ...rules };
  const open = async (): Promise<void> => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
      talk(socket, mailServer, tries);
    });
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
  };
  const mailServer: MailServer = {
    url: '',
    rules: all,
    taken: [],
    commands: [],
    start: open,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  await open();
  mailServer.url = `smtp://127.0.0.1:${port}`;
  t.after(() => (server.listening ? mailServer.stop() : undefined));
  return mailServer;
}

const addressIn = (command: string): string => /<([^>]*)>/.exec(command)?.[1] ?? '';

/** One connection. */
function talk(socket: Socket, { rules, taken, commands }: MailServer, tries: Map<string, number>): void {
  let [from, to]: [string, string[]] = ['', []];
  let message: string | undefined;
  let rest = '';
  const reply = (line: Reply): boolean => {
    if (line === 'cut') socket.destroy();
    else if (line !== 'silence') socket.write(`${line}\r\n`);
    return /^[23]/.test(line);
  };
  const end = (): void => {
    const mail = { from, to, text: (message ?? '').replace(/^\.\./gm, '.') };
    message = undefined;
    commands.push('.');
    if (rules.takes || rules.message.startsWith('2')) taken.push(mail);
    reply(rules.message);
  };
  const rcpt = (address: string): void => {
    const count = (tries.get(address) ?? 0) + 1;
    tries.set(address, count);
    if (reply(rules.rcpt(address, count))) to.push(address);
  };
  const hello = (): void => {
    const lines = ['mail.example', ...rules.extensions];
    socket.write(lines.map((line, at) => `250${at === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join(''));
  };
  const obey = (line: string): void => {
    commands.push(line);
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') hello();
    else if (verb === 'AUTH') reply(rules.auth);
    else if (verb === 'MAIL') {
      [from, to] = [addressIn(line), []];
      reply(rules.mail);
    } else if (verb === 'RCPT') rcpt(addressIn(line));
    else if (verb === 'DATA') message = reply(to.length === 0 ? '503 5.5.1 No recipient' : rules.data) ? '' : undefined;
    else if (verb === 'QUIT') socket.end('221 2.0.0 Bye\r\n');
    else reply('250 2.0.0 Ok');
  };
  reply(rules.greeting);
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines)
      if (message === undefined) obey(line);
      else if (line === '.') end();
      else message += `${line}\r\n`;
  });
}
