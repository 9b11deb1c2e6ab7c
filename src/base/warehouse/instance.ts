// Opens an instance of DuckDB with its limits of memory, threads and folders.
import { mkdirSync, statfsSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export interface InstanceSize {
  memoryMb: number;
  threads: number;
}

/** Opens an instance that can reach only the listed folders, and whose settings can't be changed any more. */
export async function openInstance(path: string, folders: string[], size: InstanceSize, spill: string, checkpointsAtEnd = true) {
  mkdirSync(spill, { recursive: true });
  const disk = statfsSync(spill);
  const spillBytes = Math.floor((disk.bavail * disk.bsize) / 2);
  const db = await DuckDBInstance.create(path, {
    memory_limit: `${size.memoryMb}MB`,
    threads: String(size.threads),
    // A thread that helps a long query yields between its pieces: a small statement beside it gets its share.
    scheduler_process_partial: 'true',
    // Memory that work has freed returns to the machine within about a second, and not only at the next work.
    allocator_background_threads: 'true',
    temp_directory: spill,
    max_temp_directory_size: `${spillBytes}B`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  try {
    const connection = await db.connect();
    // The path's end matters: without the slash a sibling whose name begins alike would be allowed too.
    const allowed = [...folders, spill].map((folder) => quoted(`${folder}/`));
    // A build is checkpointed before it takes a place, and otherwise thrown away.
    if (!checkpointsAtEnd) await connection.run('pragma disable_checkpoint_on_shutdown');
    await connection.run("set global TimeZone = 'UTC'");
    await connection.run(`set allowed_directories = [${allowed.join(', ')}]`);
    await connection.run('set enable_external_access = false');
    // For plans that are kept (kept-plans.ts).
    await connection.run("set allowed_configs = ['disabled_optimizers']");
    await connection.run('set lock_configuration = true');
    connection.disconnectSync();
    return db;
  } catch (error) {
    db.closeSync();
    throw error;
  }
}
