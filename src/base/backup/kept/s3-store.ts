// A bucket with S3's API as a place of backups: Amazon's, or any that answers it at an address of its own. Files beyond 16 MB go in parts.
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type FileStore, PlaceFailed, type StoredFile } from './file-store.ts';
import { encoded, type S3Key, type S3Request, signedHeaders } from './s3-signature.ts';

export interface Bucket {
  endpoint: string;
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  key: S3Key;
}

const PART_BYTES = 16 * 1024 * 1024;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
/** Of one request, whose body has at most one part. */
const REQUEST_MS = 300_000;
const NOTHING = Buffer.alloc(0);

interface Call {
  method: S3Request['method'];
  /** The whole key of an object; the bucket itself where absent. */
  key?: string;
  query?: Record<string, string>;
  body?: Buffer;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (xml: string): string =>
  xml.replace(/&(?:#x([\dA-Fa-f]+)|#(\d+)|(\w+));/g, (whole, hex: string, number: string, name: string) =>
    hex
      ? String.fromCodePoint(Number.parseInt(hex, 16))
      : number
        ? String.fromCodePoint(Number(number))
        : (ENTITIES[name] ?? whole),
  );
/** The texts of the elements of a name, which have no elements in them. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => plain(text ?? ''));

export function openBucket(place: Bucket): FileStore {
  const send = (call: Call): Promise<Response> => sent(place, call);
  const keyOf = (path: string): string => `${place.prefix}${path}`;
  return {
    list: () => listed(place, send),
    put: async (path, file) => {
      const { size } = await stat(file);
      if (size > PART_BYTES) return putInParts(send, keyOf(path), file);
      await send({ method: 'PUT', key: keyOf(path), body: await readAll(file) });
    },
    get: async (path, file) => {
      const { body } = await send({ method: 'GET', key: keyOf(path) });
      if (body === null) throw new PlaceFailed(`${path} was returned without content.`);
      await pipeline(body, createWriteStream(file, { mode: 0o600, flush: true }));
    },
    remove: async (paths) => {
      for (const path of paths) await send({ method: 'DELETE', key: keyOf(path) });
    },
    close: async () => {},
  };
}

async function readAll(file: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(file)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function listed({ prefix }: Bucket, send: (call: Call) => Promise<Response>): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(token === undefined ? {} : { 'continuation-token': token }) };
    const xml = await (await send({ method: 'GET', query })).text();
    for (const [, entry] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const [key] = textsOf(entry ?? '', 'Key');
      const [bytes] = textsOf(entry ?? '', 'Size');
      if (key?.startsWith(prefix)) files.push({ path: key.slice(prefix.length), bytes: Number(bytes) });
    }
    [token] = textsOf(xml, 'NextContinuationToken');
  } while (token !== undefined);
  return files;
}

/** An upload that fails is given up, as its parts would be stored, and paid for, without being seen. */
async function putInParts(send: (call: Call) => Promise<Response>, key: string, file: string): Promise<void> {
  const [uploadId] = textsOf(await (await send({ method: 'POST', key, query: { uploads: '' } })).text(), 'UploadId');
  if (uploadId === undefined) throw new PlaceFailed('The bucket returned no id for an upload in parts.');
  try {
    const tags: string[] = [];
    for await (const body of partsOf(file)) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await send({ method: 'PUT', key, query, body });
      tags.push(answer.headers.get('etag') ?? '');
    }
    const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
    const body = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
    const answer = await (await send({ method: 'POST', key, query: { uploadId }, body })).text();
    // TRICKY: a failure to join the parts is answered with 200, as the status is sent before they are joined.
    if (answer.includes('<Error>')) throw new PlaceFailed(`The parts of ${key} were not joined: ${reasonIn(answer)}.`);
  } catch (error) {
    await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function* partsOf(file: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    [pieces, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

const reasonIn = (xml: string): string =>
  [...textsOf(xml, 'Code'), ...textsOf(xml, 'Message')]
    .join(': ')
    .replace(/[^\x20-\x7e]/g, ' ')
    .slice(0, 200);

/** Sends it until it is answered for good. */
async function sent(place: Bucket, call: Call): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await once(place, call);
      if (answer.ok || (call.method === 'DELETE' && answer.status === 404)) return answer;
      const why = reasonIn(await answer.text()) || `status ${answer.status}`;
      const isTransient = answer.status >= 500 || answer.status === 429;
      if (!isTransient || attempt === ATTEMPTS) throw new PlaceFailed(`${place.endpoint} refused ${call.method}: ${why}.`);
    } catch (error) {
      if (error instanceof PlaceFailed) throw error;
      if (attempt === ATTEMPTS)
        throw new PlaceFailed(`${place.endpoint} cannot be reached: ${causeOf(error)}.`, { cause: error });
    }
    await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
  }
}

const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

function once({ endpoint, bucket, key: credentials }: Bucket, { method, key, query, body = NOTHING }: Call): Promise<Response> {
  const url = new URL(
    `${endpoint.replace(/\/$/, '')}/${bucket}${key === undefined ? '' : `/${key.split('/').map(encoded).join('/')}`}`,
  );
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const { host: _, ...headers } = signedHeaders({ method, url, headers: {}, body }, credentials, Date.now());
  const hasBody = method === 'PUT' || method === 'POST';
  return fetch(url, {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_MS),
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}
