// Requests to Pinterest's API v5: lists by bookmark, figures of named ads at once, and reports that Pinterest prepares.
import type { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { ProviderClient, type ProviderClientOptions, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { judgePinterest } from './errors.ts';
import { pageOf } from './shapes.ts';

export const PROVIDER = 'pinterest';
const ROWS = '250';
/** A list longer than this is a loop. */
const MAX_PAGES = 2_000;

export const failure = (outcome: ProviderFailure['outcome'], message: string): ProviderFailure =>
  new ProviderFailure(PROVIDER, outcome, `${PROVIDER}: ${message}`);

export class PinterestApi {
  readonly #client: ProviderClient;

  constructor(options: Omit<ProviderClientOptions, 'provider' | 'judge'>) {
    this.#client = new ProviderClient({
      ...options,
      provider: PROVIDER,
      judge: judgePinterest,
      requestIdHeader: 'x-pinterest-rid',
    });
  }

  async ask<Shape extends z.ZodType>(grant: Grant, request: ProviderRequest, shape: Shape): Promise<z.infer<Shape>> {
    const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
    return this.#client.json({ ...request, headers }, shape);
  }

  /** Every page of a list. */
  async *list<Row extends z.ZodType>(
    grant: Grant,
    { path, rawQuery, account }: { path: string; rawQuery?: string; account?: string },
    row: Row,
  ): AsyncGenerator<z.infer<Row>[]> {
    const more = { ...(rawQuery === undefined ? {} : { rawQuery }), ...(account === undefined ? {} : { account }) };
    let bookmark: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { page_size: ROWS, ...(bookmark === undefined ? {} : { bookmark }) };
      const found = await this.ask(grant, { method: 'GET', path, query, ...more }, pageOf(row));
      yield found.items;
      if (found.bookmark === undefined) return;
      if (found.bookmark === bookmark) throw failure('unusable', 'a list repeats itself');
      bookmark = found.bookmark;
    }
    throw failure('unusable', 'a list does not end');
  }
}
