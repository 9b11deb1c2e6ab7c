// The client of the doors, a process of its own: raw sockets with one request under way on each, so that it costs little beside
// the server it measures. Every event it sends is a new one.
import { connect, type Socket } from 'node:net';
import { chance } from '../seeds/demo/random.ts';
import type { Load, LoadAnswer } from './load.ts';
import { instantMs } from './numbers.ts';
import { AGENTS, arrivalOf, browserName, customerName, emailOf, SITE } from './world.ts';

const POSTS = 4_000;
const DIGITS = 12;
/** Stands where each request has a number of its own. */
const MARK = '#'.repeat(DIGITS);

/** A request with the places of its numbers. */
interface Template {
  bytes: Buffer;
  marks: number[];
}

function template(text: string): Template {
  const bytes = Buffer.from(text);
  const marks: number[] = [];
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + DIGITS)) marks.push(at);
  return { bytes, marks };
}

const post = (path: string, body: unknown, headers: string[]): Template => {
  const text = JSON.stringify(body);
  const head = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Content-Type: application/json', ...headers];
  return template(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
};

function templates(load: Load): Template[] {
  if (load.kind === 'get') {
    const { paths, bearers = [] } = load;
    return Array.from({ length: Math.max(1, bearers.length) * paths.length }, (_, i) => {
      const key = bearers.length === 0 ? '' : `Authorization: Bearer ${bearers[i % bearers.length]}\r\n`;
      return template(`GET ${paths[i % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}\r\n`);
    });
  }
  const luck = chance(load.seed);
  if (load.kind === 'events')
    return Array.from({ length: POSTS }, () => {
      const person = luck.whole(0, 50_000);
      const body = {
        event_type: 'payment_received',
        idempotency_key: `order-${load.seed}-${MARK}`,
        value: { amount: (luck.whole(500, 50_000) / 100).toFixed(2), currency: 'EUR' },
        user_traits: { external_id: customerName(person), email: emailOf(person) },
        anonymous_id: browserName(person),
      };
      return post('/api/v1/events', body, [`Authorization: Bearer ${load.apiKey}`]);
    });
  return Array.from({ length: POSTS }, (_, i) => {
    const person = luck.whole(0, 50_000);
    const arrival = arrivalOf(luck);
    const events = Array.from({ length: load.perPost }, (__, at) => ({
      event_id: `live-${load.seed}-${MARK}`,
      event_type: 'page_view',
      url: `https://${SITE}/l/${luck.whole(0, 400)}${at === 0 ? arrival.query : ''}`,
      ...(at === 0 && arrival.referrer !== '' ? { referrer: arrival.referrer } : {}),
      engaged_seconds: luck.whole(1, 90),
    }));
    const body = { tracking_key: load.trackingKeys[i % load.trackingKeys.length], anonymous_id: browserName(person), events };
    return post('/t/collect', body, [`User-Agent: ${AGENTS[person % AGENTS.length]}`]);
  });
}

let number = 0;

function numbered({ bytes, marks }: Template): Buffer {
  if (marks.length === 0) return bytes;
  // Written again each time: the socket may hold on to the bytes of the request before.
  const copy = Buffer.from(bytes);
  for (const mark of marks) {
    number += 1;
    copy.write(String(number).padStart(DIGITS, '0'), mark, 'latin1');
  }
  return copy;
}

/** Length of the answer that begins `bytes`, when all of it is there. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const total = end + 4 + Number(length ?? 0);
  return bytes.length >= total ? total : undefined;
}

class Client {
  readonly #load: Load;
  readonly #templates: Template[];
  readonly #latencies: number[] = [];
  readonly #times: number[] = [];
  readonly #failures: Record<string, number> = {};
  #sent = 0;
  #began = 0;

  constructor(load: Load) {
    this.#load = load;
    this.#templates = templates(load);
  }

  async run(): Promise<LoadAnswer> {
    const { connections } = this.#load;
    const sockets = await Promise.all(Array.from({ length: connections }, () => this.#connect()));
    this.#began = performance.now();
    await Promise.all(sockets.map((socket, i) => this.#work(socket, i)));
    const seconds = (performance.now() - this.#began) / 1000;
    for (const socket of sockets) socket.destroy();
    return {
      requests: this.#latencies.length,
      seconds,
      failures: this.#failures,
      latencies: Float64Array.from(this.#latencies),
      times: Float64Array.from(this.#times),
    };
  }

  #connect(): Promise<Socket> {
    return new Promise((done, fail) => {
      const socket = connect(this.#load.port, '127.0.0.1', () => done(socket));
      socket.setNoDelay(true);
      socket.once('error', fail);
    });
  }

  /** One request after the other, or at its own times, until the time is over. */
  #work(socket: Socket, place: number): Promise<void> {
    const { ms, perSecond, connections, keepTimes } = this.#load;
    const spacing = perSecond === undefined ? 0 : (1000 * connections) / perSecond;
    let due = this.#began + (spacing * place) / connections;
    let sentAt = 0;
    let rest: Buffer | undefined;
    return new Promise((done, fail) => {
      const next = (): void => {
        const now = performance.now();
        if (now - this.#began >= ms) {
          done();
          return;
        }
        if (due > now) {
          setTimeout(next, due - now);
          return;
        }
        // A request that had to wait for its turn is late from when it was due.
        sentAt = spacing > 0 ? due : now;
        due += spacing;
        const chosen = this.#templates[this.#sent % this.#templates.length] as Template;
        this.#sent += 1;
        socket.write(numbered(chosen));
      };
      socket.on('data', (chunk: Buffer) => {
        const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
        const length = answerLength(bytes);
        if (length === undefined) {
          rest = bytes;
          return;
        }
        rest = undefined;
        this.#latencies.push(performance.now() - sentAt);
        if (keepTimes) this.#times.push(instantMs());
        if (bytes[9] !== 0x32) {
          const status = bytes.toString('latin1', 9, 12);
          this.#failures[status] = (this.#failures[status] ?? 0) + 1;
        }
        next();
      });
      socket.once('close', () => fail(new Error('the server closed the connection')));
      socket.once('error', fail);
      next();
    });
  }
}

process.on('message', (load: Load) => {
  new Client(load).run().then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
