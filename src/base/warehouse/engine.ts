// The warehouse process: the only one that opens DuckDB files. It does what the service's messages ask and decides nothing.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { version } from '@duckdb/node-api';
import { renameDurably } from '../files/durable.ts';
import { giveBackWhenQuiet } from '../quiet-memory.ts';
import { damagedCopies } from './damage.ts';
import { asRows, converting, Job, reading, runStatements, runWithPlans, streaming, writing } from './execution.ts';
import { messageOf } from './faults.ts';
import { checkpoint, EngineError, type OpenFile, OpenFiles } from './files.ts';
import { openInstance } from './instance.ts';
import { KeptPlans } from './kept-plans.ts';
import { filePath, landingFolder, profileFolder, spillFolder } from './layout.ts';
import type { EngineSettings, Failure, FileRef, FromEngine, Part, Task, ToEngine } from './messages.ts';
import type { AnyStatement } from './port.ts';

// The figures are personal: no other user of the machine reads what DuckDB writes.
process.umask(0o077);

// From the service, which started this process.
const settings: EngineSettings = JSON.parse(process.argv[2] ?? '');

function tell(message: FromEngine): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, {}, () => resolve());
    else resolve();
  });
}

const files = new OpenFiles(settings, (message) => void tell(message));
const jobs = new Map<number, Job>();

async function onFile<T>(ref: FileRef, job: Job, mayCreate: boolean, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await files.lend(ref, job, mayCreate);
  let failure: Failure | undefined;
  try {
    return await work(file);
  } catch (error) {
    if (error instanceof EngineError) failure = error.failure;
    throw error;
  } finally {
    files.giveBack(file, job);
    // A damaged file goes aside; a broken instance only goes: the next call opens the file again. An empty file left
    // behind by a first write that failed would look like a warehouse whose tables are gone, so it is deleted.
    if (failure?.damaged) await files.condemn(file);
    else if (failure && file.fresh) await files.close(file, 0, () => deleteFile(ref));
    else if (failure?.reason === 'crashed') {
      file.broken = true;
      await files.close(file, 0);
    }
  }
}

type Send = (part: Part) => Promise<void>;

/** @param hasSent Whether something was answered already: then it cannot be read again. */
async function twice(once: () => Promise<void>, hasSent: () => boolean): Promise<void> {
  try {
    await once();
  } catch (error) {
    // An instance that an earlier commit broke fails for the next reader; reading again does no harm.
    if (hasSent() || !(error instanceof EngineError) || error.failure.reason !== 'crashed') throw error;
    await once();
  }
}

function readRows(ref: FileRef, statements: readonly AnyStatement[], job: Job, send: Send): Promise<void> {
  let sent = false;
  const answer = asRows((part) => {
    sent = true;
    return send(part);
  });
  const once = () => onFile(ref, job, false, ({ db }) => runStatements(job, db, statements, reading, answer));
  return twice(once, () => sent);
}

/** Pieces of streams that are on their way to the service or wait in it, and who waits for one to be taken. */
const flying = new Map<number, { pieces: number; wake: () => void }>();
const MAX_PIECES = 4;

async function stream(id: number, { file, statement, portions, ids }: Extract<Task, { op: 'stream' }>, job: Job): Promise<void> {
  // Loaded by the first who asks: it is half a second of a start that most processes never need.
  const { ArrowStream } = await import('./arrow/arrow.ts');
  const flight = { pieces: 0, wake: () => {} };
  flying.set(id, flight);
  job.whenStopped = () => flight.wake();
  let sent = false;
  const send = async (bytes: Uint8Array): Promise<void> => {
    sent = true;
    while (flight.pieces >= MAX_PIECES && !job.stopped)
      await new Promise<void>((wake) => {
        flight.wake = wake;
      });
    if (job.stopped) throw new EngineError({ reason: 'cancelled', message: 'The query was stopped.' });
    flight.pieces += 1;
    await tell({ id, bytes });
  };
  try {
    const all = portions.map((portion) => ({ ...statement, params: { ...statement.params, ...portion } }));
    const once = () =>
      onFile(file, job, false, async ({ db }) => {
        const arrow = new ArrowStream(send, ids);
        await runStatements(job, db, all, streaming, (result) => arrow.add(result));
        await arrow.end();
      });
    await twice(once, () => sent);
  } finally {
    flying.delete(id);
  }
}

function taken(id: number): void {
  const flight = flying.get(id);
  if (!flight) return;
  flight.pieces -= 1;
  flight.wake();
}

