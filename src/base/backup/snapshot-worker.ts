// Copies one SQLite database as it is at one moment, while others write to it, and checks the copy. In a thread of its own:
// a large file takes seconds.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { syncToDisk } from '../files/durable.ts';
import { damagedRows, JournalDamaged } from '../journal/row-sums.ts';
import { decisionDamage, StateDamaged } from '../state/decision-sums.ts';

const { source, target, isJournal } = workerData as { source: string; target: string; isJournal: boolean };

const db = new Database(source, { readonly: true, fileMustExist: true });
db.pragma('busy_timeout = 5000');
db.prepare('vacuum into ?').run(target);
db.close();

const copy = new Database(target, { readonly: true });
const verdict = copy.pragma('quick_check', { simple: true });
const [damaged] = isJournal && verdict === 'ok' ? damagedRows(copy, 1) : [];
const decision = isJournal ? undefined : decisionDamage(copy);
copy.close();
if (verdict !== 'ok') throw new Error(`the copy of ${source} is damaged: ${verdict}`);
if (damaged) throw new JournalDamaged(damaged);
if (decision) throw new StateDamaged(`State is damaged: ${decision}.`);
syncToDisk(target);
parentPort?.postMessage('done');
