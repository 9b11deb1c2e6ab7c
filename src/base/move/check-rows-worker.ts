// The thread in which the rows of a file are checked: a large profile takes seconds.
import { parentPort, workerData } from 'node:worker_threads';
import { type CheckWork, faultIn } from './row-faults.ts';

const work = workerData as CheckWork;
parentPort?.postMessage({ fault: faultIn(work) });
