// Requests to the sandbox, through the same client as those to any provider.
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import type { RequestBudget } from '../http/budget.ts';
import { ProviderClient, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { Secret } from '../secret.ts';
import { judgeSandbox } from './errors.ts';

export interface SandboxAdsOptions {
  clientId: string;
  clientSecret: Secret;
  /** Where it runs. */
  url: string;
  budget?: RequestBudget;
  log?: Logger;
  timeoutMs?: number;
}

export const PROVIDER = 'sandbox';
/** A list longer than this is a loop. */
const MAX_PAGES = 10_000;

export class SandboxApi {
  readonly #client: ProviderClient;

  constructor({ url, budget, log, timeoutMs }: SandboxAdsOptions) {
    this.#client = new ProviderClient({
      provider: PROVIDER,
      baseUrl: `${url}/v1`,
      judge: judgeSandbox,
      ...(budget ? { budget } : {}),
      ...(log ? { log } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  async ask<Shape extends z.ZodType>(
    grant: Grant,
    question: Pick<ProviderRequest, 'path' | 'query' | 'account'>,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const token = await grant.accessToken();
    return this.#client.json({ method: 'GET', ...question, headers: { authorization: `Bearer ${token.reveal()}` } }, shape);
  }

  /** A write; it is not repeated. Its answer and the id of the request. */
  async write<Shape extends z.ZodType>(
    grant: Grant,
    request: Pick<ProviderRequest, 'method' | 'path' | 'account' | 'json'>,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const token = await grant.accessToken();
    return writing(this.#client.json({ ...request, headers: { authorization: `Bearer ${token.reveal()}` } }, shape));
  }

  async *pages<Item>(
    grant: Grant,
    { id }: AdAccount,
    { list, query = {} }: { list: string; query?: Record<string, string> },
    shape: z.ZodType<{ items: Item[]; next_cursor: string | null }>,
  ): AsyncGenerator<Item[]> {
    const question = { path: `accounts/${encodeURIComponent(id)}/${list}`, account: id };
    let cursor = '0';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items, next_cursor } = await this.ask(grant, { ...question, query: { ...query, cursor } }, shape);
      yield items;
      if (next_cursor === null) return;
      cursor = next_cursor;
    }
    throw new ProviderFailure(PROVIDER, 'unusable', `${PROVIDER}: a list does not end`);
  }
}
