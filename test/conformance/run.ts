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

/** `heard` is told what it prints, as it comes. */
export function run(command: string, args: string[], cwd: string, heard?: (printed: unknown) => void): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk;
        heard?.(chunk);
      });
    child.on('error', (error) => done({ code: 1, text: error.message }));
    child.on('close', (code) => done({ code, text }));
  });
}
