// Restoring a backup, and erasing again whom the list of erasures names, before anybody serves from it.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { leftToErase } from '../../base/backup/erasure-list.ts';
import { BackupRefused } from '../../base/backup/manifest.ts';
import { type RestoreOptions, restore } from '../../base/backup/restore.ts';
import type { Config } from '../../base/config/config.ts';
import { collectHooks } from '../../base/contract/hooks.ts';
import { closeBase, openBase } from '../../base/open.ts';
import { inspectStores } from '../../base/watch.ts';
import { adoptErasures, eraseDue } from '../../collect/identity/index.ts';
import { slices } from '../../slices.ts';

/** `erased` counts the erasures that were done again; what a crash leaves of them is done at the next start. */
export async function restoreAndErase(src: string, config: Config, options: RestoreOptions) {
  const manifest = await restore(src, config.dataDir, options);
  await verify(config);
  if (leftToErase(config.dataDir).length === 0) return { ...manifest, erased: 0 };
  const base = await openBase(config);
  try {
    collectHooks(base, [...slices]);
    const erased = adoptErasures(base);
    await eraseDue(base);
    return { ...manifest, erased };
  } finally {
    await closeBase(base);
  }
}

/** The restored files fit together, or none of them stays. */
async function verify(config: Config): Promise<void> {
  try {
    const base = await openBase(config, { warehouseStarts: 'when asked', isOnlyLooking: true });
    const lost = (await inspectStores(base).finally(() => closeBase(base))).find(({ isLoss }) => isLoss);
    if (lost) throw new BackupRefused(`The backup does not fit together. ${lost.what}`);
  } catch (error) {
    for (const name of readdirSync(config.dataDir)) rmSync(join(config.dataDir, name), { recursive: true, force: true });
    throw error;
  }
}
