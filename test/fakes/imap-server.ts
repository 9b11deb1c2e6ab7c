// A mail server for receiving (IMAP4rev1) that remembers: mails in folders, a sign-in that can be refused, another UIDVALIDITY, and connections that are cut. It knows the
// commands that a reading of a mailbox needs.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

interface StoredMail {
  uid: number;
  raw: string;
  at: number;
}

export interface ImapServer {
  /** `host:port` */
  address: string;
  validity: number;
  inbox: StoredMail[];
  /** Folders beside the inbox and that of sent mails, by their names. */
  folders: Map<string, StoredMail[]>;
  sent: string[];
  commands: string[];
  /** What a sign-in is answered with, after its tag. */
  login: string;
  /** Cuts the connection at a command that begins so. */
  cutAt: string | undefined;
  /** Called before a whole mail is sent. */
  onWhole: () => void;
  add(raw: string, at?: number, folder?: string): void;
  /** Makes the folder again: all mails have other UIDs. */
  renew(): void;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const pad = (n: number): string => String(n).padStart(2, '0');

const internalDate = (at: number): string => {
  const date = new Date(at);
  const day = `${pad(date.getUTCDate())}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()}`;
  return `${day} ${date.toISOString().slice(11, 19)} +0000`;
};

export async function startImapServer(t: TestContext, now: number): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    talk(socket, server);
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  let next = 1;
  const server: ImapServer = {
    address: `127.0.0.1:${(listener.address() as AddressInfo).port}`,
    validity: 7,
    inbox: [],
    folders: new Map(),
    sent: [],
    commands: [],
    login: 'OK signed in',
    cutAt: undefined,
    onWhole: () => undefined,
    add: (raw, at = now, folder) => {
      const mails = folder === undefined ? server.inbox : server.folders.get(folder);
      mails?.push({ uid: next, raw: raw.replace(/\r?\n/g, '\r\n'), at });
      next += 1;
    },
    renew: () => {
      server.validity += 1;
      server.inbox = server.inbox.map((mail, n) => ({ ...mail, uid: n + 1 }));
      next = server.inbox.length + 1;
    },
  };
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => listener.close(done));
  });
  return server;
}

function inSet(set: string, uid: number, last: number): boolean {
  return set.split(',').some((part) => {
    const [from = '', to = from] = part.split(':').map((each) => (each === '*' ? String(last) : each));
    const [low, high] = [Number(from), Number(to)].sort((a, b) => a - b) as [number, number];
    return uid >= low && uid <= high;
  });
}

function found(mails: readonly StoredMail[], query: string): number[] {
  const last = mails.at(-1)?.uid ?? 0;
  const set = /UID ([\d:*,]+)/i.exec(query)?.[1];
  const since = /SINCE (\S+)/i.exec(query)?.[1];
  return mails
    .filter(({ uid }) => set === undefined || inSet(set, uid, last))
    .filter(({ at }) => since === undefined || at >= Date.parse(`${since.replaceAll('"', '')} 00:00 UTC`))
    .map(({ uid }) => uid);
}

/** `LIST "" ""` asks for the separator alone. */
function listed({ folders }: ImapServer, command: string): string {
  const all = ['(\\HasNoChildren) "/" INBOX', '(\\HasNoChildren \\Sent) "/" Sent'];
  const rows = [...all, ...[...folders.keys()].map((name) => `(\\HasNoChildren) "/" "${name}"`)];
  return /"" ""$/.test(command) ? '' : rows.map((row) => `* LIST ${row}\r\n`).join('');
}

const isWhole = (items: string): boolean => /BODY(?:\.PEEK)?\[\]/i.test(items);

