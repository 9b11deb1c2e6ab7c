// A JSON file that contains a checksum of itself and the number of its version, so that a changed byte and an older copy are recognised.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { jsonObject } from '../kit/stored-json.ts';
import { writeDurably } from './durable.ts';

const shape = z.object({ revision: z.int().nonnegative().default(0), crc32: z.int().optional() });

export interface SummedJson {
  /** Rises with each write. */
  revision: number;
  value: Record<string, unknown>;
}

export function writeSummed(file: string, { revision, value }: SummedJson): void {
  const content = { ...value, revision };
  writeDurably(file, `${JSON.stringify({ ...content, crc32: crc32(JSON.stringify(content)) })}\n`);
}

/** A file of an earlier version has no checksum and revision 0. @throws Error for one that is not what was written. */
export function readSummed(file: string): SummedJson {
  // TRICKY: the checksum is of the members in their order, which a shape would change.
  const content = jsonObject.parse(JSON.parse(readFileSync(file, 'utf8')));
  const { revision, crc32: sum } = shape.parse(content);
  delete content['crc32'];
  if (sum !== undefined && sum !== crc32(JSON.stringify(content))) throw new Error(`${file} is not what was written`);
  delete content['revision'];
  return { revision, value: content };
}
