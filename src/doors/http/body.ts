// Reads the body of a request up to a limit and no further: what is declared too long is refused before a byte is read, what
// turns out too long where it passes the limit. The request itself stays open, so that the refusal can still be sent.
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ApiError } from '../../base/contract/api-error.ts';
import { collectBody, type TakePiece } from '../../call/index.ts';

const MEGABYTE = 1024 * 1024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body after decompression, which the limit counts; undefined when the request has none. */
export const readBody = (request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> =>
  collectBody((limit, take) => pourBody(request, limit, take), limitBytes);

/** Hands the body over as it comes, after decompression; answers its length, or undefined when the request has none. */
export function pourBody(request: IncomingMessage, limitBytes: number, take: TakePiece): Promise<number | undefined> {
  const { 'content-length': length, 'transfer-encoding': transfer, 'content-encoding': encoding } = request.headers;
  if (length === undefined && transfer === undefined) return Promise.resolve(undefined);
  if (Number(length) > limitBytes) return Promise.reject(tooLarge(limitBytes));
  return encoding === undefined
    ? pour(request, limitBytes, take)
    : pourEncoded(request, encoding.toLowerCase(), limitBytes, take);
}

async function pourEncoded(request: IncomingMessage, encoding: string, limitBytes: number, take: TakePiece): Promise<number> {
  if (encoding === 'identity') return pour(request, limitBytes, take);
  const make = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!make) throw new ApiError('invalid_request', 'The content encoding is not supported.');
  const decoder = make();
  const breakOff = (): unknown => decoder.destroy(new Error('the request ended too early'));
  decoder.on('error', () => undefined); // also one that comes after the body was given up
  request.once('error', breakOff);
  request.once('aborted', breakOff);
  try {
    return await pour(request.pipe(decoder), limitBytes, take);
  } finally {
    request.off('error', breakOff);
    request.off('aborted', breakOff);
    request.unpipe(decoder);
    decoder.destroy();
  }
}

/** Past the limit, or refused, the stream remains paused, and the code that answers resumes it. */
function pour(stream: Readable, limitBytes: number, take: TakePiece): Promise<number> {
  return new Promise((done, fail) => {
    let size = 0;
    // Listeners are left where they are: taking them off costs an intake door as much as reading does.
    let isOver = false;
    const refuse = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      stream.off('data', receive);
      stream.pause();
      fail(error);
    };
    const receive = (piece: Buffer): void => {
      size += piece.byteLength;
      if (isOver) return;
      if (size > limitBytes) {
        refuse(tooLarge(limitBytes));
        return;
      }
      const taking = take(piece);
      if (!taking) return;
      stream.pause();
      taking.then(() => (isOver ? undefined : stream.resume()), refuse);
    };
    const finish = (): void => {
      isOver = true;
      done(size);
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
    stream.on('data', receive);
    stream.on('end', finish);
    stream.on('error', breakOff);
    stream.on('close', breakOff);
  });
}

function tooLarge(limitBytes: number): ApiError {
  const limit = limitBytes < MEGABYTE ? `${Math.floor(limitBytes / 1024)} kB` : `${Math.floor(limitBytes / MEGABYTE)} MB`;
  return new ApiError('payload_too_large', `The body is larger than the ${limit} that this operation takes.`);
}