function fetched({ uid, raw, at }: StoredMail, no: number, items: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n') + 4);
  const parts = [`UID ${uid}`];
  if (/INTERNALDATE/i.test(items)) parts.push(`INTERNALDATE "${internalDate(at)}"`);
  if (/RFC822\.SIZE/i.test(items)) parts.push(`RFC822.SIZE ${Buffer.byteLength(raw, 'latin1')}`);
  const literal = (name: string, text: string) => `${name} {${Buffer.byteLength(text, 'latin1')}}\r\n${text}`;
  if (/BODY(?:\.PEEK)?\[HEADER\]/i.test(items)) parts.push(literal('BODY[HEADER]', head));
  if (isWhole(items)) parts.push(literal('BODY[]', raw));
  return `* ${no} FETCH (${parts.join(' ')})\r\n`;
}

function talk(socket: Socket, server: ImapServer): void {
  let rest = '';
  let append: { tag: string; size: number } | undefined;
  const say = (text: string): void => void socket.write(Buffer.from(text, 'latin1'));
  let opened: string | undefined;
  const mails = (): StoredMail[] => (opened === undefined ? server.inbox : (server.folders.get(opened) ?? []));
  const select = (): string =>
    `* ${mails().length} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen)] ok\r\n` +
    `* OK [UIDVALIDITY ${server.validity}] ok\r\n* OK [UIDNEXT ${(mails().at(-1)?.uid ?? 0) + 1}] ok\r\n`;
  const obey = (line: string): void => {
    const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    server.commands.push(/^(?:LOGIN|AUTHENTICATE)/i.test(command) ? 'LOGIN' : command);
    if (server.cutAt !== undefined && command.toUpperCase().startsWith(server.cutAt)) {
      socket.destroy();
      return;
    }
    const verb = command.split(' ')[0]?.toUpperCase();
    if (verb === 'CAPABILITY') say(`* CAPABILITY IMAP4rev1 LITERAL+ SPECIAL-USE AUTH=PLAIN SASL-IR\r\n${tag} OK done\r\n`);
    else if (verb === 'LOGIN' || verb === 'AUTHENTICATE') say(`${tag} ${server.login}\r\n`);
    else if (verb === 'LIST') say(`${listed(server, command)}${tag} OK done\r\n`);
    else if (verb === 'SELECT' || verb === 'EXAMINE') {
      const name = command.slice(verb.length + 1).replaceAll('"', '');
      opened = name.toUpperCase() === 'INBOX' ? undefined : name;
      if (opened !== undefined && opened !== 'Sent' && !server.folders.has(opened))
        say(`${tag} NO [NONEXISTENT] Mailbox doesn't exist\r\n`);
      else say(`${select()}${tag} OK [READ-ONLY] done\r\n`);
    } else if (/^UID SEARCH/i.test(command)) say(`* SEARCH ${found(mails(), command).join(' ')}\r\n${tag} OK done\r\n`);
    else if (/^UID FETCH/i.test(command)) {
      const [, set = '', items = ''] = /^UID FETCH (\S+) (.*)$/i.exec(command) ?? [];
      if (isWhole(items)) server.onWhole();
      const last = mails().at(-1)?.uid ?? 0;
      mails().forEach((mail, at) => {
        if (inSet(set, mail.uid, last)) say(fetched(mail, at + 1, items));
      });
      say(`${tag} OK done\r\n`);
    } else if (verb === 'APPEND') {
      const [, size = '0', plus] = /\{(\d+)(\+?)\}$/.exec(command) ?? [];
      append = { tag, size: Number(size) };
      if (plus !== '+') say('+ go on\r\n');
    } else if (verb === 'LOGOUT') {
      say(`* BYE bye\r\n${tag} OK done\r\n`);
      socket.end();
    } else say(`${tag} OK done\r\n`);
  };
  say('* OK [CAPABILITY IMAP4rev1 LITERAL+ SPECIAL-USE AUTH=PLAIN SASL-IR] ready\r\n');
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (;;) {
      if (append) {
        if (rest.length < append.size + 2) return;
        server.sent.push(rest.slice(0, append.size));
        rest = rest.slice(append.size + 2);
        say(`${append.tag} OK appended\r\n`);
        append = undefined;
        continue;
      }
      const end = rest.indexOf('\r\n');
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      obey(line);
    }
  });
}
