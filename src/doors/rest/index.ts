// The REST door: an Express application made from the contract. Handlers never see Express; only `answer` writes responses.
import compression from 'compression';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ContractOperation, contract } from '../../base/contract/document.ts';
import type { Slice } from '../../base/contract/operation.ts';
import { answer, errorText, sendStream } from './answer.ts';
import { pourBody } from './body.ts';
import { type Door, type Exchange, exchangeFor, type Incoming } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import { getOpenApi } from './openapi.ts';
import { createPages } from './pages.ts';
import { runPipeline } from './pipeline.ts';
import { createRateLimits, RateExceeded } from './rate-limits.ts';
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

export function createRestDoor(door: Door, options: RestDoorOptions): Express {
  const { base } = door;
  const { metrics, baseUrl } = options;
  const context: Context = { door, metrics, baseUrl };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.use(identifyRequest(base));
  for (const other of options.besides ?? []) app.use(other);
  app.use(securityHeaders(baseUrl));
  app.use(compression());
  app.use(createPages(base, metrics));
  addOperations(app, context);
  app.use((request, response) =>
    refuse(context, request, response, undefined, noSuchRoute(request, response), performance.now()),
  );
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    refuse(context, request, response, undefined, error, performance.now()),
  );
  return app;
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

function securityHeaders(baseUrl: () => string): RequestHandler {
  // Swagger UI sets styles on elements; nothing else is let in, and nothing from another host.
  const directives = {
    'default-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'frame-ancestors': ["'none'"],
  };
  const isHttps = baseUrl().startsWith('https:');
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isHttps,
    xFrameOptions: { action: 'deny' },
  });
}

function addOperations(app: Express, context: Context): void {
  // What trackers call has a door of its own, with rules for browsers.
  const ours = contract().operations.filter(({ auth }) => !auth.includes('tracker'));
  for (const operation of inRoutingOrder(ours)) {
    app[operation.method](expressPath(operation.path), (request, response) => handle(context, operation, request, response));
  }
}

async function handle(context: Context, operation: ContractOperation, request: Request, response: Response): Promise<void> {
  const started = performance.now();
  const { door } = context;
  const exchange = exchangeFor({ door, operation, requestId: idOf(request), incoming: incomingOf(request) });
  try {
    await runPipeline(exchange);
    if (exchange.stream) {
      await sendStream(response, { stream: exchange.stream, operation, rate: exchange.rate });
      context.metrics.observe(operation.id, 200, (performance.now() - started) / 1000);
      return;
    }
    const { status, text } = exchange.outgoing as { status: number; text: string };
    answer(response, { status, text, operation, rate: exchange.rate, isReplayed: exchange.isReplayed });
    context.metrics.observe(operation.id, status, (performance.now() - started) / 1000);
  } catch (error) {
    refuse(context, request, response, exchange, error, started);
  }
}

function incomingOf(request: Request): Incoming {
  const at = request.originalUrl.indexOf('?');
  return {
    path: at < 0 ? request.originalUrl : request.originalUrl.slice(0, at),
    queryText: at < 0 ? '' : request.originalUrl.slice(at + 1),
    pathParams: request.params as Record<string, string>,
    headers: request.headers,
    pourBody: (limitBytes, take) => pourBody(request, limitBytes, take),
  };
}

function refuse(
  context: Context,
  request: Request,
  response: Response,
  exchange: Exchange | undefined,
  cause: unknown,
  started: number,
): void {
  const { error, unexpected } = refusalOf(cause);
  const operation = exchange?.operation;
  const requestId = idOf(request);
  if (unexpected)
    context.door.base.log.error({ err: cause, request_id: requestId, operation: operation?.id }, 'a call failed unexpectedly');
  const rate = cause instanceof RateExceeded ? cause.rate : exchange?.rate;
  answer(response, { status: error.status, text: errorText(error, requestId, context.baseUrl()), operation, rate, error });
  context.metrics.observe(operation?.id ?? 'none', error.status, (performance.now() - started) / 1000, error.code);
}

/** A known path under another method says which methods there are. */
function noSuchRoute(request: Request, response: Response): ApiError {
  const methods = contract()
    .operations.filter(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(request.path))
    .map(({ method }) => method.toUpperCase());
  if (methods.length === 0) return new ApiError('not_found', `There is nothing at ${request.path.slice(0, 200)}.`);
  response.setHeader('Allow', methods.join(', '));
  return new ApiError('not_found', `${request.method} is not possible here; there is ${methods.join(', ')}.`);
}

const idOf = (request: Request): string => String((request as Request & { id?: unknown }).id);
