// The one client for providers' own endpoints: it asks the configured origin and no other, follows no redirect, keeps connections,
// limits time and size, retries what is safe to repeat, and logs each call without its query, headers and body. Where a customer names the
// host, it asks through the guard.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { isNeverSent, mayRepeat, pauseBefore, retryAfterOf } from './attempts.ts';
import type { RequestBudget } from './budget.ts';
import { type ErrorRule, type FailureDetails, outcomeOf, ProviderFailure, type ProviderOutcome } from './failure.ts';
import { type FormFile, formOf, type StreamedBody, streamOf } from './form-file.ts';
import { type Outside, OutsideRefusal } from './guard.ts';
import { parseJson } from './json.ts';
import { askOutside, outcomeOfRefusal } from './outside-request.ts';

export interface ProviderClientOptions {
  provider: string;
  /** Origin and path prefix, e.g. `https://api.stripe.com/v1`. */
  baseUrl: string;
  /** Headers of every request, the credential among them. */
  headers?: Readonly<Record<string, string>>;
  /** The provider's error table. */
  errors?: readonly ErrorRule[];
  /** The provider's own code in the body of an error answer. */
  errorCodeOf?: (body: unknown) => string | undefined;
  /**
   * The meaning of an answer of any status, for providers whose status does not decide: `success`, a failure, or undefined where the table
   * and the status decide. The body is undefined where it is no JSON.
   */
  judge?: (answer: ProviderAnswer) => Judgement | undefined;
  /** For how many ms the account of an answer with such headers is to be left alone, by the provider's own headers of usage. */
  pauseOf?: (headers: Headers) => number | undefined;
  budget?: RequestBudget;
  log?: Logger;
  /** The way to a host that a customer has named. */
  outside?: Outside;
  timeoutMs?: number;
  maxBytes?: number;
  /** Attempts of a request that may be repeated. */
  attempts?: number;
  /** Header with the provider's id of a request. */
  requestIdHeader?: string;
}

export interface JudgedFailure {
  outcome: ProviderOutcome;
  code?: string | undefined;
  /** The provider's sentence for the person who asked. */
  reason?: string | undefined;
  retryAfterMs?: number | undefined;
  requestId?: string | undefined;
}
export type Judgement = 'success' | JudgedFailure;

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base URL, each variable part encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** More of the query, encoded already: for providers whose syntax has brackets and commas that must not be encoded. */
  rawQuery?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as a form or as JSON. */
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  /** Sent as it is, to a provider's own endpoint. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** The text of the answer has a letter for each byte: for what is no UTF-8, such as a mail. */
  readsBytes?: boolean;
  /** Sent as a form with a file, which is opened anew for each attempt and never all in memory. */
  file?: FormFile;
  /** Sent as it is read, anew for each attempt. */
  streamed?: StreamedBody;
  /** In place of the client's own, for what is large. */
  timeoutMs?: number;
  /** Sent as `Idempotency-Key`; makes a write repeatable where the provider honours it. */
  idempotencyKey?: string | undefined;
  /** The owner of the request budget. */
  account?: string;
  /** A write that may be repeated without harm. Reads and requests with an idempotency key always may. */
  isRepeatable?: boolean;
}

export interface ProviderAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown;
  requestId: string | undefined;
}

export type Receipt<Data> = Pick<ProviderAnswer, 'requestId'> & { data: Data };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;
const ATTEMPTS = 3;
const MAX_URL_LENGTH = 8_192;

export class ProviderClient {
  readonly #options: ProviderClientOptions;
  readonly #base: URL;

  constructor(options: ProviderClientOptions) {
    this.#options = options;
    this.#base = new URL(options.baseUrl.replace(/\/*$/, '/'));
  }

  get provider(): string {
    return this.#options.provider;
  }

  /** The body of a success, checked by its shape. @throws ProviderFailure, and nothing else. */
  async json<Shape extends z.ZodType>(request: ProviderRequest, shape: Shape): Promise<z.infer<Shape>> {
    return (await this.receipt(request, shape)).data;
  }

