// Pictures of the sandbox's creatives: PNG, drawn from the creative's name, so that each is another and none is anybody's.
import { crc32, deflateSync } from 'node:zlib';
import { noise } from './spend.ts';
import type { SandboxCreative } from './state.ts';

const SIDE = 96;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits a pixel, each a number of the palette. */
const PALETTED = [8, 3, 0, 0, 0];

/** Shelves on a wall: the colours by the name, the shelves by the kind. */
export function drawCreative({ name, kind }: SandboxCreative): Buffer {
  const random = (what: string): number => noise(7, name, what);
  const palette = ['wall', 'wood', 'things', 'frame'].flatMap((part, at) => colorOf(random(part), at));
  const shelves = 2 + Math.floor(random('shelves') * 3);
  const columns = kind === 'carousel' || kind === 'dynamic' ? 3 : 1;
  const rows = Buffer.alloc((SIDE + 1) * SIDE);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) rows[y * (SIDE + 1) + 1 + x] = pixelOf(x, y, { shelves, columns, random });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set(PALETTED, 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Drawing {
  shelves: number;
  columns: number;
  random: (what: string) => number;
}

function pixelOf(x: number, y: number, { shelves, columns, random }: Drawing): number {
  if (x < 4 || y < 4 || x >= SIDE - 4 || y >= SIDE - 4) return 3;
  if (columns > 1 && x % Math.floor(SIDE / columns) < 2) return 3;
  const height = Math.floor(SIDE / shelves);
  if (y % height > height - 5) return 1;
  const slot = `${Math.floor(y / height)} ${Math.floor(x / 12)}`;
  const thing = Math.floor(height * (0.2 + 0.6 * random(slot)));
  return random(`is ${slot}`) > 0.45 && height - 4 - (y % height) < thing && x % 12 > 2 ? 2 : 0;
}

function colorOf(hue: number, at: number): number[] {
  const light = [225, 120, 80, 245][at] ?? 128;
  return [0, 1 / 3, 2 / 3].map((shift) =>
    Math.max(0, Math.min(255, Math.round(light + 40 * Math.cos(2 * Math.PI * (hue + shift))))),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
