// A form with one file (multipart/form-data) as a stream of known length.
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

export interface StreamedForm {
  type: string;
  bytes: number;
  /** Anew for each attempt. */
  pieces: () => AsyncIterable<Uint8Array>;
}

export function formOf({ field, name, mimeType, bytes, open, fields }: FormFile): StreamedForm {
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
