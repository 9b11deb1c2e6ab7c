// Name servers over UDP: one whose answers change from one question to the next, as one does that rebinds, and one with a zone.
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

const A = 1;
const CNAME = 5;
const AAAA = 28;

function bytesOf(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number);
  const groups = address.split(':').map((group) => Number.parseInt(group, 16)); // written out: no `::`
  return groups.flatMap((group) => [group >> 8, group & 255]);
}

/** Where the name ends in a question. */
function endOfName(message: Buffer): number {
  let at = 12;
  while (message[at] !== 0) at += (message[at] as number) + 1;
  return at + 1;
}

/** @param answers What each question for addresses of IPv4 is answered, in turn; the last one for ever. */
export async function nameServer(t: TestContext, answers: string[][]): Promise<{ server: string; asked: () => number }> {
  const socket = createSocket('udp4');
  let request = 0;
  socket.on('message', (message, from) => {
    const end = endOfName(message);
    const type = message.readUInt16BE(end);
    const all = type === A ? (answers[Math.min(request++, answers.length - 1)] as string[]) : (answers[0] as string[]);
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
  return { server: `127.0.0.1:${(socket.address() as AddressInfo).port}`, asked: () => request };
}

export interface ZoneRecords {
  cname?: string;
  addresses?: string[];
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);

function dataOf({ cname, addresses = [] }: ZoneRecords, type: number): Buffer[] {
  if (type === CNAME) return cname === undefined ? [] : [nameBytes(cname)];
  return addresses.filter((address) => address.includes(':') === (type === AAAA)).map((address) => Buffer.from(bytesOf(address)));
}

/** A server of these names, which a test may change; any other name is answered that there is none. */
export async function zoneServer(t: TestContext, zone: Map<string, ZoneRecords>): Promise<{ server: string; isDown: boolean }> {
  const socket = createSocket('udp4');
  const answerer = { server: '', isDown: false };
  socket.on('message', (message, from) => {
    const end = endOfName(message);
    const labels: string[] = [];
    for (let at = 12; message[at] !== 0; at += (message[at] as number) + 1)
      labels.push(message.toString('latin1', at + 1, at + 1 + (message[at] as number)));
    const records = zone.get(labels.join('.').toLowerCase());
    const type = message.readUInt16BE(end);
    // Addresses of what it is another name for, as one that asks further would answer.
    let last = records;
    while (type !== CNAME && last?.cname !== undefined) last = zone.get(last.cname);
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
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  t.after(() => socket.close());
  answerer.server = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return answerer;
}
