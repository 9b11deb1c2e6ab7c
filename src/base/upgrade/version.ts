// The version of this program, and of what it keeps: the numbers of its stores, as docs/releases.md lists them of each release.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SEGMENT_SCHEMA_VERSION } from '../journal/segments.ts';
import { projectFile, projectRoot } from '../kit/paths.ts';
import { readJson } from '../kit/stored-json.ts';
import { folderSteps } from './in-code.ts';
import { currentNumber } from './migrations.ts';

export const storeNumbers = z.object({
  /** Of files beside the databases. */
  folder: z.int(),
  state: z.int(),
  journal: z.int(),
  ledger: z.int(),
  'short-lived': z.int(),
  /** Of a row in the files of the archive. */
  archive: z.int(),
});
export type StoreNumbers = z.infer<typeof storeNumbers>;

/** Of a package: the commit that it was built of. */
const COMMIT_FILE = 'commit.txt';

export function programVersion(): string {
  const text = readFileSync(projectFile('package.json'), 'utf8');
  return readJson('package.json', z.object({ version: z.string() }), text).version;
}

/** What this program writes. */
export const ownNumbers = (): StoreNumbers => ({
  folder: 1 + folderSteps.length,
  state: currentNumber('state'),
  journal: currentNumber('journal'),
  ledger: currentNumber('ledger'),
  'short-lived': currentNumber('short-lived'),
  archive: SEGMENT_SCHEMA_VERSION,
});

const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);

/** Of the package, or of the clone as git has it; null where neither says it. */
export function commitOf(root = projectRoot): string | null {
  const git = join(root, '.git');
  const head = textOf(join(root, COMMIT_FILE)) ?? readHead(git);
  return head !== undefined && /^[0-9a-f]{40,64}$/.test(head) ? head : null;
}

function readHead(git: string): string | undefined {
  // In a worktree .git is a file, and git alone knows the rest.
  const head = existsSync(join(git, 'HEAD')) ? textOf(join(git, 'HEAD')) : undefined;
  const [, ref] = /^ref: (.+)$/.exec(head ?? '') ?? [];
  if (ref === undefined) return head;
  const packed = (textOf(join(git, 'packed-refs')) ?? '').split('\n').find((line) => line.endsWith(` ${ref}`));
  return textOf(join(git, ref)) ?? packed?.split(' ')[0];
}
