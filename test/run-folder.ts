// Where the processes of a run (bin/tests.ts), or the one of a single file, keep what each test takes a copy of.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
