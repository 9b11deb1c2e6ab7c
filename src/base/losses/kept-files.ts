// Files beside the stores that must be in the data folder: state knows the last revision that was written, so that one that is missing, damaged
// or older is found. A process that has its content in memory writes it again.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Base, keeperOf, type ReadBase } from '../base.ts';
import { readSummed } from '../files/summed-json.ts';
import type { ReadState, State } from '../state/state.ts';

export type KeptFile = 'sandbox.json' | 'clock.json';
export const STORE_OF: Readonly<Record<KeptFile, 'sandbox' | 'clock'>> = { 'sandbox.json': 'sandbox', 'clock.json': 'clock' };

export interface FileFault {
  name: KeptFile;
  /** What is wrong, as the end of a sentence about the file. */
  what: string;
}

type Statements = Pick<State, 'statement'>;

/** After the file was written. */
export const noteKept = ({ statement }: Statements, name: KeptFile, version: number, now: number): void => {
  statement('base/kept_file_put').run({ name, version, now });
};

/** As `noteKept`, by who only reads; a crash of the machine may lose it, after which the file is newer than what state knows. */
export function noteSaved(base: ReadBase, name: KeptFile, version: number): void {
  const { state } = keeperOf(base);
  state.txUnsynced(() => noteKept(state, name, version, base.clock.now()));
}

/** The last version that state knows of; undefined for a file that need not be there. */
export const keptVersion = ({ statement }: Pick<ReadState, 'statement'>, name: KeptFile): number | undefined =>
  statement('base/kept_file_get').get({ name })?.version;

/** By name: writes the file again from memory. */
const keepersOf = (base: ReadBase): Map<string, () => void> => base.memo('keepers of files', () => new Map<string, () => void>());

/** From now on this process can write the file again; until the returned function is called. */
export function keepFile(base: ReadBase, name: KeptFile, rewrite: () => void): () => void {
  keepersOf(base).set(name, rewrite);
  return () => void keepersOf(base).delete(name);
}

/** By name: which file was found to be right, so that it is not read again. */
const seen = (base: ReadBase): Map<string, string> => base.memo('files that were read', () => new Map<string, string>());

/** Undefined where the file is what state knows. */
export function faultOf(base: ReadBase, name: KeptFile, version: number): FileFault | undefined {
  const file = join(base.config.dataDir, name);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return { name, what: 'was missing' };
  const mark = `${stat.ino} ${stat.size} ${stat.mtimeMs} ${version}`;
  if (seen(base).get(name) === mark) return undefined;
  const what = faultIn(file, version);
  if (what === undefined) seen(base).set(name, mark);
  return what === undefined ? undefined : { name, what };
}

function faultIn(file: string, version: number): string | undefined {
  try {
    return readSummed(file).revision < version ? 'was replaced by an older copy' : undefined;
  } catch {
    return existsSync(file) ? 'was damaged' : 'was missing';
  }
}

const isKept = (name: string): name is KeptFile => name in STORE_OF;

/** Files that are not what state knows, after what is in memory was written again. */
export function lookAtKeptFiles(base: Base): { lost: FileFault[]; rewritten: FileFault[] } {
  const faults = base.state
    .statement('base/kept_files_list')
    .all()
    .flatMap(({ name, version }) => (isKept(name) ? (faultOf(base, name, version) ?? []) : []));
  const keepers = keepersOf(base);
  const rewritten = faults.filter(({ name }) => keepers.has(name));
  for (const { name } of rewritten) keepers.get(name)?.();
  return { lost: faults.filter(({ name }) => !keepers.has(name)), rewritten };
}

/** An operator says that what is lost stays lost: the files are begun again when they are needed. */
export function forgetLostFiles(base: Base): KeptFile[] {
  const names = lookAtKeptFiles(base).lost.map(({ name }) => name);
  for (const name of names) base.state.statement('base/kept_file_remove').run({ name });
  return names;
}
