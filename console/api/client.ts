// The typed client of /api/v1. The session's cookie opens it; a write carries the token of the page. A refusal becomes a CallError with all
// that a person needs to report it.
import createClient from 'openapi-fetch';
import { setAway } from './away.ts';
import type { components, paths } from './contract.gen.ts';
import { saveFile } from './save.ts';

export type Schemas = components['schemas'];

export type Busy = NonNullable<Schemas['ErrorDetails']['busy']>;

interface Refusal {
  code: string;
  message: string;
  status: number;
  requestId: string | null;
  busy?: Busy | undefined;
  decidedAt?: string | undefined;
}

/** A refusal of the service, or of the network. */
export class CallError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  /** Nothing is wrong: the same call succeeds later. */
  readonly busy: Busy | undefined;
  /** The page on which an owner or admin can allow it. */
  readonly decidedAt: string | undefined;

  constructor({ code, message, status, requestId, busy, decidedAt }: Refusal) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.busy = busy;
    this.decidedAt = decidedAt;
  }
}

/** The answer of a proxy whose service is away. */
const isOfProxy = ({ status }: Response): boolean => status === 502 || status === 504;

const csrfToken = (): string => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';

export const api = createClient<paths>({
  baseUrl: '',
  querySerializer: { array: { style: 'form', explode: false } },
  fetch: async (request) => {
    if (request.method !== 'GET') request.headers.set('X-CSRF-Token', csrfToken());
    try {
      const response = await fetch(request);
      setAway(isOfProxy(response));
      return response;
    } catch (error) {
      if (request.signal.aborted) throw error;
      setAway(true);
      throw new CallError({ code: 'offline', message: 'The service does not answer.', status: 0, requestId: null });
    }
  },
});

interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer of a call; throws CallError when it is refused. */
export async function unwrap<T>(call: Promise<Outcome<T>>): Promise<Exclude<T, string | undefined>> {
  const { data, error, response } = await call;
  if (response.ok && isJson(data)) return data;
  throw refusalOf(error, response);
}

/** Lists also come as CSV, which is text; the workbench asks for that by a link. */
const isJson = <T>(data: T): data is Exclude<T, string | undefined> => data !== undefined && typeof data !== 'string';

function refusalOf(body: unknown, response: Response): CallError {
  const requestId = response.headers.get('X-Request-Id');
  const { status } = response;
  const found = body !== null && typeof body === 'object' && 'error' in body ? body.error : undefined;
  if (found === null || typeof found !== 'object' || !('code' in found) || !('message' in found))
    return new CallError({
      code: isOfProxy(response) ? 'offline' : 'unreadable',
      message: `The service returned status ${status}.`,
      status,
      requestId,
    });
  const busy = 'busy' in found ? busyOf(found.busy) : undefined;
  const decidedAt = 'handoff' in found ? addressIn(found.handoff) : undefined;
  return new CallError({ code: String(found.code), message: String(found.message), status, requestId, busy, decidedAt });
}

function busyOf(found: unknown): Busy | undefined {
  if (found === null || typeof found !== 'object' || !('retry_after_seconds' in found)) return undefined;
  const progress = 'progress' in found && typeof found.progress === 'number' ? found.progress : null;
  return { retry_after_seconds: Number(found.retry_after_seconds), progress };
}

function addressIn(handoff: unknown): string | undefined {
  const { url } = Object(handoff);
  return typeof url === 'string' ? url : undefined;
}

/** Remedies of refusals, in the words of the catalogue; loaded when the first is shown. */
export async function remedyOf(code: string): Promise<string | undefined> {
  const { remedies } = await import('tributary:remedies');
  return remedies[code];
}

const read = async (address: string, type: string): Promise<Response> => {
  const response = await fetch(address, { headers: { accept: type } });
  if (!response.ok) throw refusalOf(await response.json().catch(() => undefined), response);
  return response;
};

/**
 * Saves all rows of a list as one CSV file, page by page; each page has the same columns.
 */
export async function downloadList(pageOf: (cursor: string | undefined) => string, fileName: string): Promise<void> {
  const parts: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const response = await read(pageOf(cursor), 'text/csv');
    const text = await response.text();
    parts.push(isFirst ? text : text.slice(text.indexOf('\r\n') + 2));
    cursor = response.headers.get('X-Next-Cursor') ?? undefined;
  }
  saveFile(new Blob(parts, { type: 'text/csv' }), fileName);
}

/** Saves the answer of a GET as a file. */
export async function download(address: string, type: string, fileName: string): Promise<void> {
  const response = await read(address, type);
  saveFile(await response.blob(), fileName);
}
