// The check of a folder that was restored: it opens, and none of its files is lost or damaged.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { inspectStores } from '../folder/watch.ts';
import { closeBase, openBase } from '../open.ts';
import { BackupRefused } from './manifest.ts';

/** Runs work on a folder that was just restored; where it fails, the folder is left empty. */
export async function emptied<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

/** The restored files fit together, or none of them stays. @throws BackupRefused */
export const requireWhole = (config: Config): Promise<void> =>
  emptied(config.dataDir, async () => {
    const base = await openBase(config, { warehouseStarts: 'when asked', isOnlyLooking: true });
    const lost = (await inspectStores(base).finally(() => closeBase(base))).find(({ isLoss }) => isLoss);
    if (lost) throw new BackupRefused(`The backup does not fit together. ${lost.what}`);
  });
