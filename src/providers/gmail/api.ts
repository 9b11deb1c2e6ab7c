// The requests of Gmail with a grant.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import type { ProviderClient, ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { StreamedBody } from '../http/form-file.ts';

const header = z.object({ name: z.string(), value: z.string() });

export const profile = z.object({ emailAddress: z.string(), historyId: z.string() });
export const named = z.object({ id: z.string(), threadId: z.string().optional() });
export const draft = z.object({ id: z.string(), message: named });
export const listed = z.object({ messages: z.array(named).default([]), nextPageToken: z.string().optional() });
export const metadata = z.object({
  id: z.string(),
  threadId: z.string().optional(),
  labelIds: z.array(z.string()).default([]),
  sizeEstimate: z.number().default(0),
  internalDate: z.coerce.number().default(0),
  payload: z.object({ headers: z.array(header).default([]) }).default({ headers: [] }),
});
export const rawMail = z.object({ raw: z.string() });
const message = z.object({ id: z.string(), labelIds: z.array(z.string()).default([]) });
/** The labels beside a message are those that it got, those within it all that it has. */
const change = z.object({
  messagesAdded: z.array(z.object({ message })).default([]),
  labelsAdded: z.array(z.object({ message, labelIds: z.array(z.string()).default([]) })).default([]),
});
export const history = z.object({
  history: z.array(change).default([]),
  historyId: z.string(),
  nextPageToken: z.string().optional(),
});

export const labels = z.object({
  labels: z.array(z.object({ id: z.string(), name: z.string(), type: z.string().optional() })).default([]),
});

export type Metadata = z.infer<typeof metadata>;

export class GmailApi {
  readonly #client: ProviderClient;
  readonly #uploads: ProviderClient;

  /** @param uploads Of the address that takes whole mails. */
  constructor(client: ProviderClient, uploads: ProviderClient) {
    this.#client = client;
    this.#uploads = uploads;
  }

  async get<Shape extends z.ZodType>(
    grant: Grant,
    path: string,
    query: Readonly<Record<string, string>>,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    return this.#client.json(await this.#signed(grant, { method: 'GET', path, query }), shape);
  }

  /** Undefined for what is not there. */
  async find<Shape extends z.ZodType>(
    grant: Grant,
    path: string,
    query: Readonly<Record<string, string>>,
    shape: Shape,
  ): Promise<z.infer<Shape> | undefined> {
    try {
      return await this.get(grant, path, query, shape);
    } catch (error) {
      if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
      throw error;
    }
  }

  async post<Shape extends z.ZodType>(grant: Grant, path: string, json: unknown, shape: Shape): Promise<z.infer<Shape>> {
    return this.#client.json(await this.#signed(grant, { method: 'POST', path, json }), shape);
  }

  /** A mail with its description, as it is read. */
  async upload<Shape extends z.ZodType>(
    grant: Grant,
    path: string,
    streamed: StreamedBody,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const query = { uploadType: 'multipart' };
    return this.#uploads.json(await this.#signed(grant, { method: 'POST', path, query, streamed }), shape);
  }

  async remove(grant: Grant, path: string): Promise<void> {
    await this.#client.send(await this.#signed(grant, { method: 'DELETE', path, isRepeatable: true }));
  }

  async #signed(grant: Grant, request: ProviderRequest): Promise<ProviderRequest> {
    return { ...request, headers: { authorization: `Bearer ${(await grant.accessToken()).reveal()}` } };
  }
}

export const headerOf = ({ payload }: Metadata, name: string): string | undefined =>
  payload.headers.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;
