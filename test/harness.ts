// The real service for a test: a temporary data folder, a clock that stands still, every slice, a server on a free port. The
// `api` helper holds each answer it gets to the contract, so that every test of an operation is one of the contract too.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { deliverMails } from '../src/account/people/index.ts';
import { createApp } from '../src/app.ts';
import type { Base } from '../src/base/base.ts';
import { type ConfigInput, readConfig } from '../src/base/config/config.ts';
import { type ContractOperation, contract } from '../src/base/contract/document.ts';
import { checkResponse } from '../src/base/contract/schemas.ts';
import { fakeClock } from '../src/base/kit/clock.ts';
import { closeBase, openBase } from '../src/base/open.ts';
import { checkRows } from '../src/base/warehouse/statements.ts';
import { type Installation, type Installed, initInstallation } from '../src/collect/tracking/index.ts';
import { settle, waitingForBuilds } from '../src/credit/pipeline/index.ts';
import { inRoutingOrder } from '../src/doors/rest/routes.ts';
import { outboxFolder } from '../src/providers/mail/outbox.ts';
import { asOfPatience } from '../src/report/analytics/computations.ts';
import { stopSandbox } from '../src/sandbox/index.ts';
import { slices } from '../src/slices.ts';
import { blankFiles } from './base/blank-files.ts';
import { placeBlankState } from './base/blank-state.ts';
import { until, WAIT_MS } from './until.ts';

// Every row that the tests read is what its statement says of it.
checkRows();

export interface TestOptions {
  /** In place of the address 127.0.0.1: passkeys need a name. */
  hostName?: string;
  /** What the clock says at first; a day in March 2026 when left out. */
  at?: string;
  config?: ConfigInput;
  installation?: Partial<Installation>;
  /** An existing data folder, which `close` then leaves alone. */
  dataDir?: string;
  /** What that folder has already. */
  installed?: Installed;
  /** Before anybody asks it, as in the service. */
  warehouseStarts?: 'now';
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers whose form the contract has just been checked against
type AnyJson = any;

export interface ApiAnswer {
  status: number;
  body: AnyJson;
  headers: Record<string, string | undefined>;
}

/** Paths start at `/api/v1` or are relative to it. */
export interface Api {
  get(path: string, query?: Record<string, unknown>): Promise<ApiAnswer>;
  delete(path: string, query?: Record<string, unknown>): Promise<ApiAnswer>;
  post(path: string, body?: unknown, query?: Record<string, unknown>): Promise<ApiAnswer>;
  put(path: string, body?: unknown, query?: Record<string, unknown>): Promise<ApiAnswer>;
  patch(path: string, body?: unknown, query?: Record<string, unknown>): Promise<ApiAnswer>;
}

export interface TestApp {
  base: Base;
  app: RequestListener;
  clock: ReturnType<typeof fakeClock>;
  dataDir: string;
  baseUrl: string;
  request: ReturnType<typeof supertest>;
  /** Calls with this credential; without one, as nobody. */
  api(credential?: string): Api;
  workspaceId: string;
  profileId: string;
  apiKey: string;
  session: string;
  trackingKey: string;
  /** Until everything accepted for the profile is stitched, landed and computed. */
  settle(profileId?: string): Promise<void>;
  /** Sends what mail waits, and answers what has gone out since the last time. */
  mails(): Promise<SentMail[]>;
  close(): Promise<void>;
}

export interface SentMail {
  to: string;
  subject: string;
  /** Where it is not the installation itself. */
  from: string | undefined;
  /** All of it, as it would be read. */
  text: string;
  /** The path of the link in it. */
  path: string;
}

export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tributary-'));
  const clock = fakeClock(options.at ?? '2026-03-31T12:00:00Z');
  const config = readConfig({ dataDir, port: 0, logLevel: 'silent', ballastMb: 1, checkResponses: true, ...options.config }, {});
  if (options.dataDir === undefined) placeBlankState(dataDir);
  const base = await openBase(config, {
    clock,
    blanks: blankFiles(),
    ...(options.warehouseStarts === 'now' ? {} : { warehouseStarts: 'when asked' }),
  });
  asOfPatience(base).ms = WAIT_MS;
  const leave = async (): Promise<void> => {
    await stopSandbox(base);
    await closeBase(base);
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return await serve(base, {
      clock,
      dataDir,
      leave,
      installed: options.installed ?? install(base, options.installation),
      hostName: options.hostName,
    });
  } catch (error) {
    await leave(); // or the warehouse's process would keep the test running for ever
    throw error;
  }
}

interface Opened extends Pick<TestApp, 'clock' | 'dataDir'> {
  leave: () => Promise<void>;
  installed: Installed;
  hostName?: string | undefined;
}

const install = (base: Base, installation: Partial<Installation> = {}): Installed =>
  initInstallation(base, {
    email: 'owner@shop.example',
    workspace: 'Shop',
    profile: 'Main',
    currency: 'USD',
    timezone: 'UTC',
    ...installation,
  });

