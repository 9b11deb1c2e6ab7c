// The requests of Graph with a grant. Ids are immutable ones: a mail keeps its id when it moves to another folder, as a draft does that is sent.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import type { ProviderAnswer, ProviderClient, ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const address = z.object({ emailAddress: z.object({ address: text }).nullish() }).nullish();

export const person = z.object({ mail: text, userPrincipalName: text, displayName: text });
export const storedMail = z.object({
  id: z.string(),
  internetMessageId: text,
  isDraft: z.boolean().default(false),
});
export const found = z.object({ value: z.array(storedMail) });
export const arrivedMail = z.object({
  id: z.string(),
  from: address,
  receivedDateTime: text,
  isDraft: z.boolean().default(false),
  internetMessageHeaders: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .nullish()
    .transform((list) => list ?? []),
});
export const changes = z.object({
  value: z.array(z.object({ id: z.string(), '@removed': z.unknown().optional() })),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});
const folder = z.object({ id: z.string(), displayName: text });
export const storedFolder = z.object({ id: z.string() });
export const folders = z.object({ value: z.array(folder.extend({ childFolders: z.array(folder).nullish() })) });
export const uploadSession = z.object({ uploadUrl: z.string() });

export type StoredMail = z.infer<typeof storedMail>;

export class OutlookApi {
  readonly #client: ProviderClient;

  constructor(client: ProviderClient) {
    this.#client = client;
  }

  /** An answer by its shape. */
  async json<Shape extends z.ZodType>(grant: Grant, request: ProviderRequest, shape: Shape): Promise<z.infer<Shape>> {
    return this.#signed(grant, request, (signed) => this.#client.json(signed, shape));
  }

  /** Undefined for what is not there. */
  async find<Shape extends z.ZodType>(
    grant: Grant,
    path: string,
    query: Readonly<Record<string, string>>,
    shape: Shape,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<z.infer<Shape> | undefined> {
    return orNothing(this.json(grant, { method: 'GET', path, query, headers }, shape));
  }

  async send(grant: Grant, request: ProviderRequest): Promise<ProviderAnswer> {
    return this.#signed(grant, request, (signed) => this.#client.send(signed));
  }

  /** A mail as it came; undefined for one that was deleted. */
  async raw(grant: Grant, id: string): Promise<Buffer | undefined> {
    const path = `me/messages/${encodeURIComponent(id)}/$value`;
    const request: ProviderRequest = { method: 'GET', path, readsBytes: true, headers: { accept: '*/*' } };
    const answer = await orNothing(this.send(grant, request));
    if (answer && /^text\/html/i.test(answer.headers.get('content-type') ?? ''))
      throw new ProviderFailure(this.#client.provider, 'unavailable', 'outlook: returned a page in place of a mail');
    return answer && Buffer.from(answer.text, 'latin1');
  }

  /** A token may end before its time; a request that was refused for it did nothing. */
  async #signed<T>(grant: Grant, request: ProviderRequest, ask: (signed: ProviderRequest) => Promise<T>): Promise<T> {
    const signed = async (): Promise<ProviderRequest> => {
      const authorization = `Bearer ${(await grant.accessToken()).reveal()}`;
      return { ...request, headers: { ...request.headers, authorization } };
    };
    try {
      return await ask(await signed());
    } catch (error) {
      const isRefused = error instanceof ProviderFailure && error.outcome === 'reconnect' && error.details.status === 401;
      if (!isRefused || !(await grant.renew?.())) throw error;
      return ask(await signed());
    }
  }
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
    throw error;
  }
}

/** A text within a filter. */
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;
