// A load for `npm run test:slow`: threads that spin, as many as it takes to hold two thirds of the processors whatever else runs. It ends
// when its input does, so that none is left behind, and then prints the share that it had.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const SHARE = 2 / 3;
const LOOK_MS = 500;
/** Looks that one measurement of the share covers. */
const LOOKS = 6;

const cores = availableParallelism();
const MAX_THREADS = 6 * cores;
/** For each thread: 1 spins, 0 sleeps. */
const spinning = new Int32Array(new SharedArrayBuffer(4 * MAX_THREADS));

const SPIN = `
const { spinning, at } = require('node:worker_threads').workerData;
for (let n = 0; ; n += 1) if (n % 1e6 === 0) Atomics.wait(spinning, at, 0);
`;

let threads = 0;
function change(wanted: number): void {
  const count = Math.max(cores, Math.min(wanted, MAX_THREADS));
  for (let at = 0; at < Math.max(count, threads); at += 1) {
    Atomics.store(spinning, at, at < count ? 1 : 0);
    Atomics.notify(spinning, at);
    if (at >= started) {
      new Worker(SPIN, { eval: true, workerData: { spinning, at } });
      started += 1;
    }
  }
  threads = count;
}
let started = 0;

interface Moment {
  at: number;
  used: number;
}

function moment(): Moment {
  const { user, system } = process.cpuUsage();
  return { at: performance.now() * 1_000, used: user + system };
}

const shareSince = (then: Moment, now: Moment): number => (now.used - then.used) / ((now.at - then.at) * cores);

const began = moment();
const looks: Moment[] = [began];
let most = 0;
change(2 * cores);
setInterval(() => {
  const now = moment();
  const share = shareSince(looks[0] as Moment, now);
  if (share < SHARE) change(threads + Math.ceil(threads / 4));
  else if (share > SHARE + 0.05) change(threads - 1);
  most = Math.max(most, threads);
  looks.push(now);
  if (looks.length > LOOKS) looks.shift();
}, LOOK_MS);

process.stdin.resume().on('end', () => {
  const share = (100 * shareSince(began, moment())).toFixed(1);
  process.stdout.write(`The load held ${share} % of ${cores} processors, with at most ${most} threads.\n`, () => process.exit(0));
});
