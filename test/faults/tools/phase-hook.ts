// Loaded into a service before its own code (`node --import`): knows from the calls between its parts what it is about, and
// when a test has aimed at a phase, ends the service, its warehouse process or the room on its disk in the midst of it.
import childProcess, { type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread, Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Aim, Phase } from './aim.ts';

const aimFile = process.env['FAULT_AIM'] as string;
const hitsFile = process.env['FAULT_HITS'] as string;
const BLOCK = Buffer.alloc(1024 * 1024, 7);

const underWay = new Map<Phase, number>();
let warehouse: ChildProcess | undefined;

/** The aim, when it is at this phase; it is then taken, so that it strikes once. */
function takeAim(phase: Phase): Aim | undefined {
  if (!existsSync(aimFile)) return undefined;
  const aim = JSON.parse(readFileSync(aimFile, 'utf8')) as Aim;
  if (aim.phase !== phase) return undefined;
  rmSync(aimFile);
  return aim;
}

function fill(file: string): void {
  const fd = openSync(file, 'a');
  try {
    for (let size = BLOCK.length; size >= 4_096; ) {
      try {
        writeSync(fd, BLOCK, 0, size);
      } catch {
        size /= 2;
      }
    }
  } finally {
    closeSync(fd);
  }
}

function strike({ phase, deed, filler }: Aim): void {
  appendFileSync(hitsFile, `${JSON.stringify({ phase, deed })}\n`);
  if (deed === 'kill service') process.kill(process.pid, 'SIGKILL');
  else if (deed === 'kill warehouse') warehouse?.kill('SIGKILL');
  else if (filler !== undefined) fill(filler);
}

/** Counts the phase as under way until the answer is called, and strikes in the midst of it when it is aimed at. */
function begin(phase: Phase): () => void {
  underWay.set(phase, (underWay.get(phase) ?? 0) + 1);
  const aim = takeAim(phase);
  if (aim?.delayMs === 0) strike(aim);
  else if (aim) setTimeout(() => strikeIfStill(aim), aim.delayMs);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    underWay.set(phase, (underWay.get(phase) ?? 1) - 1);
  };
}

/** A phase that was over sooner is waited for again, with a shorter wait. */
function strikeIfStill(aim: Aim): void {
  if ((underWay.get(aim.phase) ?? 0) > 0) strike(aim);
  else writeFileSync(aimFile, JSON.stringify({ ...aim, delayMs: Math.floor(aim.delayMs / 2) }));
}

interface Task {
  op: string;
  file?: { build?: string };
  statements?: unknown[];
}

function phaseOfTask({ op, file, statements }: Task): Phase | undefined {
  if (op === 'swap') return 'swap';
  if (op === 'convert') return 'sealing';
  if (op !== 'write') return undefined;
  if (file?.build !== undefined) return 'replay';
  // A single statement only asks how far the file has come.
  return (statements?.length ?? 0) > 1 ? 'landing' : undefined;
}

function watchWarehouse(child: ChildProcess): void {
  warehouse = child;
  const ends = new Map<number, () => void>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = ((message: { id?: number; task?: Task }, ...rest: unknown[]) => {
    const phase = message.task ? phaseOfTask(message.task) : undefined;
    const sent = send(message, ...rest);
    if (phase) ends.set(message.id as number, begin(phase));
    return sent;
  }) as ChildProcess['send'];
  child.on('message', (message: { id?: number; part?: unknown }) => {
    if (message.id !== undefined && message.part === undefined) ends.get(message.id)?.();
  });
  child.on('exit', () => {
    for (const end of ends.values()) end();
  });
}

const { fork } = childProcess;
childProcess.fork = ((...args: Parameters<typeof fork>) => {
  const child = fork(...args);
  watchWarehouse(child);
  return child;
}) as typeof fork;
syncBuiltinESMExports();

function phaseOfStep(task: string): Phase | undefined {
  if (task === 'append') return 'intake';
  if (task === 'trim') return 'sealing';
  return /^(?:rewrite|wipe)/.test(task) ? 'erasing' : undefined;
}

function watchJournal(): void {
  const post = Worker.prototype.postMessage;
  const ends = new WeakMap<Worker, Map<number, () => void>>();
  Worker.prototype.postMessage = function (this: Worker, message: { id: number; task?: string }, ...rest: never[]) {
    const phase = phaseOfStep(message.task ?? '');
    let mine = ends.get(this);
    if (!mine) {
      const result = new Map<number, () => void>();
      ends.set(this, result);
      this.on('message', ({ id }: { id: number }) => result.get(id)?.());
      mine = result;
    }
    post.call(this, message, ...rest);
    if (phase) mine.set(message.id, begin(phase));
  };
}

const prototypeOfStatements = () => {
  const db = new Database(':memory:');
  const prototype = Object.getPrototypeOf(db.prepare('select 1'));
  db.close();
  return prototype;
};

/** Taking a person out of state is one transaction as well: from the first key that is replaced to the last row that is deleted. */
function watchTaking(): void {
  const prototype = prototypeOfStatements();
  let aim: Aim | undefined;
  let steps = 0;
  const { run } = prototype;
  prototype.run = function (this: Database.Statement, ...params: unknown[]) {
    const isOfIt = /^(?:--.*\n)*(?:update decisions|delete from (?:customers|identifiers|browsers|proposal_evidence)\n?)/.test(
      this.source,
    );
    if (isOfIt && this.database.inTransaction) {
      const taken: Aim | undefined = aim ?? takeAim('taking');
      if (taken && !aim) steps = taken.delayMs;
      aim = taken;
      if (aim && steps-- <= 0) strike(aim);
    }
    return Reflect.apply(run, this, params);
  };
}

/** A chunk of stitching is one transaction of state, in one breath: from the reading of its cursor to the writing of it. */
function watchStitching(): void {
  const prototype = prototypeOfStatements();
  let aim: Aim | undefined;
  let steps = 0;
  const isCursor = (statement: Database.Statement, params: unknown, verb: RegExp): boolean =>
    verb.test(statement.source) &&
    // Values are bound by place, and the name stands first.
    (params as unknown[] | undefined)?.[0] === 'stitched' &&
    statement.database.inTransaction;
  const { all, run } = prototype;
  prototype.all = function (this: Database.Statement, ...params: unknown[]) {
    if (isCursor(this, params[0], /select value from cursors/i)) {
      aim = takeAim('stitching');
      steps = aim?.delayMs ?? 0;
    }
    return Reflect.apply(all, this, params);
  };
  prototype.run = function (this: Database.Statement, ...params: unknown[]) {
    const isLast = isCursor(this, params[0], /into cursors/i);
    const now = aim;
    if (now && this.database.inTransaction && (isLast || steps-- <= 0)) {
      aim = undefined;
      strike(now);
    }
    return Reflect.apply(run, this, params);
  };
}

if (isMainThread) {
  watchJournal();
  watchStitching();
  watchTaking();
}
