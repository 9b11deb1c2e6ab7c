// A fake server of files that change: CSV by URL with ETag, Google Sheets that are shared, published or private, and redirects.
import { createHash } from 'node:crypto';
import { type Closing, type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

export interface FakeFile {
  text: string;
  /** An answer in place of the file. */
  answer?: FakeAnswer | undefined;
}

export interface FakeFiles {
  server: ProviderServer;
  /** By path and query. */
  files: Map<string, FakeFile>;
}

const SIGN_IN =
  '<!doctype html><html><title>Google Sheets: Sign-in</title><form action="https://accounts.google.com/signin"></form></html>';

/** What Google answers for a Sheet that is not shared: a way to its sign-in page, or that page. */
export const SIGN_IN_REDIRECT: FakeAnswer = {
  status: 302,
  body: {},
  headers: { location: 'https://accounts.google.com/ServiceLogin?service=wise' },
};
export const SIGN_IN_PAGE: FakeAnswer = {
  status: 200,
  body: {},
  text: SIGN_IN,
  headers: { 'content-type': 'text/html; charset=utf-8' },
};

export const redirectTo = (location: string, status = 302): FakeAnswer => ({ status, body: {}, headers: { location } });

export async function startFileServer(t: Closing): Promise<FakeFiles> {
  const files = new Map<string, FakeFile>();
  const answer = ({ url, headers }: FakeRequest): FakeAnswer => {
    const file = files.get(url);
    if (!file) return { status: 404, body: {} };
    if (file.answer) return file.answer;
    const etag = `"${createHash('sha256').update(file.text).digest('hex').slice(0, 16)}"`;
    if (headers['if-none-match'] === etag) return { status: 304, body: {}, text: '', headers: { etag } };
    return { status: 200, body: {}, text: file.text, headers: { 'content-type': 'text/csv', etag } };
  };
  return { server: await startProviderServer(t, answer), files };
}
