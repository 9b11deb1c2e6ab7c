// Runs the real command line for the tests of this folder: in a temporary data folder, as a process of its own.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { bundledProgram } from './bundle.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  /** Without the lines of progress, which only a slow machine prints. */
  stderr: string;
}

const PROGRESS = /^tributary: {3}.*, after \d+ s\n/gm;

// biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every command
export type Json = any;

const environment = {
  ...process.env,
  TRIBUTARY_BALLAST_MB: '0',
  TRIBUTARY_COMMAND: projectFile('bin', 'tributary'),
  TRIBUTARY_DATA: '',
  TRIBUTARY_DEBUG: '',
  NODE_OPTIONS: '',
};
const program = await bundledProgram();

export function tributary(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const child = start(args, env);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) =>
      done({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString().replace(PROGRESS, '') }),
    );
  });
}

export const start = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(projectFile('bin', 'run'), ['--runtime', 'node', program, ...args], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs with --json; the exit code must be this one. */
export async function json(args: string[], code = 0): Promise<Json> {
  const ran = await tributary([...args, '--json']);
  assert.equal(ran.code, code, `${args.join(' ')}: ${ran.stderr}${ran.stdout}`);
  assert.equal(ran.stdout.trim().split('\n').length, 1, 'one JSON object on standard output');
  return JSON.parse(ran.stdout);
}

/** A folder that goes when the test is over. */
export function folder(t: TestContext, name = 'data'): string {
  const root = mkdtempSync(join(tmpdir(), 'tributary-cli-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  return join(root, name);
}

export const owner = (data: string): string[] =>
  `init --data ${data} --email ada@example.com --workspace Mill --profile Shop --currency EUR --timezone Europe/Berlin`.split(
    ' ',
  );

export interface Running {
  address: string;
  /** What was printed first, with --json. */
  ready: Json;
  /** Sends a signal, waits for the end, answers the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `serve` or `demo` and waits until it says that it is ready; it is stopped when the test is over. */
export async function running(t: TestContext, args: string[]): Promise<Running> {
  const child = start([...args, '--port', '0', '--json'], {});
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let err = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ready = await new Promise<Json>((done, failed) => {
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) done(JSON.parse(out.slice(0, out.indexOf('\n'))));
    });
    void ended.then((code) => failed(new Error(`${args[0]} ended with ${code}: ${err}`)));
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  t.after(() => stop());
  return { address: ready.address, ready, stop };
}

/** What a command prints for a person, on both of its outputs; it is stopped when the test is over. */
export interface Output {
  text(): string;
  /** Waits until it has printed this. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
}

export function output(t: TestContext, args: string[], env: Record<string, string> = {}): Output {
  const child = start(args, env);
  let text = '';
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const printed = new EventEmitter();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      printed.emit('more');
    });
  void ended.then(() => printed.emit('more'));
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(text);
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}: ${text}`);
      await once(printed, 'more');
    }
  };
  return { text: () => text, until };
}
