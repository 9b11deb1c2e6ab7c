// The bytes of each store of a data folder, and the time of its last backup.
import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { writeDurably } from './files/durable.ts';

export const STORES = ['journal', 'state', 'ledger', 'archive', 'warehouse', 'published', 'other'] as const;
export type Store = (typeof STORES)[number];

/** The path of a file within the data folder says whose it is. */
function storeOf(path: string): Store {
  const [first = '', , third = ''] = path.split(sep);
  if (first.startsWith('journal.sqlite')) return 'journal';
  if (first.startsWith('state.sqlite')) return 'state';
  if (first.startsWith('ledger.sqlite')) return 'ledger';
  if (first === 'spill') return 'warehouse';
  if (first !== 'profiles') return 'other';
  if (third === 'archive' || third === 'published') return third;
  return third.includes('.duckdb') ? 'warehouse' : 'other';
}

/** Bytes by store. A file that goes while it is checked counts as gone. */
export async function bytesByStore(dataDir: string): Promise<Record<Store, number>> {
  const bytes = Object.fromEntries(STORES.map((store) => [store, 0])) as Record<Store, number>;
  const names = await readdir(dataDir, { recursive: true }).catch(() => [] as string[]);
  for (const name of names) {
    const found = await stat(join(dataDir, name)).catch(() => undefined);
    if (found?.isFile()) bytes[storeOf(name)] += found.size;
  }
  return bytes;
}

/** Of fewer facts the empty stores would be the greater part. */
const MEASURED_FACTS = 100_000;

/** Bytes of all stores for each accepted fact, without copies for others to read and the ballast; undefined while there are few facts. */
export function bytesPerFact(bytes: Readonly<Record<Store, number>>, facts: number): number | undefined {
  if (facts < MEASURED_FACTS) return undefined;
  return (bytes.journal + bytes.state + bytes.ledger + bytes.archive + bytes.warehouse) / facts;
}

/** The files of one profile; the journal and the state are shared by all. */
export async function bytesOfProfile(
  dataDir: string,
  profileId: string,
): Promise<Pick<Record<Store, number>, 'archive' | 'warehouse' | 'published'>> {
  const folder = join(dataDir, 'profiles', profileId);
  const bytes = { archive: 0, warehouse: 0, published: 0 };
  for (const name of await readdir(folder, { recursive: true }).catch(() => [] as string[])) {
    const store = storeOf(join('profiles', profileId, name));
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found?.isFile() && store in bytes) bytes[store as keyof typeof bytes] += found.size;
  }
  return bytes;
}

const shape = z.object({ at: z.iso.datetime(), path: z.string(), bytes: z.int().nonnegative() });
export type LastBackup = z.infer<typeof shape>;

const backupFile = (dataDir: string): string => join(dataDir, 'last-backup.json');

export const rememberBackup = (dataDir: string, backup: LastBackup): void =>
  writeDurably(backupFile(dataDir), `${JSON.stringify(backup)}\n`);

/** Undefined when no measurement was made, or none that may be reported. */
export function lastBackup(dataDir: string): LastBackup | undefined {
  if (!existsSync(backupFile(dataDir))) return undefined;
  try {
    return shape.safeParse(JSON.parse(readFileSync(backupFile(dataDir), 'utf8'))).data;
  } catch {
    return undefined;
  }
}
