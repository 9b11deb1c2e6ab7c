// The real service as a process of its own, for tests that end it: started on a folder, killed or stopped by its own pid, and
// gone when the test is over however that ends.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../../base/folder.ts';
import { bundledProgram } from '../../doors/cli/bundle.ts';
import { letPass, until } from '../../until.ts';

const program = await bundledProgram();

const environment: Record<string, string> = {
  ...(Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRIBUTARY_'))) as Record<
    string,
    string
  >),
  NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
  TRIBUTARY_BALLAST_MB: '0',
  // The load is of one address.
  TRIBUTARY_COLLECT_PER_ADDRESS: '1000000000',
  TRIBUTARY_COLLECT_EVENTS_PER_ADDRESS: '1000000000',
  TRIBUTARY_COLLECT_MB_PER_ADDRESS: '100000',
  TRIBUTARY_LOG_LEVEL: 'warn',
  TRIBUTARY_CHECK_RESPONSES: 'true',
  TRIBUTARY_POLL_SECONDS: '0.2',
  TRIBUTARY_SEAL_ROWS: '300',
  TRIBUTARY_SERVING_MEMORY_MB: '256',
  TRIBUTARY_BUILD_MEMORY_MB: '256',
};

interface Process {
  child: ChildProcess;
  output: () => { out: string; err: string };
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

function run(t: TestContext, args: string[], env: Record<string, string>): Process {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  // The warehouse process holds the same standard error a moment longer: the end is the exit, not the closing of pipes.
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  return { child, output: () => ({ out, err }), ended };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every command
export type Json = any;

/** A command of the command line; its result, and that it went well. */
export async function command(t: TestContext, args: string[], env: Record<string, string> = {}): Promise<Json> {
  const process_ = run(t, [...args, '--json'], env);
  const { code } = await process_.ended;
  await letPass(0);
  const { out, err } = process_.output();
  assert.equal(code, 0, `${args.join(' ')}: ${err}${out}`);
  return JSON.parse(out);
}

export interface Installed {
  dataDir: string;
  profileId: string;
  apiKey: string;
  trackingKey: string;
  workspaceId: string;
  /** Of the owner. */
  session: string;
}

/** A fresh data folder with one profile in it; or one more profile in a folder that has some. */
export async function install(t: TestContext, dataDir = join(temporaryFolder(t), 'data'), profile = 'Shop'): Promise<Installed> {
  const words = `init --email ada@shop.example --workspace Mill-${profile} --profile ${profile} --currency USD --timezone UTC --domain shop.example`;
  const result = await command(t, [...words.split(' '), '--data', dataDir]);
  return {
    dataDir,
    profileId: result.profile_id,
    apiKey: result.api_key,
    trackingKey: result.tracking_key,
    workspaceId: result.workspace_id,
    session: result.session_token,
  };
}

export interface Running {
  address: string;
  pid: number;
  /** What it wrote to its log so far. */
  log(): string;
  isRunning(): boolean;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Asks it to end; answers how it did, and after how long. */
  terminate(): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>;
}

/** A start under way: `ready` rejects when it ends before it serves, unless it was `kill`ed. */
export interface Starting {
  ready: Promise<Running | undefined>;
  kill(): Promise<void>;
}

export function beginService(t: TestContext, dataDir: string, env: Record<string, string> = {}): Starting {
  const { child, output, ended } = run(t, ['serve', '--data', dataDir, '--port', '0', '--json'], env);
  let isKilled = false;
  const kill = async (): Promise<void> => {
    isKilled = true;
    child.kill('SIGKILL');
    await ended;
  };
  const running = (address: string): Running => ({
    address,
    pid: child.pid as number,
    log: () => output().err,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill,
    terminate: async () => {
      const began = performance.now();
      child.kill('SIGTERM');
      return { ...(await ended), ms: performance.now() - began };
    },
  });
  const firstLine = async (): Promise<Running | undefined> => {
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    await until(() => output().out.includes('\n') || isKilled || hasEnded(), 'the service is ready', 10);
    const { out, err } = output();
    const { address } = out.includes('\n') ? JSON.parse(out.slice(0, out.indexOf('\n'))) : {};
    if (address !== undefined) return running(address);
    if (isKilled) return undefined;
    throw new Error(`the service did not start (code ${child.exitCode}): ${err}`);
  };
  const ready = firstLine();
  ready.catch(() => undefined); // whoever waits for it is told; a start that is killed has nobody waiting
  return { ready, kill };
}

export async function startService(t: TestContext, dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  return (await beginService(t, dataDir, env).ready) as Running;
}

/** The pid of the warehouse process of a service; undefined while there is none. */
export function warehousePid(service: Running): number | undefined {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of table.split('\n')) {
    const [pid, parent, ...args] = line.trim().split(/\s+/);
    if (Number(parent) === service.pid && args.some((word) => word.endsWith('warehouse/engine.ts'))) return Number(pid);
  }
  return undefined;
}

export const profileFolder = ({ dataDir, profileId }: Installed): string => join(dataDir, 'profiles', profileId);
export const liveFile = (installed: Installed): string => join(profileFolder(installed), 'live.duckdb');

/** Copies of warehouse files that were found damaged. */
export const damagedFiles = (installed: Installed): string[] =>
  readdirSync(profileFolder(installed)).filter((name) => name.includes('.damaged-') && !name.endsWith('.wal'));
