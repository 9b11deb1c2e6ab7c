// The REST door: an Express application made from the contract. Handlers never see Express; only `answer` writes responses. What
// servers post most is answered before Express, by the same steps and with the same headers.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import compression from 'compression';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ContractOperation, contract } from '../../base/contract/document.ts';
import type { Slice } from '../../base/contract/operation.ts';
import { answer, errorText, sendStream, setHeaders, type ToAnswer, writeReset } from './answer.ts';
import { pourBody } from './body.ts';
import { type Door, type Exchange, exchangeFor, type Incoming } from './exchange.ts';
import { isLongUnread } from './linger.ts';
import type { Metrics } from './metrics.ts';
import { getOpenApi } from './openapi.ts';
import { createPages } from './pages.ts';
import { runPipeline } from './pipeline.ts';
import { createRateLimits, type Rate, RateExceeded } from './rate-limits.ts';
import { refusalOf } from './refusals.ts';
import { requestChecker } from './request-check.ts';
import { logWhenOver, requestIdOf } from './request-log.ts';
import { expressPath, handlersFor, inRoutingOrder } from './routes.ts';

/** The door's own operations. */
export const slice: Slice = { name: 'doors/rest', handlers: { getOpenApi } };

export interface RestDoorOptions {
  /** Doors with rules of their own (CORS, another body limit), mounted before this one's. */
  besides?: RequestHandler[];
  /** The address in links; asked on each use, as the port is known only after listening. */
  baseUrl: () => string;
  metrics: Metrics;
}

interface Context {
  door: Door;
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
  /** What is still to be sent with the answer where Express has set nothing. */
  beside?: readonly string[];
}

/** What every door that runs operations shares: one checker, one count of calls, one map of handlers. */
export async function createDoor(base: Base, slices: readonly Slice[]): Promise<Door> {
  const handlers = handlersFor([...slices, slice]);
  return {
    base,
    checker: await requestChecker(),
    limit: createRateLimits(base.clock),
    handlerOf: (id) => handlers.get(id) as (call: unknown, base: Base) => unknown,
  };
}

export function createRestDoor(door: Door, options: RestDoorOptions): RequestListener {
  const { base } = door;
  const { metrics, baseUrl } = options;
  const context: Context = { door, metrics, baseUrl, security: securityHeaders(baseUrl) };
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
  app.use((request, response) => refuse(context, visitOf(request, response), undefined, noSuchRoute(request, response)));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    refuse(context, visitOf(request, response), undefined, error),
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
    logWhenOver(context.door.base.log, request, response, requestId);
    const beside = [...context.security, 'X-Request-Id', requestId];
    const visit = { request, response, requestId, started: performance.now(), beside };
    void handle(context, operation, visit, incomingOf(request, url, {}));
    return true;
  };
}

/** Gives the request its id, for the answer, the log and whoever asks about it. */
function identifyRequest({ log }: Base): RequestHandler {
  return (request, response, next) => {
    const id = requestIdOf(request);
    (request as Request & { id?: string }).id = id;
    response.setHeader('X-Request-Id', id);
    logWhenOver(log, request, response, id);
    next();
  };
}

/** What the library would set on each answer anew. */
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

/** What pages of a site call has doors of its own, with rules for browsers. */
const operations = (): ContractOperation[] => contract().operations.filter(({ path }) => !path.startsWith('/t/'));

function addOperations(app: Express, context: Context): void {
  for (const operation of inRoutingOrder(operations())) {
    app[operation.method](expressPath(operation.path), (request, response) =>
      handle(
        context,
        operation,
        visitOf(request, response),
        incomingOf(request, request.originalUrl, request.params as Record<string, string>),
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

async function handle(context: Context, operation: ContractOperation, visit: Visit, incoming: Incoming): Promise<void> {
  const { door } = context;
  const { response, requestId } = visit;
  const exchange = exchangeFor({ door, operation, requestId, incoming });
  try {
    await runPipeline(exchange);
    if (exchange.stream) {
      await sendStream(response, { stream: exchange.stream, operation, rate: exchange.rate });
      observe(context, visit, operation, 200);
      return;
    }
    const { status, text } = exchange.outgoing as { status: number; text: string };
    send(visit, { status, text, operation, rate: exchange.rate, isReplayed: exchange.isReplayed });
    observe(context, visit, operation, status);
  } catch (error) {
    refuse(context, visit, exchange, error);
  }
}

function incomingOf(request: IncomingMessage, url: string, pathParams: Record<string, string>): Incoming {
  const at = url.indexOf('?');
  return {
    path: at < 0 ? url : url.slice(0, at),
    queryText: at < 0 ? '' : url.slice(at + 1),
    pathParams,
    headers: request.headers,
    pourBody: (limitBytes, take) => pourBody(request, limitBytes, take),
  };
}

function refuse(context: Context, visit: Visit, exchange: Exchange | undefined, cause: unknown): void {
  const { error, unexpected } = refusalOf(cause);
  const operation = exchange?.operation;
  const { requestId } = visit;
  if (unexpected)
    context.door.base.log.error({ err: cause, request_id: requestId, operation: operation?.id }, 'a call failed unexpectedly');
  const rate = resetAsTold(cause instanceof RateExceeded ? cause.rate : exchange?.rate, error, context.door.base.clock.now());
  if (!rate) writeReset(visit.response, context.door.base.clock.now(), error);
  send(visit, { status: error.status, text: errorText(error, requestId, context.baseUrl()), operation, rate, error });
  observe(context, visit, operation, error.status, error.code);
}

/** What refuses may be another count than that of the minute, a day's allowance for one: the reset is that of what refuses. */
function resetAsTold(rate: Rate | undefined, { status, retryAfterSeconds }: ApiError, now: number): Rate | undefined {
  if (!rate || status !== 429 || retryAfterSeconds === undefined) return rate;
  return { ...rate, resetAt: Math.ceil(now / 1000) + retryAfterSeconds };
}

function send({ request, response, beside }: Visit, given: ToAnswer): void {
  if (!beside || response.headersSent) {
    answer(response, given);
    return;
  }
  if (given.text.length < COMPRESSED_FROM && !isLongUnread(request)) {
    answer(response, { ...given, beside: [...beside, 'Vary', 'Accept-Encoding'] });
    return;
  }
  setHeaders(response, beside);
  compress(request as Request, response as Response, () => answer(response, given));
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
