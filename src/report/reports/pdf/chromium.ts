// Prints a document as PDF by the operator's Chromium: a process for each document, in the browser's own sandbox, without scripts, network, profile and the
// settings of the service. The document goes over a pipe as a whole; the process and its folder are gone afterwards, whatever happened.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { readJson } from '../../../base/kit/stored-json.ts';

const MAX_MS = 30_000;
const MAX_BYTES = 40_000_000;
const MAX_WORDS = 2_000;

/** Nothing of the browser's own talks to the outside, and no name or address is resolved. The sandbox stays on. */
const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-crash-reporter',
  '--no-first-run',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

/** Why nothing was printed; `words` are the browser's own, for the log. */
export class NotPrinted extends Error {
  readonly words: string;
  constructor(message: string, words = '') {
    super(message);
    this.words = words;
  }
}

const answer = z.object({
  id: z.int().exactOptional(),
  method: z.string().exactOptional(),
  result: z.record(z.string(), z.unknown()).exactOptional(),
  error: z.object({ message: z.string() }).exactOptional(),
});
type Answer = z.infer<typeof answer>;

/** The browser's protocol for developers, over its pipe: messages of JSON with a zero byte between them. */
class Pipe {
  readonly #input: Writable;
  readonly #waiting = new Map<number, { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }>();
  readonly #events = new Map<string, () => void>();
  #last = 0;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    input.on('error', () => undefined);
    let pieces: Buffer[] = [];
    let bytes = 0;
    output.on('error', () => undefined);
    output.on('data', (piece: Buffer) => {
      let rest = piece;
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.#take(Buffer.concat([...pieces, rest.subarray(0, end)]).toString());
        [pieces, bytes, rest] = [[], 0, rest.subarray(end + 1)];
      }
      bytes += rest.length;
      if (bytes > MAX_BYTES) this.fail(new NotPrinted('The PDF would be too large.'));
      else pieces.push(rest);
    });
  }

  #take(text: string): void {
    const { id, method, result = {}, error }: Answer = readJson('the answer of Chromium', answer, text);
    if (method !== undefined) this.#events.get(method)?.();
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || !waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new NotPrinted('Chromium refused to print.', error.message));
    else waiting.resolve(result);
  }

  ask(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#input.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    });
  }

  next(method: string): Promise<void> {
    return new Promise((resolve) => this.#events.set(method, resolve));
  }

  fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** @throws NotPrinted */
export async function printPdf(chromium: string, html: string, maxMs = MAX_MS): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-pdf-'));
  const browser = start(chromium, folder);
  const limit = setTimeout(() => browser.fail(new NotPrinted('Chromium takes too long to print.')), maxMs);
  try {
    return await Promise.race([print(browser.pipe, html), browser.failed]);
  } finally {
    clearTimeout(limit);
    await browser.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Browser {
  pipe: Pipe;
  fail: (error: NotPrinted) => void;
  /** Rejects when the browser fails, or ends by itself. */
  failed: Promise<never>;
  end: () => Promise<void>;
}

/** With none of the service's own variables: they name its secrets. */
function start(chromium: string, folder: string): Browser {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    LANG: 'C.UTF-8',
  };
  const child = spawn(chromium, [...FLAGS, `--user-data-dir=${join(folder, 'profile')}`, 'about:blank'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, , , input, output] = child.stdio;
  if (!(input instanceof Writable) || !(output instanceof Readable)) throw new Error('A process with pipes has them.');
  const pipe = new Pipe(input, output);
  let fail: Browser['fail'] = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  let words = '';
  child.stderr?.on('data', (piece: Buffer) => {
    words = (words + piece.toString()).slice(-MAX_WORDS);
  });
  child.on('error', ({ message }) => fail(new NotPrinted('Chromium could not be started.', message)));
  child.on('close', () => fail(new NotPrinted('Chromium ended before it had printed.', words)));
  return { pipe, fail, failed, end: () => kill(child) };
}

/** With the processes that it started, which are of its group. */
async function kill(child: ChildProcess): Promise<void> {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined) return;
  const closed = exitCode === null && signalCode === null ? once(child, 'close') : undefined;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
  await closed;
}

const text = (value: unknown): string => z.string().parse(value);

async function print(pipe: Pipe, html: string): Promise<Buffer> {
  const { targetId } = await pipe.ask('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await pipe.ask('Target.attachToTarget', { targetId, flatten: true });
  const inPage = (method: string, params: object = {}) => pipe.ask(method, params, text(sessionId));
  await inPage('Page.enable');
  await inPage('Network.enable');
  await inPage('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
  await inPage('Emulation.setScriptExecutionDisabled', { value: true });
  const tree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
  const { frameTree } = tree.parse(await inPage('Page.getFrameTree'));
  const loaded = pipe.next('Page.loadEventFired');
  await inPage('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
  await loaded;
  const { data } = await inPage('Page.printToPDF', { printBackground: true, preferCSSPageSize: true });
  return Buffer.from(text(data), 'base64');
}
