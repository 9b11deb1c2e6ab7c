// A small site on a port of its own, with the tracker on its pages, and browsers that visit it. Its name is a real host's, as pages of
// a developer's own machine count nothing. Under `/m/` it passes on to the service, as a site's own proxy would.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../harness.ts';
import { openBrowser } from './chromium.ts';

export const HOST = 'shop.example';
/** Another domain of the same shop, where a test makes it one. */
export const OTHER_HOST = 'blog.example';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const LINKS = `<nav><a href="/">Home</a> <a href="/shoes">Shoes</a> <a href="/cart">Cart</a> <a href="/contact">Contact</a></nav>`;
const BODIES: Record<string, string> = {
  '/contact': `<form><input name="email"><button>Send</button></form><script src="/form.js"></script>`,
  '/long': `<div style="height: 5000px">Long</div>`,
  '/links': `<a id="out" href="https://elsewhere.example/page?q=1">Out</a> <a id="file" href="/list.pdf">File</a> <a id="in" href="#part">In</a>`,
  '/forms': `<form><button id="search">Search</button></form>
    <form action="https://pay.example/start?order=1" method="post"><input name="action"><button id="pay">Pay</button></form>`,
  '/broken': `<script src="/broken.js"></script>`,
};
const SCRIPTS: Record<string, string> = {
  '/form.js': `document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const email = document.querySelector('input').value;
    tributary.identify({ email, external_id: 'cust-1' });
    tributary.track('lead_created', { form: 'contact' });
    document.title = 'Sent';
  });`,
  '/early.js': `function tributary() { (tributary.q ||= []).push(arguments); } tributary('track', 'early_bird', { colour: 'red' });`,
  '/before.js': `window.__before = [...Object.keys(window), '__before']`,
  '/shut.js': `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new Error('shut'); } });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });`,
  // What the worst of pages do to the tools that a script relies on.
  '/broken.js': `Object.prototype.extra = () => 1; Array.prototype.more = 1; window.onerror = null;
    JSON.stringify.toJSON = 1; history.state; throw new Error('the page’s own');`,
};

export interface Site {
  app: TestApp;
  address: string;
  /** The tracker's tag on every page; the service's own address at first. */
  tag: string;
  /** While set, what is passed on to the service fails: no answer, or this status. */
  isDown: boolean | number;
  /** Posts of trackers under `/m/` that the service took. */
  posts: { events: Record<string, unknown>[]; [field: string]: unknown }[];
  visitor(t: TestContext): Promise<Visitor>;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  errors: string[];
  open(path: string): Promise<void>;
  follow(name: string): Promise<void>;
}

export async function openSite(t: TestContext, settings: object = {}): Promise<Site> {
  const app = await startTestApp({
    at: '2026-03-30T10:00:00Z',
    installation: { domain: HOST },
    config: { checkResponses: true },
  });
  t.after(() => app.close());
  if (Object.keys(settings).length > 0)
    assert.equal((await app.api(app.apiKey).patch('/tracking/settings', settings)).status, 200);
  const server = createServer((query, answer) => serve(site, query, answer)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = (server.address() as AddressInfo).port;
  const site: Site = {
    app,
    address: `http://${HOST}:${port}`,
    isDown: false,
    posts: [],
    tag: `<script src="/m/${app.trackingKey}.js"></script>`,
    visitor: (test) => visitor(test, site),
  };
  return site;
}

function serve(site: Site, query: IncomingMessage, answer: ServerResponse): void {
  const { pathname } = new URL(query.url as string, site.address);
  if (pathname.startsWith('/m/')) {
    passOn(site, query, answer);
    return;
  }
  const script = SCRIPTS[pathname];
  if (script) {
    answer.setHeader('Content-Type', 'text/javascript');
    answer.end(script);
    return;
  }
  answer.setHeader('Content-Type', 'text/html; charset=utf-8');
  const from = site.app.baseUrl;
  answer.setHeader(
    'Content-Security-Policy',
    `default-src 'self'; script-src 'self' ${from}; connect-src 'self' ${from}; style-src 'unsafe-inline'`,
  );
  answer.end(
    `<!doctype html><html><head><title>${pathname}</title><link rel="icon" href="data:,">${site.tag}</head><body>${LINKS}${BODIES[pathname] ?? ''}</body></html>`,
  );
}

function passOn(site: Site, query: IncomingMessage, answer: ServerResponse): void {
  const parts: Buffer[] = [];
  query.on('data', (part: Buffer) => parts.push(part));
  query.on('end', () => {
    const body = Buffer.concat(parts);
    if (site.isDown) {
      if (site.isDown === true) query.socket.destroy();
      else answer.writeHead(site.isDown).end();
      return;
    }
    const path = (query.url as string).replace('/m/', '/t/');
    const { method, headers } = query;
    const sent = request(new URL(path, site.app.baseUrl), { method: method as string, headers }, (back) => {
      if (query.method === 'POST' && back.statusCode === 204) site.posts.push(JSON.parse(body.toString()));
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    sent.end(body);
  });
}

async function visitor(t: TestContext, site: Site): Promise<Visitor> {
  const { context } = await openBrowser(t, site.address, {
    userAgent: CHROME,
    args: [
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1, MAP *.${HOST} 127.0.0.1, MAP ${OTHER_HOST} 127.0.0.1`,
      '--test-third-party-cookie-phaseout',
    ],
  });
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  const page = await context.newPage();
  return {
    context,
    page,
    errors,
    open: async (path) => {
      await page.goto(site.address + path);
    },
    follow: async (name) => {
      await page.getByRole('link', { name }).click();
      await page.waitForLoadState();
    },
  };
}
