// Child processes that work on a data folder until they are killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child {
  process: ChildProcess;
  /** Whole lines written so far. */
  lines(): string[];
  /** Resolves when it has written something. */
  started: Promise<unknown>;
  /** Ends it without warning, and answers all it wrote. */
  kill(): Promise<string[]>;
  /** Waits until it ends by itself; answers the signal that ended it. */
  ended(): Promise<NodeJS.Signals | null>;
}

/** Starts a script that lies beside the test. */
export function startChild(script: URL, args: string[]): Child {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (part: string) => {
    text += part;
  });
  const closed = once(child, 'close');
  const lines = (): string[] => text.split('\n').slice(0, -1);
  return {
    process: child,
    lines,
    started: Promise.race([once(child.stdout, 'data'), closed]),
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
      return lines();
    },
    ended: async () => {
      await closed;
      return child.signalCode;
    },
  };
}
