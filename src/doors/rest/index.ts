// The REST door: an Express application made from the contract. Handlers never see Express; only `answer` writes responses. What
// servers post most is answered before Express, by the same steps and with the same headers.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import compression from 'compression';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { identifySession } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ContractOperation, contract } from '../../base/contract/document.ts';
import { type Caller, type Calls, errorText, type Input, refusalOf } from '../../call/index.ts';
import {
  answer,
  isLongUnread,
  logWhenOver,
  requestIdOf,
  sendStream,
  setHeaders,
  type ToAnswer,
  writeReset,
} from '../http/answer.ts';
import { pourBody } from '../http/body.ts';
import { isRequestToken, workbenchOf } from '../http/cookies.ts';
import type { Metrics } from '../http/metrics.ts';
import { foreignOrigin } from '../http/own-origin.ts';
import { createPages } from './pages.ts';
import { expressPath, inRoutingOrder } from './routes.ts';

export interface RestDoorOptions {
  /** Doors with rules of their own (CORS, another body limit), mounted before this one's. */
  besides?: RequestHandler[];
  /** The address in links; asked on each use, as the port is known only after listening. */
  baseUrl: () => string;
  metrics: Metrics;
}

interface Context {
  calls: Calls;
  metrics: Metrics;
  baseUrl: () => string;
  /** The same on every answer: name and value in turns. */
  security: readonly string[];
}

/** One request on its way. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  started: number;
  /** The headers still to be sent where Express has set nothing. */
  beside?: readonly string[];
}

export function createRestDoor(calls: Calls, options: RestDoorOptions): RequestListener {
  const { base } = calls;
  const { metrics, baseUrl } = options;
  const context: Context = { calls, metrics, baseUrl, security: securityHeaders(baseUrl) };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.use(identifyRequest(base));
  for (const other of options.besides ?? []) app.use(other);
  app.use((_request, response, next) => {
    setHeaders(response, context.security);
    next();
  });
  app.use(compress);
  app.use(createPages(base, metrics));
  addOperations(app, context);
  app.use((request, response) => refuse(context, visitOf(request, response), noSuchRoute(request, response)));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    refuse(context, visitOf(request, response), error),
  );
  const takeIn = intakeLane(context);
  return (request, response) => {
    if (!takeIn(request, response)) app(request, response);
  };
}

const compress = compression();
/** Shorter texts the library leaves as they are. */
const COMPRESSED_FROM = 1024;

/** Answers whether the request is a post of the intake operations, spelt as the contract has it; any other is left to Express. */
function intakeLane(context: Context): (request: IncomingMessage, response: ServerResponse) => boolean {
  const lane = new Map(
    operations()
      .filter(({ isIntake, path }) => isIntake && !path.includes('{'))
      .map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation]),
  );
  return (request, response) => {
    const url = request.url as string;
    const at = url.indexOf('?');
    const operation = lane.get(`${request.method} ${at < 0 ? url : url.slice(0, at)}`);
    if (!operation) return false;
    const requestId = requestIdOf(request);
    logWhenOver(context.calls.base.log, request, response, requestId);
    const beside = [...context.security, 'X-Request-Id', requestId];
    const visit = { request, response, requestId, started: performance.now(), beside };
    void handle(context, operation, visit, inputOf(request, url, {}));
    return true;
  };
}

/** Sets the request's id, for the answer, the log and later questions. */
function identifyRequest({ log }: Base): RequestHandler {
  return (request, response, next) => {
    const id = requestIdOf(request);
    (request as Request & { id?: string }).id = id;
    response.setHeader('X-Request-Id', id);
    logWhenOver(log, request, response, id);
    next();
  };
}