  /** The same, and the provider's id of the request. */
  async receipt<Shape extends z.ZodType>(request: ProviderRequest, shape: Shape): Promise<Receipt<z.infer<Shape>>> {
    const answer = await this.send(request);
    const parsed = shape.safeParse(answer.body);
    if (parsed.success) return { data: parsed.data, requestId: answer.requestId };
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw this.#failure(
      'unusable',
      `the response of ${request.method} ${request.path} does not have the documented shape at "${where}"`,
      {
        status: answer.status,
        requestId: answer.requestId,
      },
    );
  }

  /** The answer of a success. @throws ProviderFailure, and nothing else. */
  async send(request: ProviderRequest): Promise<ProviderAnswer> {
    const attempts = mayRepeat(request) ? (this.#options.attempts ?? ATTEMPTS) : 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, attempt);
      } catch (error) {
        const pauseMs = error instanceof ProviderFailure && attempt < attempts ? pauseBefore(error, attempt) : undefined;
        if (pauseMs === undefined) throw error;
        await pause(pauseMs);
      }
    }
  }

  async #attempt(request: ProviderRequest, attempt: number): Promise<ProviderAnswer> {
    await this.#waitForBudget(request);
    const started = performance.now();
    let status = 0;
    try {
      const answer = await this.#ask(request);
      status = answer.status;
      this.#pause(request, this.#options.pauseOf?.(answer.headers));
      const failure = this.#failureOf(request, answer);
      if (failure) throw failure;
      return answer;
    } finally {
      this.#options.log?.debug(
        {
          provider: this.provider,
          method: request.method,
          path: request.path,
          attempt,
          status,
          ms: Math.round(performance.now() - started),
        },
        'a provider was called',
      );
    }
  }

  async #waitForBudget({ account }: ProviderRequest): Promise<void> {
    const wait = await this.#options.budget?.take(account ?? '');
    if (wait) throw this.#failure('throttled', 'the request budget of the account is used up', wait);
  }

  async #ask(request: ProviderRequest): Promise<ProviderAnswer> {
    const signal = AbortSignal.timeout(request.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS);
    let response: Response | undefined;
    try {
      response = await this.#dial(request, signal);
      const text = (await this.#read(response)).toString(request.readsBytes ? 'latin1' : 'utf8');
      return answerOf(response, text, this.#requestId(response));
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      if (error instanceof OutsideRefusal)
        throw this.#failure(outcomeOfRefusal[error.reason], error.message, { reason: `The address ${error.message}.` });
      if (isNeverSent(error)) throw this.#failure('unreachable', 'cannot be reached');
      const why = signal.aborted ? 'did not respond in time' : 'broke off the connection';
      throw this.#failure('unknown', why, { status: response?.status });
    }
  }

  #dial(request: ProviderRequest, signal: AbortSignal): Promise<Response> {
    const { outside, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = this.#options;
    const call = { method: request.method, headers: this.#headersOf(request), ...bodyOf(request) };
    const url = this.#urlOf(request);
    const streamed = request.file ? formOf(request.file) : request.streamed;
    if (streamed) return this.#upload(url, request, streamed, signal);
    if (outside) return askOutside(outside, url, { ...call, timeoutMs, maxBytes });
    return fetch(url, { ...call, ...(request.bytes ? { body: request.bytes } : {}), redirect: 'manual', signal });
  }

  #upload(url: URL, request: ProviderRequest, { type, bytes, pieces }: StreamedBody, signal: AbortSignal): Promise<Response> {
    const headers = { ...this.#headersOf(request), 'content-type': type, 'content-length': String(bytes) };
    const call = { method: request.method, headers, body: streamOf(pieces()), duplex: 'half', signal };
    return fetch(url, { redirect: 'manual', ...call });
  }

  #urlOf({ path, query, rawQuery }: ProviderRequest): URL {
    const url = new URL(path.replace(/^\//, ''), this.#base);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    if (rawQuery !== undefined) url.search += `${url.search === '' ? '?' : '&'}${rawQuery}`;
    const isInside = url.origin === this.#base.origin && url.pathname.startsWith(this.#base.pathname);
    if (!isInside || url.href.length > MAX_URL_LENGTH)
      throw this.#failure('rejected', 'the request leads outside of the provider, or its address is too long');
    return url;
  }

  #headersOf({ headers, form, json, idempotencyKey }: ProviderRequest): Record<string, string> {
    return {
      accept: 'application/json',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...this.#options.headers,
      ...headers,
    };
  }

  async #read(response: Response): Promise<Buffer> {
    const maxBytes = this.#options.maxBytes ?? MAX_BYTES;
    if (!response.body) return Buffer.alloc(0);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength;
      parts.push(next.value);
      if (bytes <= maxBytes) continue;
      await reader.cancel();
      throw this.#failure('too_large', `returned more than ${maxBytes} bytes`, { status: response.status });
    }
    return Buffer.concat(parts);
  }

  #failureOf(request: ProviderRequest, answer: ProviderAnswer): ProviderFailure | undefined {
    const { judge } = this.#options;
    const judgement = judge?.(answer);
    const isSuccess = judgement === undefined ? answer.status >= 200 && answer.status < 300 : judgement === 'success';
    if (isSuccess) return undefined;
    const judgedFailure = judgement === undefined || judgement === 'success' ? this.#tableJudgement(answer) : judgement;
    const { outcome, code, reason, retryAfterMs = retryAfterOf(answer.headers), requestId = answer.requestId } = judgedFailure;
    this.#pause(request, retryAfterMs);
    const named = code === undefined ? '' : ` (${code.slice(0, 100)})`;
    const details = { status: answer.status, code, reason, requestId, retryAfterMs };
    return this.#failure(outcome, `answered ${answer.status}${named}`, details);
  }

  #tableJudgement({ status, body }: ProviderAnswer): JudgedFailure {
    const code = this.#options.errorCodeOf?.(body);
    return { outcome: outcomeOf(this.#options.errors ?? [], status, code), code };
  }

  #pause({ account }: ProviderRequest, ms: number | undefined): void {
    if (ms !== undefined && ms > 0) this.#options.budget?.pauseAccount(account ?? '', ms);
  }

  #requestId(response: Response): string | undefined {
    return response.headers.get(this.#options.requestIdHeader ?? 'x-request-id') ?? undefined;
  }

  #failure(outcome: ProviderFailure['outcome'], message: string, details: FailureDetails = {}): ProviderFailure {
    return new ProviderFailure(this.provider, outcome, `${this.provider}: ${message}`, details);
  }
}

/** A large body is parsed once, at its first use. */
function answerOf({ status, headers }: Response, text: string, requestId: string | undefined): ProviderAnswer {
  let parsed: { value: unknown } | undefined;
  return {
    status,
    headers,
    text,
    requestId,
    get body() {
      parsed ??= { value: parseJson(text) };
      return parsed.value;
    },
  };
}

function bodyOf({ form, json }: ProviderRequest): { body?: string } {
  if (form) return { body: new URLSearchParams(form).toString() };
  return json === undefined ? {} : { body: JSON.stringify(json) };
}
