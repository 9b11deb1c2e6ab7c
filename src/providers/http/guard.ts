// The one way to pages and endpoints that customers name. The name is resolved once, every address it has must be public, and the very
// address that was checked is dialled; nothing is followed, and time, size and encodings have bounds.
import { promises as dns } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { ReadBase } from '../../base/base.ts';
import { addressText, isPublicAddress } from './public-address.ts';

/** `url` and `address`: never dialled. The others: it was tried. */
export type OutsideReason = 'url' | 'address' | 'unresolved' | 'unreachable' | 'slow' | 'long' | 'encoded';

export class OutsideRefusal extends Error {
  readonly reason: OutsideReason;

  constructor(reason: OutsideReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface OutsideAnswer {
  /** As it came; a redirect is an answer like any other. */
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** The body is not whole: longer than allowed, slow, compressed or broken off (`isBodyCut`). */
  isCut: boolean;
  /** The address that answered. */
  address: string;
}

export interface OutsideOptions {
  /** Addresses that may be reached though they are not public, by the operator's own word. */
  isAllowed?: (address: string) => boolean;
  /** Every one of the operator's own endpoint. */
  ports?: readonly number[] | 'any';
  /** Otherwise http as well. */
  isHttpsOnly?: boolean;
  /** Names of this machine and its network are asked as the machine itself asks for them. */
  asksInnerNames?: boolean;
  /** Name servers to ask; those of this machine when absent. */
  servers?: readonly string[];
}

export interface OutsideCall {
  /** GET without a body, POST with one, where nothing is said. */
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
  maxBytes?: number;
  /** The status is what counts: a body that is longer, slow, compressed or broken off is cut instead of refused. */
  isBodyCut?: boolean;
}

const WEB_PORTS = [80, 443];
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 16_384;
const MAX_URL_LETTERS = 2048;
/** Names that no public name server answers for. */
const INNER_NAME = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion|test|invalid|svc|consul)$/;

/** The address as browsers read it, or the reason why no request may go to it. */
function readUrl(text: string, { ports = WEB_PORTS, isHttpsOnly = false }: OutsideOptions): URL {
  const refuse = (message: string): OutsideRefusal => new OutsideRefusal('url', message);
  if (text.length > MAX_URL_LETTERS) throw refuse(`is longer than ${MAX_URL_LETTERS} letters`);
  // TRICKY: the parser drops tabs and line ends and reads backslashes as slashes, so what was looked at is not what is asked.
  if (/[\s\\\p{C}]/u.test(text)) throw refuse('contains a space, a backslash or an invisible character');
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refuse('is no http or https address');
  if (isHttpsOnly && url.protocol !== 'https:') throw refuse('is no https address');
  if (url.username !== '' || url.password !== '') throw refuse('contains a name or a password');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (ports !== 'any' && !ports.includes(port)) throw refuse(`names port ${port}; only ${ports.join(' and ')} may be asked`);
  return url;
}

/** Every address of the name. */
async function resolve(host: string, { servers, asksInnerNames }: OutsideOptions, timeoutMs: number): Promise<string[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return [bare];
  const name = bare.replace(/\.$/, '');
  if (asksInnerNames) {
    const found = await dns.lookup(name, { all: true }).catch(() => []);
    if (found.length === 0) throw new OutsideRefusal('unresolved', `${name} has no address`);
    return found.map(({ address }) => address);
  }
  if (!name.includes('.') || INNER_NAME.test(name)) throw new OutsideRefusal('address', `${name} is no public name`);
  const resolver = new dns.Resolver({ timeout: Math.min(3000, timeoutMs), tries: 2 });
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) throw notPublic(name);
  return addresses;
}

/** The same of a name without an address and of one with a private one: or it could be asked which names the inner network has. */
function notPublic(host: string): OutsideRefusal {
  const isLiteral = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  return new OutsideRefusal(
    isLiteral ? 'address' : 'unresolved',
    `${host} ${isLiteral ? 'is not public' : 'has no public address'}`,
  );
}

export type Outside = (url: string, call?: OutsideCall) => Promise<OutsideAnswer>;

/** The address that may be dialled for a URL. @throws OutsideRefusal */
export async function resolveOutside(
  text: string,
  options: OutsideOptions,
  timeoutMs: number,
): Promise<{ url: URL; address: string }> {
  const { isAllowed = () => false } = options;
  const url = readUrl(text, options);
  const addresses = await resolve(url.hostname, options, timeoutMs);
  if (addresses.some((address) => !isPublicAddress(address) && !isAllowed(address))) throw notPublic(url.hostname);
  return { url, address: addresses[0] as string };
}

/** Judges a URL as `createOutside` would, and dials nothing. @throws OutsideRefusal, and nothing else. */
export const createOutsideCheck =
  (options: OutsideOptions = {}) =>
  async (url: string): Promise<void> => {
    await resolveOutside(url, options, TIMEOUT_MS);
  };

