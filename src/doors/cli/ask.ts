// Questions to the person at the screen. Where there is none, as in a script, nothing is asked.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export const canAsk = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

export async function ask(text: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(text);
  } finally {
    lines.close();
  }
}

/** What is typed is not shown. */
export async function askHidden(text: string): Promise<string> {
  process.stdout.write(text);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}
