// Clients of the intake as sites and servers have them: curl with its documented retry (503 and what is not reached, Retry-After heeded), the built tracker in
// Chromium, and event SDKs (sdks.ts). Each keeps the names of what it sent and what was acknowledged; none drops anything.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { openBrowser } from '../../../e2e/chromium.ts';
import { letPass, until } from '../../../until.ts';

export interface Intake {
  address: string;
  apiKey: string;
  trackingKey: string;
}

export interface Books {
  /** The test is over, however it ended. */
  isOver: boolean;
  sent: number;
  acknowledged: Set<string>;
  /** What the client did not expect. */
  failure?: unknown;
  /** By status; 0: not reached. */
  answers: Map<number, number>;
}

export interface Client {
  name: string;
  books: Books;
  /** Ends what it sends, and waits until all of it is acknowledged. */
  stop(): Promise<void>;
}

function emptyBooks(t: TestContext): Books {
  const books: Books = { isOver: false, sent: 0, acknowledged: new Set<string>(), answers: new Map<number, number>() };
  t.after(() => {
    books.isOver = true;
  });
  return books;
}
export const count = (books: Books, status: number): void => void books.answers.set(status, (books.answers.get(status) ?? 0) + 1);

export const BATCH = 100;
/** Every tenth event of a batch. */
export const isPayment = (i: number): boolean => i % 10 === 0;

/** A batch of events under names of their own. */
function batchOf(books: Books, name: string): { names: string[]; body: string } {
  const names = Array.from({ length: BATCH }, (_, i) => `${name}-${books.sent + i}`);
  books.sent += BATCH;
  const events = names.map((each, i) => ({
    event_type: isPayment(i) ? 'payment_received' : 'step_taken',
    idempotency_key: each,
    occurred_at: new Date().toISOString(),
    ...(isPayment(i) ? { value: { amount: '1.10', currency: 'USD' } } : {}),
    user_traits: { external_id: `customer-${i}` },
    properties: { name: each },
  }));
  return { names, body: JSON.stringify({ events }) };
}

export function acknowledge(books: Books, names: readonly string[], text: string): void {
  const { results } = JSON.parse(text).data;
  assert.equal(results.length, names.length);
  for (const [i, name] of names.entries()) {
    assert.ok(results[i].outcome_event_id, `${name}: ${JSON.stringify(results[i])}`);
    books.acknowledged.add(name);
  }
}

/** Sends batches at a rate until it is stopped, and waits for the batches on their way. */
export function atRate(t: TestContext, name: string, perSecond: number, send: (books: Books) => Promise<void>): Client {
  const books = emptyBooks(t);
  let isOn = true;
  const open: Promise<void>[] = [];
  const run = async (): Promise<void> => {
    const begun = performance.now();
    for (let sent = 0; isOn && !books.isOver; sent += BATCH) {
      const keepFailure = (error: unknown): void => {
        books.failure ??= error;
      };
      open.push(send(books).catch(keepFailure));
      await letPass(Math.max(0, begun + ((sent + BATCH) * 1000) / perSecond - performance.now()));
    }
  };
  const running = run();
  running.catch(() => undefined);
  return {
    name,
    books,
    stop: async () => {
      isOn = false;
      await running;
      await Promise.all(open);
      if (books.failure) throw books.failure;
    },
  };
}

/** curl --retry: https://curl.se/docs/manpage.html#--retry */
export const curlClient = (t: TestContext, { address, apiKey }: Intake, perSecond: number): Client =>
  atRate(t, 'curl', perSecond, async (books) => {
    const { names, body } = batchOf(books, 'curl');
    const args = [
      '--silent',
      '--show-error',
      '--fail-with-body',
      '--retry',
      '1000',
      '--retry-connrefused',
      '--retry-all-errors',
      '--retry-delay',
      '1',
      '--retry-max-time',
      '900',
      '--header',
      `authorization: Bearer ${apiKey}`,
      '--header',
      'content-type: application/json',
      '--data-binary',
      '@-',
      `${address}/api/v1/events/batch`,
    ];
    const child = spawn('curl', args, { stdio: ['pipe', 'pipe', 'pipe'] });
    t.after(() => child.kill());
    let [text, problems] = ['', ''];
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
    });
    child.stderr.on('data', (part: Buffer) => {
      problems += part.toString();
    });
    child.stdin.end(body);
    const [code] = await once(child, 'close');
    if (books.isOver) return;
    // Refusals before it are in the same output, each an answer of its own.
    assert.equal(code, 0, `${problems}${text}`);
    acknowledge(books, names, text.slice(text.lastIndexOf('{"data"')));
    count(books, 201);
  });

const SITE = 'shop.example';

/** Visitors of a site with the tracker of the service, each in a tab of its own. */
export async function trackerVisitors(
  t: TestContext,
  { address, trackingKey }: Intake,
  visitors: number,
  perSecond: number,
): Promise<Client> {
  const html = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script src="${address}/t/${trackingKey}.js"></script>`;
  const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html)).listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.after(() => site.close());
  const { port } = site.address() as AddressInfo;
  const books = emptyBooks(t);
  const pages = await Promise.all(
    Array.from({ length: visitors }, async (_, visitor) => {
      const { context } = await openBrowser(t, `http://${SITE}:${port}`, {
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        args: [`--host-resolver-rules=MAP ${SITE} 127.0.0.1`],
      });
      const page = await context.newPage();
      await page.goto(`http://${SITE}:${port}/`);
      const every = Math.round((1000 * visitors) / perSecond);
      await page.evaluate(
        `window.sent = 0; window.beat = setInterval(() => tributary.track('step', { name: 'tracker-${visitor}-' + window.sent++ }), ${every})`,
      );
      return page;
    }),
  );
  return {
    name: 'tracker',
    books,
    stop: async () => {
      for (const [visitor, page] of pages.entries()) {
        const sent = Number(await page.evaluate('clearInterval(window.beat), window.sent'));
        books.sent += sent;
        await until(
          async () =>
            !String(await page.evaluate(`Object.entries(localStorage).map(([name]) => name).join(' ')`)).includes('_trb_q'),
          'an empty queue',
          500,
        );
        for (let i = 0; i < sent; i += 1) books.acknowledged.add(`tracker-${visitor}-${i}`);
      }
    },
  };
}
