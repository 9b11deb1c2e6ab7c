// Lengths and sides of videos by their containers: MP4 and WebM, wherever the parts are in the file, and nothing of a file that is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureVideo } from '../../../src/act/connections/catalogue/video-measures.ts';
import { videoFile } from '../../../src/sandbox/videos.ts';

const PORTION = 4_096;

interface Read {
  reads: number;
  measure: ReturnType<typeof measureVideo>;
}

function measure(bytes: Buffer): Read {
  const read: Read = { reads: 0, measure: Promise.resolve(undefined) };
  read.measure = measureVideo(async (from) => {
    read.reads += 1;
    return bytes.subarray(from, from + PORTION);
  });
  return read;
}

function box(type: string, content: Buffer, size = content.length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const SHORT = videoFile({ seconds: 14.2, width: 1080, height: 1920 });
/** The box `moov` of a file of the sandbox. */
const movieOf = (file: Buffer): Buffer => file.subarray(file.indexOf('moov') - 4, file.indexOf('mdat') - 4);
const TYPE = SHORT.subarray(0, SHORT.indexOf('moov') - 4);

test('an MP4 has its length and sides', async () => {
  assert.deepEqual(await measure(SHORT).measure, { seconds: 14.2, width: 1080, height: 1920 });
});

test('the movie box may be behind the pictures, which are not read', async () => {
  const file = Buffer.concat([TYPE, box('mdat', Buffer.alloc(300_000)), movieOf(SHORT)]);
  const read = measure(file);
  assert.deepEqual(await read.measure, { seconds: 14.2, width: 1080, height: 1920 });
  assert.equal(read.reads, 2);
});

test('a video that was recorded on its side is turned', async () => {
  const movie = Buffer.from(movieOf(SHORT));
  const matrix = movie.indexOf('tkhd') + 4 + 40;
  for (const [at, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries()) movie.writeInt32BE(value, matrix + 4 * at);
  assert.deepEqual(await measure(Buffer.concat([TYPE, movie])).measure, { seconds: 14.2, width: 1920, height: 1080 });
});

test('a length that the container leaves open is not known', async () => {
  const movie = Buffer.from(movieOf(SHORT));
  movie.writeUInt32BE(0, movie.indexOf('mvhd') + 4 + 16);
  assert.deepEqual(await measure(Buffer.concat([TYPE, movie])).measure, { seconds: null, width: 1080, height: 1920 });
});

const element = (id: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x40 | (content.length >> 8), content.length & 0xff]), content]);
const whole = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const WEBM = Buffer.concat([
  element('1a45dfa3', Buffer.from([0x42, 0x82, 0x84, ...Buffer.from('webm')])),
  // Of unknown size, as of what is written while it plays.
  Buffer.from('18538067ff', 'hex'),
  element('1549a966', Buffer.concat([element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])), element('4489', double(6_500))])),
  element('1654ae6b', element('ae', element('e0', Buffer.concat([element('b0', whole(640)), element('ba', whole(360))])))),
]);

test('a WebM has its length and sides', async () => {
  assert.deepEqual(await measure(WEBM).measure, { seconds: 6.5, width: 640, height: 360 });
});

test('a file that ends anywhere or has a wrong byte is measured or not, and never read for long', async () => {
  const file = Buffer.concat([TYPE, movieOf(SHORT)]);
  for (const whole of [file, WEBM])
    for (let at = 0; at < whole.length; at += 1) {
      const wrong = Buffer.from(whole);
      wrong[at] = 0xff;
      for (const bytes of [whole.subarray(0, at), wrong, Buffer.concat([wrong.subarray(0, at), Buffer.alloc(9)])]) {
        const read = measure(bytes);
        const found = await read.measure;
        assert.ok(read.reads <= 6);
        if (found) assert.ok(found.width > 0 && found.height > 0 && (found.seconds ?? 1) > 0);
      }
    }
});

test('boxes that point at themselves or far away end', async () => {
  for (const size of [0, 1, 7, 8, 0xffffffff]) {
    const read = measure(Buffer.concat([TYPE, box('free', Buffer.alloc(64), size), movieOf(SHORT)]));
    await read.measure;
    assert.ok(read.reads <= 6, `${size}`);
  }
  assert.equal(await measure(Buffer.from('not a video at all')).measure, undefined);
  assert.equal(await measure(Buffer.alloc(0)).measure, undefined);
});
