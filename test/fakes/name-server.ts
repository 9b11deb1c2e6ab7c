// Name servers over UDP: one whose answers change from one question to the next, as one does that rebinds, and one with a zone.
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { bytesOf } from '../hostile/outside/addresses.ts';

const A = 1;
const CNAME = 5;
const AAAA = 28;

/** Where the name ends in a question. */
function endOfName(message: Buffer): number {
  let at = 12;
  while (message[at] !== 0) at += (message[at] as number) + 1;
  return at + 1;
}

/** @param answers What each question for addresses of IPv4 is answered, in turn, and each one for those of IPv6; the last one for ever. In any form. */
export async function nameServer(t: TestContext, answers: string[][]): Promise<{ server: string; asked: () => number }> {
  const socket = createSocket('udp4');
  const requests = { [A]: 0, [AAAA]: 0 };
  socket.on('message', (message, from) => {
    const end = endOfName(message);
    const type = message.readUInt16BE(end);
    const turn = type === A || type === AAAA ? requests[type]++ : 0;
    const all = answers[Math.min(turn, answers.length - 1)] ?? [];
    const found = all.filter((address) => address.includes(':') === (type === AAAA));
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(found.length, 6);
    head.writeUInt32BE(0, 8);
    const records = found.map((address) => {
      const bytes = bytesOf(address);
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
    });
    socket.send(Buffer.concat([head, message.subarray(12, end + 4), ...records]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  t.after(() => socket.close());
  return { server: `127.0.0.1:${(socket.address() as AddressInfo).port}`, asked: () => requests[A] };
}

export interface ZoneRecords {
  cname?: string;
  /** In any form. */
  addresses?: string[];
  /** What the second question of a kind is answered, and each one after it: it leads elsewhere by then. */
  later?: string[];
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);

function dataOf({ cname, addresses = [] }: ZoneRecords, type: number): Buffer[] {
  if (type === CNAME) return cname === undefined ? [] : [nameBytes(cname)];
  return addresses.filter((address) => address.includes(':') === (type === AAAA)).map((address) => Buffer.from(bytesOf(address)));
}

/** A server of these names, which a test may change; any other name is answered that there is none. `asked` has the names, as often as they were. */
export async function zoneServer(
  t: TestContext,
  zone: Map<string, ZoneRecords>,
  onPort = 0,
): Promise<{ server: string; isDown: boolean; asked: string[] }> {
  const socket = createSocket('udp4');
  const answerer: { server: string; isDown: boolean; asked: string[] } = { server: '', isDown: false, asked: [] };
  const seen = new Set<string>();
  socket.on('message', (message, from) => {
    const end = endOfName(message);
    const labels: string[] = [];
    for (let at = 12; message[at] !== 0; at += (message[at] as number) + 1)
      labels.push(message.toString('latin1', at + 1, at + 1 + (message[at] as number)));
    const name = labels.join('.').toLowerCase();
    const records = zone.get(name);
    const type = message.readUInt16BE(end);
    answerer.asked.push(name);
    // Addresses of what it is another name for, as one that asks further would answer.
    let last = records;
    while (type !== CNAME && last?.cname !== undefined) last = zone.get(last.cname);
    const question = `${type} ${name}`;
    if (last?.later && seen.has(question)) last = { addresses: last.later };
    seen.add(question);
    const found = last && !answerer.isDown ? dataOf(last, type) : [];
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(0x8180 + (answerer.isDown ? 2 : records ? 0 : 3), 2);
    head.writeUInt16BE(found.length, 6);
    head.writeUInt32BE(0, 8);
    const answers = found.map((data) => {
      const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
      return Buffer.concat([fixed, data]);
    });
    socket.send(Buffer.concat([head, message.subarray(12, end + 4), ...answers]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(onPort, '127.0.0.1', done));
  t.after(() => socket.close());
  answerer.server = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return answerer;
}
