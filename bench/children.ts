// Processes that the bench starts: each is ended by its own pid, at the latest when the bench ends, however it ends.
import { type ChildProcess, fork, type Serializable, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function keep(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export const fileBeside = (name: string): string => join(import.meta.dirname, name);

/** The environment without settings of the operator's own: a figure is one of the defaults, or of what it names. */
const environment = (more: Record<string, string>): Record<string, string> => ({
  ...(Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRIBUTARY_'))) as Record<
    string,
    string
  >),
  TRIBUTARY_LOG_LEVEL: 'warn',
  ...more,
});

/** A module of the bench as a process that answers its first message to each `ask`. */
export class Helper {
  readonly #child: ChildProcess;

  constructor(file: string, args: string[] = []) {
    this.#child = keep(
      fork(fileBeside(file), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' }),
    );
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  async ask<T>(message: Serializable): Promise<T> {
    this.#child.send(message);
    return this.next<T>();
  }

  async next<T>(): Promise<T> {
    const gone = new AbortController();
    const ended = once(this.#child, 'exit', { signal: gone.signal }).then(() => {
      throw new Error('a process of the bench ended before it answered');
    });
    ended.catch(() => undefined);
    try {
      const [answer] = await Promise.race([once(this.#child, 'message', { signal: gone.signal }), ended]);
      return answer as T;
    } finally {
      gone.abort();
    }
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** It becomes the program, so its process id is that of the service. */
const LAUNCHER = join(import.meta.dirname, '..', 'bin', 'tributary');

// biome-ignore lint/suspicious/noExplicitAny: results of every command
export type Json = any;

interface Command {
  child: ChildProcess;
  output: () => { out: string; err: string };
}

function command(args: string[], env: Record<string, string>): Command {
  const child = keep(spawn(LAUNCHER, [...args, '--json'], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] }));
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err = (err + chunk.toString()).slice(-20_000);
  });
  return { child, output: () => ({ out, err }) };
}

/** Runs a command of the command line to its end. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<Json> {
  const { child, output } = command(args, env);
  const [code] = await once(child, 'close');
  const { out, err } = output();
  if (code !== 0) throw new Error(`tributary ${args.join(' ')} ended with ${code}: ${err}${out}`);
  return JSON.parse(out);
}

export interface Service {
  address: string;
  port: number;
  pid: number;
  /** Milliseconds from its start to its first line. */
  startMs: number;
  stop(): Promise<void>;
}

/** The service as a process of its own, as `tributary serve` starts it. */
export async function serve(dataDir: string, env: Record<string, string> = {}): Promise<Service> {
  const began = performance.now();
  const { child, output } = command(['serve', '--data', dataDir, '--port', '0'], env);
  while (!output().out.includes('\n')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service did not start: ${output().err}`);
    await pause(2);
  }
  const startMs = performance.now() - began;
  const { address } = JSON.parse(output().out) as { address: string };
  return {
    address,
    startMs,
    port: Number(new URL(address).port),
    pid: child.pid as number,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A process and those it started. */
function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        return Number(readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid;
      } catch {
        return false; // it ended meanwhile
      }
    });
  return [pid, ...children];
}

/** The one process that another has started. */
export function childOf(pid: number): number {
  const [, ...children] = family(pid);
  if (children.length !== 1) throw new Error(`process ${pid} has ${children.length} processes of its own`);
  return children[0] as number;
}

/** Memory of a process and of those it started, in MB; what they share is counted once. */
export function memoryMb(pid: number): number {
  const kilobytes = family(pid).map((each) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1]),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Resident memory of one process, in MB: cheap enough to be requested while something runs. */
export const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The most that any process that this one started has had resident, in MB, since it began. */
export const peakMbOfChildren = (): number => Math.max(0, ...family(process.pid).slice(1).map(peakMb));

const peakMb = (pid: number): number => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const TICK_MS = 10;

/** Milliseconds of processors that a process and those it started have used: what a busy machine distorts least. */
export function cpuMs(pid: number): number {
  const fields = family(pid).map((each) => readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []);
  return fields.reduce((sum, each) => sum + Number(each[11]) + Number(each[12]), 0) * TICK_MS;
}

/** Waits until a service has done what it had to do: what it leaves behind must not burden the next measurement. */
export async function quiet({ pid }: Service, patienceMs = 120_000): Promise<number> {
  const began = performance.now();
  for (let calm = 0; calm < 3 && performance.now() - began < patienceMs; ) {
    const before = cpuMs(pid);
    await pause(200);
    calm = cpuMs(pid) - before <= TICK_MS ? calm + 1 : 0;
  }
  return performance.now() - began;
}
