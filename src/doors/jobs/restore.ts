// Restoring a backup, and erasing again whom the list of erasures names, before anybody serves from it.
import { leftToErase } from '../../base/backup/erasure-list.ts';
import { type RestoreOptions, restore } from '../../base/backup/restore.ts';
import { emptied, requireWhole } from '../../base/backup/restored.ts';
import type { Config } from '../../base/config/config.ts';
import { collectHooks } from '../../base/contract/hooks.ts';
import { closeBase, openBase } from '../../base/open.ts';
import { addLater, type Later } from '../../base/upgrade/later-folder.ts';
import { adoptErasures, eraseDue } from '../../collect/identity/index.ts';
import { slices } from '../../slices.ts';

/** `erased` counts the erasures that were done again; what a crash leaves of them is done at the next start. */
export async function restoreAndErase(src: string, config: Config, options: RestoreOptions & { later?: string }) {
  const { later: from } = options;
  const restored = await restore(src, config.dataDir, { ...options, erasures: options.erasures ?? from });
  const later = from === undefined ? undefined : await addFrom(config, from);
  await requireWhole(config);
  const manifest = { ...restored, later };
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

/** Whole, or none of the restored files stays. */
const addFrom = (config: Config, from: string): Promise<Later> => emptied(config.dataDir, () => addLater(config, from));
