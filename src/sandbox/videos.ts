// Files of the sandbox's videos: an MP4 container (ISO/IEC 14496-12) that has the length and the sides of a video and no picture in it, as the service
// reads nothing else of a video.
import type { SandboxVideo } from './state.ts';

const TIMESCALE = 1_000;
/** A matrix that turns nothing, in fixed point. */
const UPRIGHT = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

function box(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0), 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
};

export function videoFile({ seconds, width, height }: SandboxVideo): Buffer {
  const duration = Math.round(seconds * TIMESCALE);
  const [version, never, reserved] = [0, 0, 0];
  const movieHeader = [version, never, never, TIMESCALE, duration, 0x10000, 0x01000000, reserved, reserved, ...UPRIGHT];
  const nextTrack = 2;
  const trackHeader = [3, never, never, 1, reserved, duration, reserved, reserved, 0, 0, ...UPRIGHT];
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1')),
    box(
      'moov',
      box('mvhd', numbers(...movieHeader, ...Array.from({ length: 6 }, () => 0), nextTrack)),
      box('trak', box('tkhd', numbers(...trackHeader, width * 0x10000, height * 0x10000))),
    ),
    box('mdat'),
  ]);
}
