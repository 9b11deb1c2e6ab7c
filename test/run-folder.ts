// Where the processes of a run (bin/tests.ts), or the one of a single file, keep what each test takes a copy of.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

let own: string | undefined;

function ownFolder(): string {
  if (own !== undefined) return own;
  const made = mkdtempSync(join(tmpdir(), 'tributary-run-'));
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  own = made;
  return made;
}

/** A folder of this name, which is there. */
export function runFolder(name: string): string {
  const folder = join(process.env['TEST_QUEUE'] ?? ownFolder(), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The folder of this name, which the first process fills while the others wait; where that fails, the next one tries, and fails as it did. */
export async function filledOnce(kind: string, name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const ready = join(runFolder(kind), name);
  const unfinished = `${ready}.unfinished`;
  for (;;) {
    if (existsSync(ready)) return ready;
    try {
      mkdirSync(unfinished);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await until(() => !existsSync(unfinished), `another process has filled the folder ${name}`);
      continue;
    }
    try {
      if (!existsSync(ready)) {
        await fill(unfinished);
        renameSync(unfinished, ready);
      }
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
}
