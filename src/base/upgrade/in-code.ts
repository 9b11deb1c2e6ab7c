// What migrations do that SQL cannot say. What a release has stays as it is, like the files in sql/migrations.
import type { Database } from 'better-sqlite3';

/** By store and number, e.g. `state 2`: runs after the file of that number, in its transaction. */
export const inCode: Readonly<Record<string, (db: Database) => void>> = {};

export interface FolderStep {
  /** In words for the operator, e.g. `sandbox.json gets a revision`. */
  name: string;
  /** May be repeated: a process can end before it is known to be done. */
  run: (dataDir: string) => void;
}

/** Changes of files of the data folder beside the databases. The folder's number is one more than how many of them it has behind it. */
export const folderSteps: readonly FolderStep[] = [];
