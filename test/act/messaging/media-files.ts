// Files for messages: small true ones of several types, their upload, and their reading.
import type { ApiAnswer, TestApp } from '../../harness.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'));

export const PNG = bytesOf(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0${'x'.repeat(40)}`);
export const JPEG = bytesOf(`\xff\xd8\xff\xe0\0\x10JFIF\0${'y'.repeat(40)}`);
export const MP4 = bytesOf(`\0\0\0\x18ftypisom\0\0\0\0isommp42${'z'.repeat(40)}`);
export const OGG = bytesOf(`OggS\0\x02${'\0'.repeat(20)}\x01\x13OpusHead${'\0'.repeat(20)}`);
export const PDF = bytesOf('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');
export const PROGRAM = bytesOf(`MZ\x90\0${'\0'.repeat(120)}`);
export const text = (words: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(words));

/** A file that begins so and has a size. */
export function sized(head: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes).fill(0x20);
  whole.set(head);
  return whole;
}

type Place = Pick<TestApp, 'baseUrl' | 'profileId'>;

const at = ({ baseUrl, profileId }: Place, path: string, more: Record<string, string> = {}): URL => {
  const url = new URL(`/api/v1${path}`, baseUrl);
  for (const [name, value] of Object.entries({ profile_id: profileId, ...more })) url.searchParams.set(name, value);
  return url;
};

export async function uploadFile(
  app: Place,
  secret: string,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  type = '',
): Promise<ApiAnswer> {
  const form = new FormData();
  form.set('file', new File([bytes], name, { type }));
  const headers = { authorization: `Bearer ${secret}` };
  const response = await fetch(at(app, '/messages/media'), { method: 'POST', headers, body: form });
  return { status: response.status, body: await response.json(), headers: Object.fromEntries(response.headers) };
}

export interface ReadFile {
  status: number;
  headers: Headers;
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: the refusal, where it is one
  body: any;
}

export async function readFile(app: Place, secret: string, messageId: string, mediaId?: string): Promise<ReadFile> {
  const url = at(app, `/messages/${messageId}/media`, mediaId === undefined ? {} : { media_id: mediaId });
  const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = response.status === 200 ? undefined : JSON.parse(bytes.toString());
  return { status: response.status, headers: response.headers, bytes, body };
}
