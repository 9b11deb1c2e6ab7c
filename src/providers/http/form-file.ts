// Bodies of requests as streams of known length: a form with one file (multipart/form-data), and a description with what it describes (multipart/related).
import { randomUUID } from 'node:crypto';

export interface FormFile {
  field: string;
  /** Free of quotes and line breaks. */
  name: string;
  mimeType: string;
  bytes: number;
  open: () => AsyncIterable<Uint8Array>;
  /** The other fields of the form. */
  fields: Readonly<Record<string, string>>;
}

export interface StreamedBody {
  type: string;
  bytes: number;
  /** Anew for each attempt. */
  pieces: () => AsyncIterable<Uint8Array>;
}

export function formOf({ field, name, mimeType, bytes, open, fields }: FormFile): StreamedBody {
  const boundary = `----${randomUUID()}`;
  const others = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const plain = name.replace(/["\r\n\\]/g, '_');
  const opening = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${plain}"\r\nContent-Type: ${mimeType}\r\n\r\n`;
  const head = Buffer.from(others.join('') + opening);
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + bytes + end.length,
    pieces: async function* () {
      yield head;
      yield* open();
      yield end;
    },
  };
}

/** A description in JSON and the bytes that it describes, as Google's uploads take them. */
export function relatedParts(
  description: unknown,
  { type, bytes, open }: { type: string; bytes: number; open: () => AsyncIterable<Uint8Array> },
): StreamedBody {
  const boundary = `----${randomUUID()}`;
  const json = JSON.stringify(description);
  const head = Buffer.from(
    `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${json}\r\n--${boundary}\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/related; boundary=${boundary}`,
    bytes: head.length + bytes + end.length,
    pieces: async function* () {
      yield head;
      yield* open();
      yield end;
    },
  };
}

export function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const rest = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await rest.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await rest.return?.();
    },
  });
}
