// What the disk alone makes a post wait: posts come at an even pace, and each is answered by the first sync that begins once it is there,
// as by a service that groups what waits and has nothing else to do. A process of its own, as syncs hold its thread up.
import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface DiskLoad {
  /** Written over and over, and removed at the end. */
  file: string;
  perSecond: number;
  ms: number;
}

/** What the journal writes of a small group. */
const BYTES = Buffer.alloc(16_384, 1);
/** It writes over the same room, as the journal's log does. */
const PLACES = 1_024;

/** Milliseconds from when each post was due until it was on disk. */
async function run({ file, perSecond, ms }: DiskLoad): Promise<Float64Array> {
  const handle = openSync(file, 'wx', 0o600);
  const latencies: number[] = [];
  try {
    for (let place = 0; place < PLACES; place += 1) writeSync(handle, BYTES);
    fsyncSync(handle);
    const began = performance.now();
    const spacing = 1000 / perSecond;
    let due = began;
    for (let place = 0; performance.now() - began < ms; place = (place + 1) % PLACES) {
      await pause(Math.max(0, due - performance.now()));
      const sync = performance.now();
      writeSync(handle, BYTES, 0, BYTES.length, place * BYTES.length);
      fsyncSync(handle);
      const ended = performance.now();
      for (; due <= sync; due += spacing) latencies.push(ended - due);
    }
    return Float64Array.from(latencies);
  } finally {
    closeSync(handle);
    unlinkSync(file);
  }
}

process.on('message', (load: DiskLoad) => {
  run(load).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
