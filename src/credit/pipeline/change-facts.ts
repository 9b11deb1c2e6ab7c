// Facts change only when a person is erased from them. Meanwhile nothing of the profile is landed, built or sealed; afterwards its
// file is built from them again, into fresh blocks, and what was published is published again.

import { rmSync } from 'node:fs';
import type { Base } from '../../base/base.ts';
import type { Totals } from '../../base/contract/erasing.ts';
import { damagedCopies } from '../../base/warehouse/damage.ts';
import { filePath } from '../../base/warehouse/layout.ts';
import { unpublish } from '../../base/warehouse/publish.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { inTurn } from './advance.ts';
import { buildAndSwap } from './builder.ts';
import { whileFactsAreChanged } from './fact-sources.ts';
import { publishMarts } from './publish.ts';
import { recordReached } from './replays.ts';

/** Runs `change`, then computes everything again from the facts; answers the totals. Done again, it does no harm. */
export async function whileFactsChange(base: Base, profileId: string, change: () => Promise<void>): Promise<Totals> {
  const { wasPublished, totals } = await inTurn(base, profileId, () =>
    whileFactsAreChanged(base, profileId, async () => {
      await change();
      const wasPublished = await unpublish(base.warehouse, profileId);
      const { landedSeq, landedDecision } = await buildAndSwap(base, profileId, { fit: false, isHeld: true });
      recordReached(base, profileId, landedSeq, landedDecision);
      for (const copy of damagedCopies(filePath(base.config.dataDir, { profileId }))) rmSync(copy, { force: true });
      return { wasPublished, totals: await totalsOf(base, profileId) };
    }),
  );
  if (wasPublished) await publishMarts(base, profileId);
  return totals;
}

async function totalsOf(base: Base, profileId: string): Promise<Totals> {
  const rows = await base.warehouse.query({ profileId }, statement('warehouse/credit/pipeline/totals_get'));
  return Object.fromEntries(rows.map((row) => [row.name, row.amount === null ? Number(row.rows_count) : row.amount]));
}