async function serve(base: Base, { clock, dataDir, leave, installed, hostName = '127.0.0.1' }: Opened): Promise<TestApp> {
  let baseUrl = '';
  const app = await createApp(base, slices, { baseUrl: () => baseUrl });
  const server = await listen(app);
  baseUrl = `http://${hostName}:${(server.address() as AddressInfo).port}`;
  return {
    base,
    app,
    clock,
    dataDir,
    baseUrl,
    request: supertest(baseUrl),
    api: (credential) => apiFor(baseUrl, credential),
    workspaceId: installed.workspace_id,
    profileId: installed.profile_id,
    apiKey: installed.api_key,
    session: installed.session_token,
    trackingKey: installed.tracking_key,
    settle: async (profileId = installed.profile_id) => {
      await settle(base, profileId);
    },
    mails: () => sentMails(base),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      await leave();
    },
  };
}

async function sentMails(base: Base): Promise<SentMail[]> {
  await deliverMails(base);
  const folder = outboxFolder(base.config.dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const whole = readFileSync(join(folder, file), 'utf8');
      rmSync(join(folder, file));
      const form = /^To: ([^\n]*)\nSubject: ([^\n]*)\n(?:From: ([^\n]*)\n)?\n(.*)$/s;
      const [, to = '', subject = '', from, text = ''] = form.exec(whole) ?? [];
      const link = text.trimEnd().split('\n').at(-1) ?? '';
      return { to, subject, from, text, path: URL.canParse(link) ? new URL(link).pathname : '' };
    });
}

function listen(app: RequestListener): Promise<Server> {
  return new Promise((done, fail) => {
    // Figures that are built for a request may take longer on a slow machine than a person would wait for them.
    const server = createServer((request, response) =>
      waitingForBuilds(
        () => undefined,
        () => app(request, response),
      ),
    );
    server.listen(0, '127.0.0.1', () => done(server));
    // A slow machine sends on a connection at the moment in which it is closed for having been idle.
    server.keepAliveTimeout = 0;
    server.once('error', fail);
  });
}

function apiFor(baseUrl: string, credential: string | undefined): Api {
  const call = async (method: Method, path: string, body: unknown, query: Record<string, unknown> = {}): Promise<ApiAnswer> => {
    const url = new URL(path.startsWith('/api/v1') ? path : `/api/v1${path}`, baseUrl);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: {
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: ApiAnswer = {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: Object.fromEntries(response.headers),
    };
    assertContract(method, url.pathname, answer);
    return answer;
  };
  const ask = async (...asked: Parameters<typeof call>): Promise<ApiAnswer> => {
    const [method, path] = asked;
    const { pathname } = new URL(path.startsWith('/api/v1') ? path : `/api/v1${path}`, baseUrl);
    return operationAt(method, pathname)?.effect === 'read' ? unlessBusy(() => call(...asked)) : call(...asked);
  };
  return {
    get: (path, query) => ask('get', path, undefined, query),
    delete: (path, query) => ask('delete', path, undefined, query),
    post: (path, body, query) => ask('post', path, body, query),
    put: (path, body, query) => ask('put', path, body, query),
    patch: (path, body, query) => ask('patch', path, body, query),
  };
}

/** The answer of a call that a busy service asks to repeat; the clock of tests stands, so it is repeated soon. */
export const unlessBusy = <T extends Pick<ApiAnswer, 'status' | 'body'>>(call: () => Promise<T>): Promise<T> =>
  until(
    async () => {
      const answer = await call();
      return answer.body?.error?.busy === undefined && answer;
    },
    'the service is not busy',
    100,
  );

type Method = ContractOperation['method'];

let routes: { operation: ContractOperation; path: RegExp }[] | undefined;

function operationAt(method: Method, path: string): ContractOperation | undefined {
  routes ??= inRoutingOrder(contract().operations).map((operation) => ({
    operation,
    path: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return routes.find((route) => route.operation.method === method && route.path.test(path))?.operation;
}

/** Fails the test when what came back is not what the contract says about this operation. */
export function assertContract(method: Method, path: string, { status, body, headers }: ApiAnswer): void {
  const operation = operationAt(method, path);
  assert.ok(operation, `the contract has no ${method} ${path}`);
  const fault = checkResponse(operation, status, body);
  assert.equal(fault, undefined, `${operation.id} answered ${status} ${JSON.stringify(body)}: ${fault?.path} ${fault?.message}`);
  if (status >= 400) {
    assert.equal(body.error.status, status, 'a refusal has its status as a number');
    const { code } = body.error;
    assert.ok(operation.errors.includes(code), `x-svc-errors of ${operation.id} has no ${code} (npm run errors)`);
  }
  assert.match(headers['content-type'] ?? '', /^application\/json/);
  assert.ok(headers['x-request-id'], 'every answer carries its request id');
}
