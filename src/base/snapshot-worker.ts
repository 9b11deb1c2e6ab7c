// Copies one SQLite database as it stands at one moment, while others write to it, and checks the copy. In a thread of its own:
// a large file takes seconds.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { syncToDisk } from './kit/durable.ts';

const { source, target } = workerData as { source: string; target: string };

const db = new Database(source, { readonly: true, fileMustExist: true });
db.pragma('busy_timeout = 5000');
db.prepare('vacuum into ?').run(target);
db.close();

const copy = new Database(target, { readonly: true });
const verdict = copy.pragma('quick_check', { simple: true });
copy.close();
if (verdict !== 'ok') throw new Error(`the copy of ${source} is damaged: ${verdict}`);
syncToDisk(target);
parentPort?.postMessage('done');
