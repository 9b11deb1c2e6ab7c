// Opens the warehouse: what it may take of the machine, and a folder without what an earlier process left behind.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { BlankFiles } from './blank-files.ts';
import { isBuildFile, landingsFolder, profilesFolder, spillFolder } from './layout.ts';
import type { Warehouse } from './port.ts';
import { ProcessWarehouse } from './process-warehouse.ts';

/** An open file needs some 30 MB once it was written to; opening it again takes 20 ms. */
const IDLE_CLOSE_MS = 10_000;
const MEBIBYTE = 1_048_576;

export interface WarehouseOptions {
  dataDir: string;
  config: Pick<Config, 'servingMemoryMb' | 'buildMemoryMb'>;
  log: Logger;
  /** Most live files open at once. */
  maxOpenFiles?: number;
  /** A file that is unused for this long is closed. */
  idleCloseMs?: number;
  /** The time that a swap lets reads of the old file run on. */
  readGraceMs?: number;
  /** The time that an interrupted query may continue before the process is ended. */
  hangsMs?: number;
  /** True starts the process now, so that an unusable warehouse is reported immediately; false starts it at the first statement. */
  starts?: 'now' | 'when asked';
  /** New files are kept there and copied. */
  blanks?: BlankFiles;
}

/** Builds, landing files and spilled blocks left behind by an earlier process are deleted. */
export async function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  const dataDir = resolve(options.dataDir);
  cleanUp(dataDir);
  const warehouse = new ProcessWarehouse(
    {
      dataDir,
      servingMemoryMb: options.config.servingMemoryMb,
      buildMemoryMb: options.config.buildMemoryMb ?? defaultBuildMemoryMb(),
      threads: os.availableParallelism(),
      maxOpenFiles: options.maxOpenFiles ?? 16,
      idleCloseMs: options.idleCloseMs ?? IDLE_CLOSE_MS,
      readGraceMs: options.readGraceMs ?? 5000,
    },
    options,
  );
  if (options.starts !== 'when asked') await warehouse.started();
  return warehouse;
}

/** Beside it the process of a build of 100 M events needs up to 0.9 GB; with 6144 it spills more and takes longer. */
const MAX_BUILD_MB = 7168;

/** Half of what the machine or its cgroup allows, at most 7 GB. */
export function defaultBuildMemoryMb(): number {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  return Math.min(MAX_BUILD_MB, Math.max(256, Math.floor(bytes / 2 / MEBIBYTE)));
}

function cleanUp(dataDir: string): void {
  const spill = spillFolder(dataDir);
  rmSync(spill, { recursive: true, force: true });
  mkdirSync(spill, { recursive: true });
  rmSync(landingsFolder(dataDir), { recursive: true, force: true });
  const profiles = profilesFolder(dataDir);
  if (!existsSync(profiles)) return;
  for (const entry of readdirSync(profiles, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(profiles, entry.name);
    for (const name of readdirSync(folder)) if (isBuildFile(name)) rmSync(join(folder, name));
  }
}
