// Running a program of others, and what came of it.
import { spawn } from 'node:child_process';

export interface Outcome {
  what: string;
  said: string;
  isWell: boolean;
}

export interface Ended {
  code: number | null;
  text: string;
}

export interface Talk {
  /** Called with what the program prints, as it comes; `say` writes a line to its standard input. */
  heard?: (printed: unknown, say: (line: string) => void) => void;
  env?: Record<string, string>;
  /** Without it standard input is empty. */
  isAnswered?: boolean;
}

export function run(command: string, args: string[], cwd: string, { heard, env, isAnswered = false }: Talk = {}): Promise<Ended> {
  return new Promise((done) => {
    const stdin = isAnswered ? 'pipe' : 'ignore';
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: [stdin, 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        text += chunk;
        heard?.(chunk, (line) => void child.stdin?.write(`${line}\n`));
      });
    child.on('error', (error) => done({ code: 1, text: error.message }));
    child.on('close', (code) => done({ code, text }));
  });
}
