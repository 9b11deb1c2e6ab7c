// Reads the body of a request up to a limit and no further: what is declared too long is refused before a byte is read, what
// turns out too long where it passes the limit. The request itself stays open, so that the refusal can still be sent.
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ApiError } from '../../base/contract/api-error.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body after decompression, which the limit counts; undefined when the request has none. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': transfer, 'content-encoding': encoding } = request.headers;
  if (length === undefined && transfer === undefined) return Promise.resolve(undefined);
  if (Number(length) > limitBytes) return Promise.reject(tooLarge());
  return encoding === undefined ? collect(request, limitBytes) : readEncoded(request, encoding.toLowerCase(), limitBytes);
}

async function readEncoded(request: IncomingMessage, encoding: string, limitBytes: number): Promise<Buffer> {
  if (encoding === 'identity') return collect(request, limitBytes);
  const make = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!make) throw new ApiError('invalid_request', 'The content encoding is not supported.');
  const decoder = make();
  const breakOff = (): unknown => decoder.destroy(new Error('the request ended too early'));
  decoder.on('error', () => undefined); // also one that comes after the body was given up
  request.once('error', breakOff);
  request.once('aborted', breakOff);
  try {
    return await collect(request.pipe(decoder), limitBytes);
  } finally {
    request.off('error', breakOff);
    request.off('aborted', breakOff);
    request.unpipe(decoder);
    decoder.destroy();
  }
}

/** Past the limit the stream is left paused, and whoever answers lets it flow. */
function collect(stream: Readable, limitBytes: number): Promise<Buffer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // Listeners are left where they are: taking them off costs an intake door as much as reading does.
    let isOver = false;
    const take = (chunk: Buffer): void => {
      size += chunk.byteLength;
      if (isOver) return;
      if (size <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      isOver = true;
      stream.off('data', take);
      stream.pause();
      fail(tooLarge());
    };
    const finish = (): void => {
      isOver = true;
      done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const breakOff = (): void => {
      if (isOver) return;
      isOver = true;
      fail(new ApiError('invalid_request', 'The request could not be read to its end.'));
    };
    if (stream.destroyed) {
      breakOff();
      return;
    }
    stream.on('data', take);
    stream.on('end', finish);
    stream.on('error', breakOff);
    stream.on('close', breakOff);
  });
}

const tooLarge = (): ApiError => new ApiError('payload_too_large', 'The body is larger than this operation takes.');
