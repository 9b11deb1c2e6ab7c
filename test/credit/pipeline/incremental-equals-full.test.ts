// At one version, what increments have left is what a full computation makes: every table, ids included, row order apart.
import { test } from 'node:test';
import { assertEqualsFull } from './contents.ts';
import { overHistories, RUNS, SEED } from './over-histories.ts';

test(`increments equal a full computation over ${RUNS} random histories (seed ${SEED})`, () =>
  // By one thread, as the service builds what is small, and by all in turns: none of it may show.
  overHistories((base, profileId, count) => assertEqualsFull(base, profileId, count % 2 === 0)));
