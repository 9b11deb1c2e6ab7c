// Ads as the rules see them, without a warehouse.
import type { AdFigures, Circumstances } from '../../../../src/act/recommendations/evidence/figures.ts';

export const NOW = Date.parse('2026-11-25T12:00:00Z');

export const circumstances: Circumstances = {
  now: NOW,
  currency: 'EUR',
  model: 'linear',
  window: { from: '2026-10-28', to: '2026-11-24', days: 28 },
  isBehind: false,
  problems: [],
  appliedAt: new Map<string, number>(),
};

/** Nothing speaks against doing anything with it. */
export function adOf(id: string, spend: number, sales: number, more: Partial<AdFigures> = {}): AdFigures {
  const daily = spend / 28;
  return {
    adId: id,
    platform: 'meta',
    accountId: '1',
    name: `Ad ${id}`,
    audience: null,
    adsetId: `s${id}`,
    campaignId: '1',
    status: 'active',
    learning: 'done',
    objective: 'SALES',
    creativeId: `c${id}`,
    budgetLevel: 'adset',
    dailyBudget: daily,
    accountCurrency: 'EUR',
    spend,
    sales,
    squares: sales,
    ripe: { sales, squares: sales },
    days: 28,
    firstDay: '2026-09-01',
    adsetDailySpend: daily,
    liveInAdset: 2,
    changedAt: null,
    incompleteFrom: null,
    idShare: 1,
    fatigue: null,
    byModel: { last_non_direct: sales, linear: sales, position_based: sales, data_driven: sales },
    ...more,
  };
}
