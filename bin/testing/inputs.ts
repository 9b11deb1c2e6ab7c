// The files that a check reads, as they were when it last held: what has not changed since is not checked again. Without git, and after another version
// of a tool or of its settings, everything counts as changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/base/kit/paths.ts';

const checksFolder = join(projectRoot, '.runtime', 'checks');

/** Tools and their settings. */
const ALWAYS =
  /^(?:package-lock\.json|tsconfig\.json|biome\.json|knip\.json|redocly\.yaml|\.dependency-cruiser\.cjs|bin\/(?:check|redocly-rules)\.ts)$/;

export interface Inputs {
  /** Null where all counts as changed; paths from the root of the project. */
  changed: readonly string[] | null;
  /** To be called when the check has held. */
  keep: () => void;
  /** To be called when it has not: all counts as changed the next time. */
  forget: () => void;
}

const UNKNOWN: Inputs = { changed: null, keep: () => undefined, forget: () => undefined };

/** Committed files and new ones, without the ignored. */
function projectFiles(): string[] | undefined {
  const { status, stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout.split('\0').filter((file) => file !== '') : undefined;
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(join(projectRoot, file), 'utf8');
  } catch {
    return ''; // removed, and not yet for git
  }
}

/** @param partOf What the check reads of a file; its whole text if left out. */
export function inputsOf(name: string, isRead: (file: string) => boolean, partOf = (text: string): string => text): Inputs {
  const files = projectFiles();
  if (!files) return UNKNOWN;
  const now = new Map(
    files
      .filter((file) => isRead(file) || ALWAYS.test(file))
      .map((file) => {
        const text = readOrNothing(file);
        return [
          file,
          createHash('sha256')
            .update(ALWAYS.test(file) ? text : partOf(text))
            .digest('base64url'),
        ];
      }),
  );
  const keptFile = join(checksFolder, `${name}.txt`);
  const keep = (): void => {
    mkdirSync(checksFolder, { recursive: true });
    writeFileSync(keptFile, [...now].map(([file, digest]) => `${digest} ${file}\n`).join(''));
  };
  const forget = (): void => rmSync(keptFile, { force: true });
  return { changed: changedFiles(now, keptDigests(keptFile)), keep, forget };
}

function keptDigests(keptFile: string): Map<string, string> {
  try {
    const lines = readFileSync(keptFile, 'utf8').split('\n').filter(Boolean);
    return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
  } catch {
    return new Map();
  }
}

/** Removed files, too. */
function changedFiles(now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): string[] | null {
  if (before.size === 0) return null;
  const changed = [...now].filter(([file, digest]) => before.get(file) !== digest).map(([file]) => file);
  const removed = [...before.keys()].filter((file) => !now.has(file));
  const all = [...changed, ...removed];
  return all.some((file) => ALWAYS.test(file)) ? null : all;
}