async function write(
  id: number,
  { file: ref, statements, isWatched, keepsPlans }: Extract<Task, { op: 'write' }>,
  job: Job,
  send: Send,
): Promise<void> {
  const onStatement = isWatched ? (ran: number) => void tell({ id, ran }) : undefined;
  // Only a live file comes into being by being written to; a build is started.
  await onFile(ref, job, ref.build === undefined, async (file) => {
    if (keepsPlans) await writeWithPlans(file, statements, job, send);
    else await runStatements(job, file.db, statements, writing, asRows(send), onStatement);
    file.fresh = false;
  });
}

/** The plans go with their connection after an error, unless the engine has only refused a statement and is as before. */
async function writeWithPlans(file: OpenFile, statements: readonly AnyStatement[], job: Job, send: Send): Promise<void> {
  const plans = file.plans ?? new KeptPlans(await file.db.connect());
  file.plans = undefined;
  let isSound = false;
  try {
    await runWithPlans(job, plans, statements, asRows(send));
    isSound = !plans.isSpent;
  } catch (error) {
    const { reason, statement } = error instanceof EngineError ? error.failure : {};
    isSound = reason === 'query' && statement !== undefined && plans.isUnchanged;
    throw error;
  } finally {
    if (isSound) files.keepPlans(file, plans);
    else plans.close();
  }
}

async function convert(profileId: string, statements: readonly AnyStatement[], job: Job, send: Send): Promise<void> {
  const folders = [profileFolder(settings.dataDir, profileId), landingFolder(settings.dataDir, profileId)];
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const spill = join(spillFolder(settings.dataDir), `${profileId}-convert-${nextConvert++}`);
  const db = await openInstance(':memory:', folders, { memoryMb: settings.servingMemoryMb, threads: settings.threads }, spill);
  try {
    await runStatements(job, db, statements, converting, asRows(send));
  } finally {
    db.closeSync();
    rmSync(spill, { recursive: true, force: true });
  }
}
let nextConvert = 1;

function deleteFile(ref: FileRef): void {
  const path = filePath(settings.dataDir, ref);
  for (const name of [path, `${path}.wal`]) rmSync(name, { force: true });
}

function deleteFileAndCopies(ref: FileRef): void {
  deleteFile(ref);
  for (const name of damagedCopies(filePath(settings.dataDir, ref))) rmSync(name, { force: true });
}

/** The old file stays until the new one takes its name in one step: a crash leaves one or the other. */
async function swap(profileId: string, build: string, job: Job): Promise<void> {
  const next: FileRef = { profileId, build };
  const nextPath = filePath(settings.dataDir, next);
  const livePath = filePath(settings.dataDir, { profileId });
  await onFile(next, job, false, checkpoint);
  await files.closePath(next, 0, () => {
    if (existsSync(`${nextPath}.wal`)) throw new Error('The build still has a write-ahead log after its checkpoint.');
  });
  await files.closePath({ profileId }, settings.readGraceMs, () => {
    // The old log must never be replayed on the new file.
    rmSync(`${livePath}.wal`, { force: true });
    renameDurably(nextPath, livePath);
  });
  await onFile({ profileId }, job, false, async () => {});
}

async function perform(id: number, task: Task, job: Job, send: Send): Promise<void> {
  switch (task.op) {
    case 'read':
      return readRows(task.file, task.statements, job, send);
    case 'stream':
      return stream(id, task, job);
    case 'write':
      return write(id, task, job, send);
    case 'convert':
      return convert(task.profileId, task.statements, job, send);
    case 'checkpoint':
      return onFile(task.file, job, false, checkpoint);
    case 'create':
      return onFile(task.file, job, true, async (file) => {
        file.fresh = false;
      });
    case 'swap':
      return swap(task.profileId, task.build, job);
    case 'remove':
      return files.discardPath(task.file, settings.readGraceMs, () => deleteFileAndCopies(task.file));
    case 'close':
      return files.closeAll(settings.readGraceMs);
  }
}

async function serve(id: number, task: Task): Promise<void> {
  const job = new Job();
  jobs.set(id, job);
  try {
    await perform(id, task, job, (part) => tell({ id, part }));
    await tell({ id, done: true });
  } catch (error) {
    const failure: Failure = error instanceof EngineError ? error.failure : { reason: 'query', message: messageOf(error) };
    await tell({ id, failure });
  } finally {
    job.end();
    jobs.delete(id);
  }
  if (task.op === 'close') process.exit(0);
}

process.on('message', (message: ToEngine) => {
  if ('interrupt' in message) jobs.get(message.interrupt)?.interrupt();
  else if ('taken' in message) taken(message.taken);
  else void serve(message.id, message.task);
});
// A signal to the whole group must not end this process before the service has closed it.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
// Without the service there is no receiver of answers. Commits are on disk; an ordinary exit could stall on a running query.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
os.setPriority(5);
// Before files without use are closed: DuckDB then passes on what the collected chunks have left in the C library.
giveBackWhenQuiet(() => jobs.size > 0);
void tell({ ready: version() });