/** @throws OutsideRefusal, and nothing else. */
export function createOutside(options: OutsideOptions = {}): Outside {
  return async (text, call = {}) => {
    const { headers = {}, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, body = '', isBodyCut = false } = call;
    const { method = body === '' ? 'GET' : 'POST' } = call;
    const deadline = Date.now() + timeoutMs;
    const { url, address } = await resolveOutside(text, options, timeoutMs);
    return dial(url, address, { method, headers, timeoutMs: Math.max(1, deadline - Date.now()), maxBytes, body, isBodyCut });
  };
}

/** Where a sender closes its connection: in the midst of the body, or after all of it and before the answer. */
export type BreakPoint = 'in the body' | 'before the answer';
export type BrokenOff = (url: string, call: Pick<OutsideCall, 'body' | 'headers' | 'timeoutMs'>, at: BreakPoint) => Promise<void>;

/** A POST whose sender goes away, as one that is killed does. @throws OutsideRefusal, and nothing else. */
export const createBrokenOff =
  (options: OutsideOptions = {}): BrokenOff =>
  async (text, { body = '', headers = {}, timeoutMs = TIMEOUT_MS }, at) => {
    const { url, address } = await resolveOutside(text, options, timeoutMs);
    const bytes = Buffer.from(body);
    const head = { ...headers, 'content-length': String(bytes.length) };
    const sent = requestTo(url, address, { method: 'POST', headers: head });
    await new Promise<void>((done, failed) => {
      const refuse = (reason: OutsideReason, message: string): void => failed(new OutsideRefusal(reason, message));
      const timer = setTimeout(() => refuse('slow', `took no request within ${timeoutMs} ms`), timeoutMs);
      sent.on('error', (error) => refuse('unreachable', error.message.replaceAll(address, addressText(address))));
      sent.on('close', () => clearTimeout(timer));
      if (at === 'in the body') sent.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => done());
      else sent.end(bytes, () => done());
    }).finally(() => sent.destroy());
  };

const ofThisMachine = createOutside();

type WithMemo = Pick<ReadBase, 'memo'>;
const clientOf = ({ memo }: WithMemo): { outside: Outside } => memo('providers/http outside', () => ({ outside: ofThisMachine }));

export const outside = (base: WithMemo): Outside => clientOf(base).outside;

/** Tests have name servers of their own. */
export function setOutside(base: WithMemo, way: Outside): void {
  clientOf(base).outside = way;
}

/** At the very address that was checked. */
function requestTo(
  url: URL,
  address: string,
  { method, headers }: Required<Pick<OutsideCall, 'method' | 'headers'>>,
): ClientRequest {
  const pinned: LookupFunction = (_host, { all }, found) => {
    const family = isIP(address);
    if (all) found(null, [{ address, family }]);
    else found(null, address, family);
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return request(url, {
    // A connection of its own: one that is kept would be used again for another name.
    agent: false,
    lookup: pinned,
    maxHeaderSize: MAX_HEADER_BYTES,
    method,
    headers: { ...headers, 'accept-encoding': 'identity', connection: 'close' },
  });
}

function dial(url: URL, address: string, call: Required<OutsideCall>): Promise<OutsideAnswer> {
  const { timeoutMs, body } = call;
  return new Promise((done, failed) => {
    let answered: (() => void) | undefined;
    const refuse = (reason: OutsideReason, message: string): void => {
      clearTimeout(timer);
      if (answered) answered();
      else failed(new OutsideRefusal(reason, message));
      sent.destroy();
    };
    const unreachable = (error: Error): void => refuse('unreachable', error.message.replaceAll(address, addressText(address)));
    // One deadline for the whole answer: a server that sends a byte now and then blocks no caller.
    const timer = setTimeout(() => refuse('slow', `did not respond within ${timeoutMs} ms`), timeoutMs);
    const sent = requestTo(url, address, call);
    sent.on('response', (answer) => {
      const parts: Buffer[] = [];
      const end = (isCut: boolean): void => {
        clearTimeout(timer);
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts), isCut, address });
      };
      if (call.isBodyCut) answered = () => end(true);
      readBody(answer, { parts, maxBytes: call.maxBytes, refuse });
      answer.on('error', unreachable);
      answer.on('end', () => end(false));
    });
    sent.on('error', unreachable);
    sent.end(body);
  });
}

interface BodyReading {
  parts: Buffer[];
  maxBytes: number;
  refuse: (reason: OutsideReason, message: string) => void;
}

function readBody(answer: IncomingMessage, { parts, maxBytes, refuse }: BodyReading): void {
  if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') {
    refuse('encoded', 'responded with compression, which was not requested');
    return;
  }
  let size = 0;
  answer.on('data', (part: Buffer) => {
    const rest = maxBytes - size;
    size += part.length;
    parts.push(part.subarray(0, Math.max(0, rest)));
    if (size > maxBytes) refuse('long', `returned more than ${maxBytes} bytes`);
  });
}
