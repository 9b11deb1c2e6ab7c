// The effect of costs on the margin before somebody decides on them: the totals of the same report under the costs in force and under others.
import { checkDateRange } from '../../../base/contract/formats.ts';
import { reading } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { checkedCosts, writtenCosts } from '../../../credit/goals/index.ts';
import { atOneVersion, figuresNow } from '../figures.ts';
import { type EconomicsParams, economicsReport } from './economics.ts';

type Schemas = components['schemas'];

const totalsOf = ({ revenue, cost_of_goods, fees, spend, margin_before_ads, margin }: Schemas['EconomicsFigures']) => ({
  revenue,
  cost_of_goods,
  fees,
  spend,
  margin_before_ads,
  margin,
});

export const previewEconomics = reading('previewEconomics', async ({ body, profile: { profileId } }, base) => {
  const { date_from, date_to, costs } = body;
  checkDateRange(date_from, date_to);
  const report = async (written: string | null) => {
    const params: EconomicsParams = { date_from, date_to, dimension: 'channel', costs: written };
    return economicsReport(base, profileId, params, await figuresNow(base, profileId));
  };
  const trial = writtenCosts(checkedCosts(costs));
  return atOneVersion(base, profileId, async () => {
    const [before, after] = [await report(null), await report(trial)];
    const { currency, timezone, goal, version } = after.meta;
    return {
      data: { before: totalsOf(before.data.totals), after: totalsOf(after.data.totals), reasons: after.data.totals.reasons },
      meta: { date_from, date_to, profile_id: profileId, goal, currency, timezone, version },
      ...(after.warnings ? { warnings: after.warnings } : {}),
    };
  });
});
