// What a place of backups does with files. Each call ends with the file whole in its place, or throws.

export interface StoredFile {
  /** From the place's own beginning, with slashes. */
  path: string;
  bytes: number;
}

export interface FileStore {
  list(): Promise<StoredFile[]>;
  /** Reads the local file; one of that path is replaced. */
  put(path: string, file: string): Promise<void>;
  /** Writes the local file, whose folder exists. */
  get(path: string, file: string): Promise<void>;
  /** Those that are gone already do not matter. */
  remove(paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
  /** Where a backup stands on this machine; only a folder has it. */
  localFolder?(name: string): string;
}

/** The place did not take or answer what was requested; the message says what an operator needs. */
export class PlaceFailed extends Error {}
