// Requests to Meta's Graph API: signed with the app's secret, and lists followed to their end.
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import { ProviderClient, type ProviderClientOptions, type ProviderRequest, type Receipt } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { Secret } from '../secret.ts';
import { judgeMeta } from './errors.ts';
import { pageOf } from './shapes.ts';
import { pauseOf } from './usage.ts';

/** The smallest number of rows that is requested for a page. */
const LEAST_ROWS = 25;
/** The credentials that `next` repeats in its address; they are sent in another way. */
const CREDENTIALS = ['access_token', 'appsecret_proof'];

export interface ListRequest {
  path: string;
  query: Readonly<Record<string, string>>;
  /** Rows a page; fewer where Meta cannot answer this many. */
  rows: number;
  account?: string;
}

export class MetaApi {
  readonly #client: ProviderClient;
  readonly #baseUrl: URL;
  readonly #appSecret: Secret;

  constructor(appSecret: Secret, options: Omit<ProviderClientOptions, 'provider' | 'judge' | 'pauseOf'>) {
    this.#client = new ProviderClient({
      ...options,
      provider: 'meta',
      judge: judgeMeta,
      pauseOf,
      requestIdHeader: 'x-fb-trace-id',
    });
    this.#baseUrl = new URL(options.baseUrl);
    this.#appSecret = appSecret;
  }

  /** Exchanges a code or a token; a code works once, so nothing is repeated. */
  token<Shape extends z.ZodType>(query: Readonly<Record<string, string>>, shape: Shape): Promise<z.infer<Shape>> {
    return this.#client.json({ method: 'GET', path: 'oauth/access_token', query, isRepeatable: false }, shape);
  }

  json<Shape extends z.ZodType>(request: ProviderRequest, shape: Shape, token: Secret): Promise<z.infer<Shape>> {
    return this.#client.json(this.#signed(request, token), shape);
  }

  /** A write, as a form; it is not repeated. */
  async write<Shape extends z.ZodType>(
    grant: Grant,
    request: { path: string; form: Record<string, string>; account: string },
    shape: Shape,
  ): Promise<Receipt<z.infer<Shape>>> {
    const signed = this.#signed({ ...request, method: 'POST' }, await grant.accessToken());
    return writing(this.#client.receipt(signed, shape));
  }

  async send(request: ProviderRequest, token: Secret): Promise<void> {
    await this.#client.send(this.#signed(request, token));
  }

  /** Every page of a list. A page that Meta cannot answer is read in smaller ones, down to LEAST_ROWS. */
  async *pages<Row extends z.ZodType>(grant: Grant, list: ListRequest, row: Row): AsyncGenerator<z.infer<Row>[]> {
    const shape = pageOf(row);
    const seen = new Set<string>();
    let { rows } = list;
    for (
      let place: { path: string; query: Record<string, string> } | undefined = { path: list.path, query: list.query };
      place;
    ) {
      const query: Record<string, string> = { ...place.query, limit: String(rows) };
      const request: ProviderRequest = {
        method: 'GET',
        path: place.path,
        query,
        ...(list.account ? { account: list.account } : {}),
      };
      const page: z.infer<typeof shape> | undefined = await this.json(request, shape, await grant.accessToken()).catch(
        (error: unknown) => {
          if (!isTooLarge(error) || rows <= LEAST_ROWS) throw error;
          return undefined;
        },
      );
      if (!page) {
        rows = Math.max(LEAST_ROWS, Math.floor(rows / 2));
        continue;
      }
      yield page.data;
      place = this.#placeOf(page.paging?.next, seen);
    }
  }

  /** The address of the next page: always below the configured one. */
  #placeOf(next: string | undefined, seen: Set<string>): { path: string; query: Record<string, string> } | undefined {
    if (next === undefined) return undefined;
    const url = URL.parse(next);
    const base = `${this.#baseUrl.pathname.replace(/\/$/, '')}/`;
    const isInside = url?.origin === this.#baseUrl.origin && url.pathname.startsWith(base);
    if (!url || !isInside || seen.has(next))
      throw new ProviderFailure('meta', 'unusable', 'meta: a list leads elsewhere, or to itself');
    seen.add(next);
    for (const name of CREDENTIALS) url.searchParams.delete(name);
    return { path: url.pathname.slice(base.length), query: Object.fromEntries(url.searchParams) };
  }

  #signed(request: ProviderRequest, token: Secret): ProviderRequest {
    const proof = createHmac('sha256', this.#appSecret.reveal()).update(token.reveal()).digest('hex');
    return {
      ...request,
      query: { ...request.query, appsecret_proof: proof },
      headers: { ...request.headers, authorization: `Bearer ${token.reveal()}` },
    };
  }
}

/** Meta itself says that it cannot answer so much at once. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.outcome === 'too_large' && error.details.code !== undefined;
