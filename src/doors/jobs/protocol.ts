// The admin protocol between a command and the process that has locked the data folder: one JSON line asks, JSON lines answer.
// One connection carries one command. It is for this machine's owner only and no part of the HTTP contract.
import type { Readable } from 'node:stream';
import { z } from 'zod';

export const request = z.object({ token: z.string(), command: z.string(), args: z.record(z.string(), z.unknown()) });
export type Request = z.infer<typeof request>;

const progress = z.object({
  phase: z.string(),
  done: z.number(),
  total: z.number().optional(),
  unit: z.string(),
  note: z.string().optional(),
});

/** `accepted` comes first and once; then any number of `progress`; then one `result` or `error`. */
export const reply = z.union([
  z.object({ accepted: z.literal(true) }),
  z.object({ progress }),
  z.object({ result: z.record(z.string(), z.unknown()) }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
]);
export type Reply = z.infer<typeof reply>;

/** A command's refusal, with a code: of the error catalogue, or one of the command line's own. */
export class CommandError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

/** Calls `see` with each line of a stream, without its end, and lets the stream flow on; a line without an end is no line. */
export function eachLine(stream: Readable, see: (line: string) => void): void {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      see(rest.subarray(0, end).toString('utf8'));
      rest = rest.subarray(end + 1);
    }
    if (rest.length > MAX_LINE_BYTES) stream.destroy(new Error('A line of the admin protocol is too long.'));
  });
}

export const lineOf = (message: Request | Reply): string =>
  `${JSON.stringify(message, (_, value) => (typeof value === 'bigint' ? value.toString() : value))}\n`;
