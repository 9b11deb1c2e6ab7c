// The signature of a request to S3 (AWS Signature Version 4, https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html),
// with the checksum of the body in it, so that a body that was changed on its way is refused.
import { createHash, createHmac } from 'node:crypto';

export interface S3Key {
  id: string;
  secret: string;
  region: string;
}

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  url: URL;
  /** Names in lower case; all of them are signed. */
  headers: Record<string, string>;
  body: Buffer;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Percent-encoded as S3 does: all but letters, digits and `-._~`. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

const queryOf = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

/** The headers to send, signed for this moment. @param now In milliseconds since 1970. */
export function signedHeaders(request: S3Request, key: S3Key, now: number): Record<string, string> {
  const time = `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': sha256(request.body),
    'x-amz-date': time,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    request.method,
    request.url.pathname,
    queryOf(request.url),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${key.region}/s3/aws4_request`;
  const signingKey = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${key.secret}`, day), key.region));
  const signature = hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${key.id}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { ...headers, authorization };
}