/** The headers that the library would set on each answer again. */
function securityHeaders(baseUrl: () => string): string[] {
  // Swagger UI sets styles on elements; nothing else is let in, and nothing from another host.
  const directives = {
    'default-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'frame-ancestors': ["'none'"],
  };
  const isHttps = baseUrl().startsWith('https:');
  const set = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isHttps,
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  });
  const headers: string[] = [];
  const listener = { setHeader: (name: string, value: string) => headers.push(name, value) };
  set({} as IncomingMessage, listener as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

/** Operations called by pages of a site have doors of their own, with rules for browsers. */
const operations = (): ContractOperation[] => contract().operations.filter(({ path }) => !path.startsWith('/t/'));

function addOperations(app: Express, context: Context): void {
  for (const operation of inRoutingOrder(operations())) {
    app[operation.method](expressPath(operation.path), (request, response) =>
      handle(
        context,
        operation,
        visitOf(request, response),
        inputOf(request, request.originalUrl, request.params as Record<string, string>),
      ),
    );
  }
}

const visitOf = (request: Request, response: Response): Visit => ({
  request,
  response,
  requestId: String((request as Request & { id?: unknown }).id),
  started: performance.now(),
});

async function handle(context: Context, operation: ContractOperation, visit: Visit, input: Input): Promise<void> {
  const { request, response, requestId } = visit;
  let caller: Caller;
  try {
    caller = { requestId, ...credentialOf(context.calls.base, context.baseUrl(), request, operation) };
  } catch (error) {
    return refuse(context, visit, error, operation);
  }
  const { status, headers, text, stream, refusal } = await context.calls.invoke(caller, operation.id, input);
  if (stream) await sendStream(response, { stream, headers });
  else send(visit, { status, text, headers, error: refusal });
  observe(context, visit, operation, status, refusal?.code);
}

function inputOf(request: IncomingMessage, url: string, path: Record<string, string>): Input {
  const at = url.indexOf('?');
  return {
    path,
    query: at < 0 ? '' : url.slice(at + 1),
    headers: request.headers,
    body: (limitBytes, take) => pourBody(request, limitBytes, take),
  };
}

/** Errors outside operations: an unknown address, or a request that the router or the rules for cookies refuse. */
function refuse(context: Context, visit: Visit, cause: unknown, operation?: ContractOperation): void {
  const { base } = context.calls;
  const { error, unexpected } = refusalOf(cause);
  const { requestId, response } = visit;
  if (unexpected) base.log.error({ err: cause, request_id: requestId }, 'a call failed unexpectedly');
  writeReset(response, base.clock.now(), error);
  send(visit, { status: error.status, text: errorText(error, requestId, context.baseUrl()), error });
  observe(context, visit, operation, error.status, error.code);
}

function send({ request, response, beside }: Visit, input: ToAnswer): void {
  if (!beside || response.headersSent) {
    answer(response, input);
    return;
  }
  if (input.text.length < COMPRESSED_FROM && !isLongUnread(request)) {
    answer(response, { ...input, beside: [...beside, 'Vary', 'Accept-Encoding'] });
    return;
  }
  setHeaders(response, beside);
  compress(request as Request, response as Response, () => answer(response, input));
}

function observe(
  { metrics }: Context,
  { started }: Visit,
  operation: ContractOperation | undefined,
  status: number,
  code?: string,
): void {
  metrics.observe(operation?.id ?? 'none', status, (performance.now() - started) / 1000, code);
}

/** A known path under another method says which methods there are. */
function noSuchRoute(request: Request, response: Response): ApiError {
  const methods = contract()
    .operations.filter(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(request.path))
    .map(({ method }) => method.toUpperCase());
  if (methods.length === 0 || methods.includes(request.method))
    return new ApiError('not_found', `There is nothing at ${request.path.slice(0, 200)}.`);
  response.setHeader('Allow', methods.join(', '));
  return new ApiError('not_found', `${request.method} is not possible here; there is ${methods.join(', ')}.`);
}

// The principal of a request: by the Authorization header, or by the cookie of the workbench. Browsers send a cookie automatically, so it
// counts only in a request of our own page's script: the browser's headers say so, no other site can make it send this cookie, and a write
// carries a token that only our page has.

type Credential = Pick<Caller, 'authorization' | 'principal'>;

/** @throws ApiError when a cookie comes with a request that it may not open. */
export function credentialOf(
  base: Base,
  baseUrl: string,
  { headers }: IncomingMessage,
  operation: ContractOperation,
): Credential {
  const { authorization, cookie } = headers;
  if (authorization !== undefined || cookie === undefined || operation.auth.includes('public')) return { authorization };
  const session = workbenchOf(cookie, baseUrl.startsWith('https:'));
  if (session === undefined) return {};
  checkOrigin(headers['sec-fetch-site'], headers['sec-fetch-dest']);
  const origin = foreignOrigin(headers, baseUrl);
  if (origin !== undefined)
    throw new ApiError(
      'forbidden',
      `The session of the console opens requests of its own pages alone (Origin is ${origin}, and the address of this service is ${baseUrl}; TRIBUTARY_BASE_URL sets it). Send Authorization: Bearer from elsewhere.`,
    );
  if (operation.method !== 'get') checkToken(headers['x-csrf-token'], session);
  const principal = identifySession(base, session);
  if (!principal) throw new ApiError('unauthorized', 'The session of the console has ended. Sign in again.');
  return { principal };
}

/** Browsers say it of every request to https or to this machine, and no script can change it. */
function checkOrigin(site: string | string[] | undefined, destination: string | string[] | undefined): void {
  if (site === undefined)
    throw new ApiError(
      'forbidden',
      'The browser does not say which page sent this request (Sec-Fetch-Site), as over plain http from another machine. Open the console over https, or send Authorization: Bearer.',
    );
  if (site !== 'same-origin')
    throw new ApiError(
      'forbidden',
      `The session of the console opens requests of its own pages alone (Sec-Fetch-Site is ${site}, not same-origin). Send Authorization: Bearer from elsewhere.`,
    );
  if (destination !== 'empty')
    throw new ApiError(
      'forbidden',
      `The session of the console opens requests of scripts alone (Sec-Fetch-Dest is ${destination ?? 'missing'}, not empty): no page, frame, picture or form.`,
    );
}

function checkToken(token: string | string[] | undefined, session: string): void {
  if (token === undefined)
    throw new ApiError('forbidden', 'A write with the session of the console needs the header X-CSRF-Token, which its page has.');
  if (typeof token !== 'string' || !isRequestToken(token, session))
    throw new ApiError('forbidden', 'X-CSRF-Token is not that of this session. Reload the page and try again.');
}
