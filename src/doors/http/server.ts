// The HTTP server under the doors: how long a request may take to arrive, and what is answered to one that the parser refuses
// before there is a request at all. That answer has the same envelope as every other.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../base/contract/error-catalogue.ts';
import { errorText } from '../../call/index.ts';
import { capConnections } from './connections.ts';

const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };
/** For the caller to read the answer before the socket goes. */
const CLOSE_MS = 1_000;

interface ParserRefusal {
  status: string;
  code: ErrorCode;
  message: string;
}

const REFUSALS: Readonly<Record<string, ParserRefusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'invalid_request',
    message: 'The address and the headers are too long together.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Payload Too Large',
    code: 'payload_too_large',
    message: 'The chunk extensions are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid_request',
    message: 'The request did not arrive in time.',
  },
};

const MALFORMED: ParserRefusal = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'The request is not valid HTTP.',
};

const NO_ADDRESS: ParserRefusal = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'The request target is neither a path nor a complete http URL.',
};
const TWO_HOSTS: ParserRefusal = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'The request names more than one Host.',
};
const EXPECTATION: ParserRefusal = {
  status: '417 Expectation Failed',
  code: 'invalid_request',
  message: 'Expect: only 100-continue is supported.',
};

/** The number of requests that the parser refused since the process began, by HTTP status. */
export const parserRefusals = new Map<string, number>();

export function createHttpServer(
  listener: RequestListener,
  baseUrl: () => string,
  { maxConnections, ...timeouts }: Partial<typeof TIMEOUTS> & { maxConnections?: number } = {},
): Server {
  const server = createServer({ ...TIMEOUTS, ...timeouts }, (request, response) => {
    // No door would find a path in it, and Express answers that with a page of its own.
    if (!isAddress(request.url as string)) refuse(request.socket, NO_ADDRESS);
    // A proxy may believe another of them than this service does.
    else if (hasTwoHosts(request.rawHeaders)) refuse(request.socket, TWO_HOSTS);
    else listener(request, response);
  });
  if (maxConnections !== undefined) capConnections(server, maxConnections);
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.prependListener('request', (request, response) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return; // what still arrives is of the same broken request
    const response = latest.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    refuse(socket, REFUSALS[error.code ?? ''] ?? MALFORMED);
  });
  server.on('checkExpectation', ({ socket }) => refuse(socket, EXPECTATION));
  return server;

  function refuse(socket: Duplex, refusal: ParserRefusal): void {
    refused.add(socket);
    const status = refusal.status.slice(0, 3);
    parserRefusals.set(status, (parserRefusals.get(status) ?? 0) + 1);
    socket.end(refusalText(refusal, baseUrl()));
    const late = setTimeout(() => socket.destroy(), CLOSE_MS);
    socket.once('close', () => clearTimeout(late));
  }
}

/** A proxy names the whole address; `OPTIONS *` means the server. */
const isAddress = (url: string): boolean => url.startsWith('/') || url === '*' || (/^https?:/i.test(url) && URL.canParse(url));

/** Names and values in turns, as they came. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refusalText({ status, code, message }: ParserRefusal, baseUrl: string): string {
  const requestId = randomUUID();
  const body = errorText({ code, message, status: Number.parseInt(status, 10), extra: {} }, requestId, baseUrl);
  const headers = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}
