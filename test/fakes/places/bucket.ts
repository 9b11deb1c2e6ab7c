// A bucket with S3's API over HTTP: signatures are checked by another library than ours, lists come in pages, and an upload in parts is an object once it is
// completed.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import aws4 from 'aws4';

export const BUCKET_KEY = { id: 'AKTEST', secret: 'secret-of-the-test', region: 'eu-test-1' };
const PAGE = 3;

interface Seen {
  method: string;
  key: string;
  query: URLSearchParams;
  body: Buffer;
}

export interface FakeBucket {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** Uploads in parts that nobody completed or gave up. */
  uploads: Map<string, Map<number, Buffer>>;
  /** Answers that so many next requests get instead: a status, or the connection is closed. */
  next: (number | 'closed')[];
}

const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

function signatureFits(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '' } = request.headers;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
  if (headers['x-amz-content-sha256'] !== sha256(body)) return false;
  const { id, secret, region } = BUCKET_KEY;
  const { method, url: path } = request;
  const signed = aws4.sign(
    { service: 's3', region, headers, ...(method && path ? { method, path } : {}) },
    { accessKeyId: id, secretAccessKey: secret },
  );
  const of = (text: string): string | undefined => /Signature=([0-9a-f]+)/.exec(text)?.[1];
  return of(String(signed.headers?.['Authorization'])) === of(authorization);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const problem = (code: string, message: string): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;

export async function startBucket(t: TestContext, name: string): Promise<FakeBucket> {
  const fake: FakeBucket = { endpoint: '', objects: new Map(), uploads: new Map(), next: [] };
  const server = createServer((request, response) => void answer(fake, name, request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => new Promise((done) => server.close(done)));
  fake.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

async function answer(fake: FakeBucket, name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const instead = fake.next.shift();
  if (instead === 'closed') return void request.socket.destroy();
  const url = new URL(request.url ?? '', 'http://bucket');
  if (instead !== undefined) return send(response, instead, problem('SlowDown', 'Please reduce your request rate.'));
  if (!signatureFits(request, body))
    return send(response, 403, problem('SignatureDoesNotMatch', 'The signature does not match.'));
  const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
  if (bucket !== name) return send(response, 404, problem('NoSuchBucket', 'The specified bucket does not exist'));
  const seen = { method: request.method ?? '', key: rest.join('/'), query: url.searchParams, body };
  const [status, text, headers] = act(fake, seen);
  send(response, status, text, headers);
}

function send(response: ServerResponse, status: number, text: string | Buffer = '', headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end(text);
}

type Answer = [number, (string | Buffer)?, Record<string, string>?];

function act(fake: FakeBucket, seen: Seen): Answer {
  const { method, key, query, body } = seen;
  const uploadId = query.get('uploadId');
  if (uploadId !== null) return actOnUpload(fake, uploadId, seen);
  if (method === 'GET' && key === '') return [200, page(fake, query)];
  if (method === 'POST' && query.has('uploads')) {
    const id = `upload-${fake.uploads.size + 1}`;
    fake.uploads.set(id, new Map());
    return [200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`];
  }
  if (method === 'PUT') {
    fake.objects.set(key, body);
    return [200];
  }
  if (method === 'DELETE') {
    fake.objects.delete(key);
    return [204];
  }
  const found = fake.objects.get(key);
  return found ? [200, found] : [404, problem('NoSuchKey', 'The specified key does not exist.')];
}

function actOnUpload(fake: FakeBucket, id: string, { method, key, query, body }: Seen): Answer {
  const upload = fake.uploads.get(id);
  if (!upload) return [404, problem('NoSuchUpload', 'The specified upload does not exist.')];
  if (method === 'PUT') {
    upload.set(Number(query.get('partNumber')), body);
    return [200, '', { etag: `"${sha256(body)}"` }];
  }
  fake.uploads.delete(id);
  if (method === 'DELETE') return [204];
  const tags = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
  const parts = tags.map(([, number, tag]) => ({ tag, part: upload.get(Number(number)) ?? Buffer.alloc(0) }));
  if (parts.some(({ tag, part }) => tag !== `"${sha256(part)}"`)) return [200, problem('InvalidPart', 'A part was not found.')];
  fake.objects.set(key, Buffer.concat(parts.map(({ part }) => part)));
  return [200, '<CompleteMultipartUploadResult/>'];
}

function page({ objects }: FakeBucket, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const entries = keys
    .slice(from, from + PAGE)
    .map((key) => `<Contents><Key>${escaped(key)}</Key><Size>${objects.get(key)?.length}</Size></Contents>`);
  const more = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${more}</ListBucketResult>`;
}
