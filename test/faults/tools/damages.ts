// What the damage matrix does to a data folder: each kind of file, each way to damage it, and when.
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Kind {
  name: string;
  /** Relative to the data folder. */
  path: (dataDir: string, profileId: string) => string | undefined;
  isFolder?: true;
  /** There after a crash and while it is open. */
  isLeft?: true;
  /** Of an open database: memory that its processes share, in which no byte of anything is kept. */
  isMemory?: true;
}

const archived =
  (ending: string) =>
  (dataDir: string, profileId: string): string | undefined => {
    const folder = join('profiles', profileId, 'archive');
    const names = readdirSync(join(dataDir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(ending),
    );
    return names[0] === undefined ? undefined : join(folder, names.sort()[0] as string);
  };

const published = (dataDir: string, profileId: string): string | undefined => {
  const folder = join('profiles', profileId, 'published');
  if (!existsSync(join(dataDir, folder))) return undefined;
  const names = readdirSync(join(dataDir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.parquet'),
  );
  return names[0] === undefined ? undefined : join(folder, names.sort()[0] as string);
};

function picture(dataDir: string, profileId: string): string | undefined {
  const folder = join('profiles', profileId, 'pictures');
  const [name] = existsSync(join(dataDir, folder)) ? readdirSync(join(dataDir, folder)) : [];
  return name === undefined ? undefined : join(folder, name);
}

const inFolder = (name: string): Kind => ({ name, path: () => name });

export const KINDS: Kind[] = [
  ...['state.sqlite', 'journal.sqlite', 'master.key', 'lock.sqlite', 'last-backup.json', 'ballast', 'closed.json'].map(inFolder),
  ...['ledger.sqlite', 'sandbox.json', 'clock.json'].map(inFolder),
  ...['state.sqlite-wal', 'journal.sqlite-wal', 'ledger.sqlite-wal', 'open.json'].map((name) => ({
    ...inFolder(name),
    isLeft: true as const,
  })),
  ...['state.sqlite-shm', 'ledger.sqlite-shm'].map((name) => ({
    ...inFolder(name),
    isLeft: true as const,
    isMemory: true as const,
  })),
  { name: 'live.duckdb', path: (_, id) => join('profiles', id, 'live.duckdb') },
  { name: 'live.duckdb.wal', path: (_, id) => join('profiles', id, 'live.duckdb.wal'), isLeft: true },
  { name: 'segment', path: archived('.parquet') },
  { name: 'segment manifest', path: archived('.json') },
  { name: 'published table', path: published },
  { name: 'picture of an ad', path: picture },
  { name: 'pictures folder', path: (_, id) => join('profiles', id, 'pictures'), isFolder: true },
  { name: 'profile folder', path: (_, id) => join('profiles', id), isFolder: true },
  { name: 'archive folder', path: (_, id) => join('profiles', id, 'archive'), isFolder: true },
];
export const DAMAGES = ['deleted', 'truncated', 'one byte flipped', 'older copy'] as const;
export const MOMENTS = ['at rest', 'after a crash', 'while serving'] as const;

export interface Case {
  kind: Kind;
  damage: (typeof DAMAGES)[number];
  moment: (typeof MOMENTS)[number];
  /** Where in the file, 0 to 1. */
  place: number;
}

/** The folder at an earlier time, as it was closed and as a crash leaves it. */
export interface Earlier {
  earlier: string;
  earlierCrashed: string;
}

function flipByte(path: string, place: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  const at = Math.floor(statSync(path).size * place);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.of((byte[0] as number) ^ 0x10), 0, 1, at);
  closeSync(file);
}

/** False where there is nothing to be damaged in this way. */
export function strike({ kind, damage, moment, place }: Case, dataDir: string, profileId: string, earlier: Earlier): boolean {
  const path = kind.path(dataDir, profileId);
  const file = path === undefined ? '' : join(dataDir, path);
  if (path === undefined || !existsSync(file)) return false;
  if (damage === 'deleted') rmSync(file, { recursive: true });
  if (kind.isFolder && (damage === 'truncated' || damage === 'one byte flipped')) return false;
  if (damage === 'truncated') truncateSync(file, Math.floor(statSync(file).size / 2));
  if (damage === 'one byte flipped') {
    if (statSync(file).size === 0) return false;
    flipByte(file, place);
  }
  if (damage !== 'older copy') return true;
  const source = moment === 'at rest' ? earlier.earlier : earlier.earlierCrashed;
  const older = kind.path(source, profileId);
  if (older === undefined || !existsSync(join(source, older))) return false;
  rmSync(file, { recursive: true });
  cpSync(join(source, older), join(dataDir, older), { recursive: true });
  return true;
}

/** A crash after which all that was written is in the file: what its log holds would take the place of a byte that is flipped there. */
export const isInFile = ({ kind, damage, moment }: Omit<Case, 'place'>): boolean =>
  damage === 'one byte flipped' && moment === 'after a crash' && kind.name.endsWith('.sqlite');

/**
 * SQLite has no checksums but in what a log hands over at the next start. Rows of the journal and decisions have their own; a byte of another row
 * of state may be any other byte.
 */
export const isUntellable = ({ kind, damage, moment }: Case): boolean =>
  damage === 'one byte flipped' &&
  kind.name.startsWith('state.sqlite') &&
  (moment === 'while serving' || (moment === 'after a crash' && kind.name.endsWith('.sqlite')));
