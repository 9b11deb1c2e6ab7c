// DuckDB beside the service, for baselines: an instance of its own with the memory and threads of a build.
import { availableParallelism } from 'node:os';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { defaultBuildMemoryMb } from '../src/base/warehouse/warehouse.ts';

/** Opens a file (read only) or, without one, an instance in memory. */
export async function withEngine<T>(
  options: { file?: string; write?: boolean; spill: string },
  work: (connection: DuckDBConnection, db: DuckDBInstance) => Promise<T>,
): Promise<T> {
  const db = await DuckDBInstance.create(options.file ?? ':memory:', {
    memory_limit: `${defaultBuildMemoryMb()}MB`,
    threads: String(availableParallelism()),
    temp_directory: options.spill,
    ...(options.file === undefined || options.write ? {} : { access_mode: 'READ_ONLY' }),
  });
  const connection = await db.connect();
  try {
    await connection.run("set global TimeZone = 'UTC'");
    return await work(connection, db);
  } finally {
    connection.disconnectSync();
    db.closeSync();
  }
}
