// The requests of Google Calendar with a grant, and its lists page by page.
import type { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import type { ProviderClient, ProviderRequest } from '../http/client.ts';

const PAGE = '250';

export class GoogleCalendarApi {
  readonly #client: ProviderClient;

  constructor(client: ProviderClient) {
    this.#client = client;
  }

  async ask<Shape extends z.ZodType>(grant: Grant, request: ProviderRequest, shape: Shape): Promise<z.infer<Shape>> {
    return this.#client.json(await this.#signed(grant, request), shape);
  }

  /** For requests whose success has no body. */
  async send(grant: Grant, request: ProviderRequest): Promise<void> {
    await this.#client.send(await this.#signed(grant, request));
  }

  async #signed(grant: Grant, request: ProviderRequest): Promise<ProviderRequest> {
    return { ...request, headers: { authorization: `Bearer ${(await grant.accessToken()).reveal()}` } };
  }

  async *pages<Row, Page extends { items: Row[]; nextPageToken?: string | undefined }>(
    grant: Grant,
    { path, query = {} }: Pick<ProviderRequest, 'path' | 'query'>,
    shape: z.ZodType<Page>,
  ): AsyncGenerator<Page> {
    for (let pageToken: string | undefined, isOver = false; !isOver; ) {
      const place = pageToken === undefined ? {} : { pageToken };
      const page: Page = await this.ask(grant, { method: 'GET', path, query: { maxResults: PAGE, ...query, ...place } }, shape);
      yield page;
      pageToken = page.nextPageToken;
      isOver = pageToken === undefined;
    }
  }
}

export const calendarPath = (id: string, ...rest: string[]): string =>
  ['calendars', id, ...rest].map(encodeURIComponent).join('/');
