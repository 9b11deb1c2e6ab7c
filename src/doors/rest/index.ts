// The REST door: an Express application made from the contract. Handlers never see Express; only `answer` writes responses.
import { randomUUID } from 'node:crypto';
import compression from 'compression';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ContractOperation, contract } from '../../base/contract/document.ts';
import type { Slice } from '../../base/contract/operation.ts';
import { answer, errorText } from './answer.ts';
import { readBody } from './body.ts';
import { type Door, type Exchange, type Incoming, NOBODY } from './exchange.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { getOpenApi } from './openapi.ts';
import { createPages } from './pages.ts';
import { runPipeline } from './pipeline.ts';
import { createRateLimits, RateExceeded } from './rate-limits.ts';
import { refusalOf } from './refusals.ts';
import { createRequestChecker } from './request-check.ts';
import { expressPath, handlersFor, inRoutingOrder } from './routes.ts';

/** The door's own operations. */
export const slice: Slice = { name: 'doors/rest', handlers: { getOpenApi } };

export interface RestDoorOptions {
  /** Doors with rules of their own (CORS, another body limit), mounted before this one's. */
  besides?: RequestHandler[];
  /** The address in links; asked on each use, as the port is known only after listening. */
  baseUrl: () => string;
}

interface Context {
  door: Door;
  metrics: Metrics;
  baseUrl: () => string;
}

export async function createRestDoor(base: Base, slices: readonly Slice[], options: RestDoorOptions): Promise<Express> {
  const handlers = handlersFor([...slices, slice]);
  const metrics = createMetrics(base);
  const door: Door = {
    base,
    checker: await createRequestChecker(),
    limit: createRateLimits(base.clock),
    handlerOf: (id) => handlers.get(id) as (call: unknown, base: Base) => unknown,
  };
  const context: Context = { door, metrics, baseUrl: options.baseUrl };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.use(requestLog(base));
  countTrackerCalls(app, metrics);
  for (const other of options.besides ?? []) app.use(other);
  app.use(securityHeaders(options.baseUrl));
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

/** What trackers call is answered by a door of its own and counted here. */
function countTrackerCalls(app: Express, metrics: Metrics): void {
  for (const { id, path } of contract().operations.filter(({ auth }) => auth.includes('tracker'))) {
    app.use(path, (_request, response, next) => {
      const started = performance.now();
      response.once('finish', () => metrics.observe(id, response.statusCode, (performance.now() - started) / 1000));
      next();
    });
  }
}

/** One line per request: what, how it went, how long. No query, no header, no body: any of them may be personal or secret. */
function requestLog(base: Base): RequestHandler {
  return pinoHttp({
    logger: base.log,
    genReqId: (request, response) => {
      const id = requestIdOf(request.headers['x-request-id']);
      response.setHeader('X-Request-Id', id);
      return id;
    },
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: loggedPath(request.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'debug'),
    quietReqLogger: true,
  }) as unknown as RequestHandler;
}

/** A sign-in link carries its secret in the path. */
const loggedPath = (url: string): string | undefined => url.split('?')[0]?.replace(/(\/sign-in\/).+/, '$1…');

const SANE_ID = /^[\w.:-]{1,128}$/;

/** The caller's own id when it is harmless in logs and headers, else a fresh one. */
const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && SANE_ID.test(header) ? header : randomUUID();

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
  const exchange: Exchange = {
    door: context.door,
    operation,
    requestId: idOf(request),
    incoming: incomingOf(request),
    principal: NOBODY,
    query: {},
    body: undefined,
    named: {},
    params: {},
  };
  try {
    await runPipeline(exchange);
    const { status, text } = exchange.outgoing as { status: number; text: string };
    answer(response, { status, text, operation, rate: exchange.rate });
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
    readBody: (limitBytes) => readBody(request, limitBytes),
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
