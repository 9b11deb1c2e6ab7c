// The names of blocks, for the board and for the form that adds one.
import type { Block, Dimension } from './asked.ts';

export const DIMENSIONS: Readonly<Record<Dimension, { one: string; many: string }>> = {
  channel: { one: 'Channel', many: 'Channels' },
  source: { one: 'Source', many: 'Sources' },
  campaign: { one: 'Campaign', many: 'Campaigns' },
  adset: { one: 'Ad set', many: 'Ad sets' },
  ad: { one: 'Ad', many: 'Ads' },
};

/** In the order of the form. */
export const CHOICES: readonly (readonly [name: string, block: Block])[] = [
  ['Figure: Revenue', { kind: 'tile', figure: 'revenue' }],
  ['Figure: Spend', { kind: 'tile', figure: 'spend' }],
  ['Figure: ROAS', { kind: 'tile', figure: 'roas' }],
  ['Figure: Conversions', { kind: 'tile', figure: 'outcomes' }],
  ['Figure: Cash revenue', { kind: 'tile', figure: 'cash_revenue' }],
  ['Figure: Payments', { kind: 'tile', figure: 'cash_payments' }],
  ['Figure: Visitors', { kind: 'tile', figure: 'visitors' }],
  ['Figure: Coverage', { kind: 'tile', figure: 'coverage_percent' }],
  ['Graph: Revenue and spend', { kind: 'graph', graph: 'revenue_and_spend' }],
  ['Graph: Channels', { kind: 'graph', graph: 'channels' }],
  ['Graph: Campaigns', { kind: 'graph', graph: 'campaigns' }],
  ['Table: Channels', { kind: 'table', dimension: 'channel' }],
  ['Table: Sources', { kind: 'table', dimension: 'source' }],
  ['Table: Campaigns', { kind: 'table', dimension: 'campaign' }],
  ['Table: Ad sets', { kind: 'table', dimension: 'adset' }],
  ['Table: Ads', { kind: 'table', dimension: 'ad' }],
  ['Cohorts: Cash ÷ spend', { kind: 'cohort', metric: 'payback' }],
  ['Cohorts: Cash so far', { kind: 'cohort', metric: 'cash' }],
  ['Cohorts: Cash per person', { kind: 'cohort', metric: 'person' }],
  ['Text', { kind: 'text', text: '' }],
];

const isSame = (a: Block, b: Block): boolean =>
  a.kind === b.kind &&
  (a.kind === 'text' || JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort()));

export const nameOf = (block: Block): string => CHOICES.find(([, each]) => isSame(each, block))?.[0] ?? block.kind;
