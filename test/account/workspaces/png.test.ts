// Pictures written anew: the pixels come through, nothing else does, and what is no whole picture is refused in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { PictureFault, rewritePng } from '../../../src/account/workspaces/png.ts';
import { chunk, picture, SIGNATURE } from './pictures.ts';

const MAX_SIDE = 64;
const refuses = (file: Buffer, why: RegExp): void =>
  assert.throws(
    () => rewritePng(file, MAX_SIDE),
    (error: unknown) => error instanceof PictureFault && why.test(error.message),
  );

test('a picture keeps its pixels and loses everything else', () => {
  const secret = Buffer.from('GPS 52.5, 13.4 <script>alert(1)</script>');
  const between = [chunk('tEXt', secret), chunk('eXIf', secret), chunk('iCCP', secret), chunk('prVt', secret)];
  const { png, width, height } = rewritePng(picture({ between, after: secret }), MAX_SIDE);
  assert.deepEqual([width, height], [4, 2]);
  assert.ok(!png.includes('script') && !png.includes('GPS'));
  const types = [...png.toString('latin1').matchAll(/[A-Za-z]{4}/g)].map(([type]) => type);
  assert.deepEqual(
    types.filter((type) => ['IHDR', 'IDAT', 'IEND', 'tEXt', 'eXIf', 'iCCP', 'prVt'].includes(type)),
    ['IHDR', 'IDAT', 'IEND'],
  );
  const at = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  assert.deepEqual(pixels, Buffer.concat(Array.from({ length: 2 }, () => Buffer.from([0, ...Array(16).fill(0x7f)]))));
  assert.deepEqual(rewritePng(png, MAX_SIDE).png, png, 'a second time it is the same');
});

test('one with a palette keeps it, and none without', () => {
  const palette = chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255]));
  const input = { width: 8, height: 1, depth: 1, color: 3, pixels: Buffer.from([0, 0b10101010]) };
  assert.ok(rewritePng(picture({ ...input, between: [palette] }), MAX_SIDE).png.includes('PLTE'));
  refuses(picture(input), /palette is missing/);
  refuses(picture({ ...input, between: [chunk('PLTE', Buffer.from([1, 2]))] }), /palette is broken/);
});

test('what is no whole picture is refused', () => {
  const good = picture();
  refuses(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /no PNG/);
  refuses(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), /no PNG/);
  refuses(Buffer.from('GIF89a'), /no PNG/);
  refuses(Buffer.alloc(0), /no PNG/);
  refuses(SIGNATURE, /breaks off/);
  for (const length of [20, 40, good.length - 1]) refuses(good.subarray(0, length), /breaks off/);
  const damaged = Buffer.from(good);
  damaged[45] = (damaged[45] ?? 0) ^ 1;
  refuses(damaged, /damaged/);
});

test('a head that says too much is refused before anything is unpacked', () => {
  refuses(picture({ width: 65 }), /at most 64 pixels/);
  refuses(picture({ height: 65, pixels: Buffer.alloc(1) }), /at most 64 pixels/);
  refuses(picture({ width: 0 }), /at most/);
  refuses(picture({ depth: 3 }), /head is broken/);
  refuses(picture({ color: 5 }), /head is broken/);
  refuses(picture({ interlace: 1 }), /interlaced/);
});

test('pixels are as many as the head says, however small they were packed', () => {
  refuses(picture({ pixels: Buffer.alloc(50_000_000) }), /cannot be unpacked/);
  refuses(picture({ pixels: Buffer.alloc(10) }), /too few pixels/);
  refuses(picture({ pixels: Buffer.alloc(34, 9) }), /pixels are broken/);
});
