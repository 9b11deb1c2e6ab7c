// Restoring a backup, and erasing again whom the list of erasures names, before anybody serves from it.
import { slices } from '../../app.ts';
import { restore } from '../../base/backup.ts';
import { collectHooks } from '../../base/contract/hooks.ts';
import { leftToErase } from '../../base/erasure-list.ts';
import type { Config } from '../../base/kit/config.ts';
import { closeBase, openBase } from '../../base/open.ts';
import { adoptErasures, eraseDue } from '../../collect/people/index.ts';

/** `erased` counts the erasures that were done again; what a crash leaves of them is done at the next start. */
export async function restoreAndErase(src: string, config: Config, options: { masterKey?: string; erasures?: string }) {
  const manifest = await restore(src, config.dataDir, options);
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
