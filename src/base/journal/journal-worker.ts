// The journal's writer, alone in its thread: one transaction and one sync to disk per group of appends, and steps of other tasks between.
import { parentPort, workerData } from 'node:worker_threads';
import { isDiskFull } from '../files/disk.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './group.ts';
import { Makers } from './group-rows.ts';
import { appendGroup } from './thread/append.ts';
import { codeOf, JournalDb } from './thread/journal-db.ts';
import { runStep, type Writer } from './thread/tasks.ts';
import { Wipe } from './thread/wipe.ts';

const options: WorkerOptions = workerData;
if (!parentPort) throw new Error('the journal is written by a thread of its own');
const port = parentPort;
const send = (message: FromWorker): void => port.postMessage(message);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function answer(writer: Writer, message: Exclude<ToWorker, { task: 'close' }>): void {
  try {
    if (message.task === 'append')
      send({ type: 'appended', id: message.id, result: appendGroup(writer.db, writer.makers, message.group) });
    else send({ type: 'step', id: message.id, finished: runStep(writer, message) });
  } catch (error) {
    const reason = isDiskFull(error) ? 'disk_full' : 'failed';
    send({ type: 'refused', id: message.id, reason, message: `${codeOf(error)} ${messageOf(error)}`.trim() });
    if (/^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(codeOf(error))) writer.db.reopen();
  }
}

try {
  const writer: Writer = { db: new JournalDb(options), makers: new Makers(), wipe: new Wipe(options.file) };
  port.on('message', (message: ToWorker) => {
    if (message.task !== 'close') return answer(writer, message);
    writer.db.close();
    writer.wipe.close();
    port.close();
  });
  send({ type: 'ready' });
} catch (error) {
  send({ type: 'cannot_open', message: messageOf(error) });
  port.close();
}
