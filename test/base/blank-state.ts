// State as a new data folder's first start leaves it, without a master key: made once per process from the schema and placed
// into each test's folder, where they are otherwise run again and again.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { stateFile } from '../../src/base/state/open-state.ts';
import { createSchema } from '../../src/base/state/schema.ts';
import { keepFolderVersion } from '../../src/base/upgrade/folder-file.ts';

let blank: Buffer | undefined;

function made(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-'));
  try {
    const db = new Database(stateFile(folder));
    try {
      db.pragma('journal_mode = wal');
      createSchema(db, 0);
    } finally {
      db.close();
    }
    return readFileSync(stateFile(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function placeBlankState(dataDir: string): void {
  blank ??= made();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(stateFile(dataDir), blank, { mode: 0o600 });
  // Without it the folder is of the first release, whose journal was lost.
  keepFolderVersion(dataDir);
}
