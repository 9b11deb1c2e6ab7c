// Requests a file by its address: at most three redirects, each judged and dialled at the address that was judged, without cookies, 50 MB at most.
import type { ReadBase } from '../../../base/base.ts';
import { networkTest } from '../../../base/kit/networks.ts';
import { createOutside, type OutsideAnswer, type OutsideOptions, OutsideRefusal } from '../../../providers/http/guard.ts';
import { isSignIn, type SourceAddress } from './address.ts';

export type FetchFailureReason =
  | 'blocked'
  | 'not_found'
  | 'private'
  | 'forbidden'
  | 'unreachable'
  | 'unavailable'
  | 'too_large'
  | 'not_a_file'
  | 'redirects';

export class FetchFailure extends Error {
  readonly reason: FetchFailureReason;
  constructor(reason: FetchFailureReason) {
    super(`a file could not be fetched: ${reason}`);
    this.reason = reason;
  }
}

/** What the server said of the version that it sent. */
export interface FileVersion {
  etag: string | null;
  lastModified: string | null;
}

export interface FetchedFile extends FileVersion {
  bytes: Buffer;
}

const MAX_BYTES = 50 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;
const MAX_HEADER = 500;
const PUBLIC: OutsideOptions = { isHttpsOnly: true, ports: [443] };

/** Undefined where the file is the version that is known. @throws FetchFailure */
export async function fetchFile(base: ReadBase, source: SourceAddress, known: FileVersion): Promise<FetchedFile | undefined> {
  const headers = {
    ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
  };
  let url = new URL(source.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await reach(base, source, url, headers);
    const next = redirectOf(answer, url);
    if (!next) return fileOf(answer, source);
    if (isSignIn(next, source.kind)) throw new FetchFailure('private');
    url = next;
  }
  throw new FetchFailure('redirects');
}

/** A literal address of the operator's networks is reached as the operator says; every other host as the public internet. */
function optionsOf({ config }: Pick<ReadBase, 'config'>, url: URL): OutsideOptions {
  const own = config.providers.google_sheets.url;
  if (own !== undefined && new URL(own).origin === url.origin) return { isAllowed: () => true, ports: 'any' };
  const isInner = networkTest(config.webhookNetworks, 'TRIBUTARY_WEBHOOK_NETWORKS');
  return isInner(url.hostname.replace(/^\[|\]$/g, '')) ? { isAllowed: isInner, ports: 'any' } : PUBLIC;
}

/** What a public host redirects to is public: an inner address is asked only where the person named one. */
async function reach(base: ReadBase, source: SourceAddress, url: URL, headers: Record<string, string>): Promise<OutsideAnswer> {
  const isFirst = url.href === source.url;
  const isInnerSource = optionsOf(base, new URL(source.url)) !== PUBLIC;
  const options = isFirst || isInnerSource ? optionsOf(base, url) : PUBLIC;
  try {
    return await createOutside(options)(url.href, { headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  } catch (error) {
    if (error instanceof OutsideRefusal) throw new FetchFailure(REASONS[error.reason]);
    throw error;
  }
}

const REASONS: Readonly<Record<OutsideRefusal['reason'], FetchFailureReason>> = {
  url: 'blocked',
  address: 'blocked',
  unresolved: 'blocked',
  unreachable: 'unreachable',
  slow: 'unreachable',
  encoded: 'unreachable',
  long: 'too_large',
};

function redirectOf({ status, headers: { location } }: OutsideAnswer, from: URL): URL | undefined {
  if (status < 301 || status > 308 || status === 304 || location === undefined) return undefined;
  const next = URL.parse(location, from);
  if (!next) throw new FetchFailure('redirects');
  return next;
}

function fileOf({ status, headers, body }: OutsideAnswer, { kind }: SourceAddress): FetchedFile | undefined {
  if (status === 304) return undefined;
  if (status === 401 || status === 403) throw new FetchFailure(kind === 'google_sheet' ? 'private' : 'forbidden');
  if (status === 404 || status === 410) throw new FetchFailure('not_found');
  if (status !== 200) throw new FetchFailure('unavailable');
  // A Sheet that is no longer shared is a page of Google's with status 200.
  if (isPage(headers['content-type'], body)) throw new FetchFailure(kind === 'google_sheet' ? 'private' : 'not_a_file');
  return { bytes: body, etag: short(headers.etag), lastModified: short(headers['last-modified']) };
}

const isPage = (type: string | undefined, body: Buffer): boolean =>
  /^text\/html\b/i.test(type ?? '') || /^\s*<(?:!doctype html|html)\b/i.test(body.subarray(0, 500).toString('latin1'));

const short = (header: string | undefined): string | null => (header === undefined || header.length > MAX_HEADER ? null : header);
