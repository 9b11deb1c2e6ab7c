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
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Uint8Array | undefined> {
  const { 'content-length': length, 'transfer-encoding': transfer } = request.headers;
  if (length === undefined && transfer === undefined) return undefined;
  if (Number(length) > limitBytes) throw tooLarge();
  const decoder = decoderOf(request);
  if (!decoder) return collect(request, limitBytes);
  const breakOff = (): unknown => decoder.destroy(new Error('the request ended too early'));
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

function decoderOf(request: IncomingMessage): Transform | undefined {
  const encoding = String(request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return undefined;
  const make = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!make) throw new ApiError('invalid_request', 'The content encoding is not supported.');
  return make();
}

async function collect(stream: Readable, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop must not destroy the request: its socket carries the answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limitBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('invalid_request', 'The request could not be read to its end.');
  }
  return Buffer.concat(chunks, size);
}

const tooLarge = (): ApiError => new ApiError('payload_too_large', 'The body is larger than this operation takes.');
