// Templates of boards: arrangements to begin with. A board that began with one does not follow it.
import type { components } from '../../../base/contract/types.ts';
import { TILE_FIGURES } from './stored.ts';

type Template = components['schemas']['BoardTemplate'];
type Block = components['schemas']['BoardBlock'];

const tiles = (...figures: Extract<Block, { kind: 'tile' }>['figure'][]): Block[] =>
  figures.map((figure) => ({ kind: 'tile', figure }));
const graph = (name: Extract<Block, { kind: 'graph' }>['graph']): Block => ({ kind: 'graph', graph: name });
const table = (dimension: Extract<Block, { kind: 'table' }>['dimension']): Block => ({ kind: 'table', dimension });
const cohort = (metric: Extract<Block, { kind: 'cohort' }>['metric']): Block => ({ kind: 'cohort', metric });
const text = (words: string): Block => ({ kind: 'text', text: words });

const ALL_FIGURES = tiles(...TILE_FIGURES);

export const TEMPLATES: readonly Template[] = [
  {
    id: 'two_minutes',
    title: 'Daily two minutes',
    description: 'The four figures of the day, their course and the channels.',
    blocks: [...tiles('revenue', 'spend', 'roas', 'outcomes'), graph('revenue_and_spend'), graph('channels')],
  },
  {
    id: 'weekly_review',
    title: 'Weekly business review',
    description: 'All figures of the overview, channels and campaigns in numbers, and room for what was decided.',
    blocks: [...ALL_FIGURES, graph('revenue_and_spend'), table('channel'), table('campaign'), text('What we decided:')],
  },
  {
    id: 'paid_media',
    title: 'Paid media',
    description: 'Spend and what it earned, by campaign and by ad.',
    blocks: [...tiles('spend', 'roas', 'revenue'), graph('campaigns'), table('campaign'), table('ad')],
  },
  {
    id: 'channels',
    title: 'Channels',
    description: 'What each channel earned, with the range of all models, and its sources.',
    blocks: [...tiles('revenue', 'outcomes', 'coverage_percent'), graph('channels'), table('channel'), table('source')],
  },
  {
    id: 'campaigns',
    title: 'Campaigns',
    description: 'Campaigns as bars and in numbers.',
    blocks: [...tiles('spend', 'outcomes', 'roas'), graph('campaigns'), table('campaign')],
  },
  {
    id: 'ads',
    title: 'Ads to decide',
    description: 'Ad sets and ads by what they earned and cost.',
    blocks: [...tiles('spend', 'roas'), table('adset'), table('ad')],
  },
  {
    id: 'payback',
    title: 'Payback',
    description: 'When the spend of a month is paid back, and what people had paid by then.',
    blocks: [...tiles('cash_revenue', 'spend'), cohort('payback'), cohort('cash'), cohort('person')],
  },
  {
    id: 'cash',
    title: 'Cash',
    description: 'Money by the day it moved, beside sales and spend.',
    blocks: [...tiles('cash_revenue', 'cash_payments', 'revenue', 'spend'), graph('revenue_and_spend'), cohort('cash')],
  },
  {
    id: 'trust',
    title: 'How far to trust it',
    description: 'How many conversions have a known touch, and which channels they came from.',
    blocks: [
      text('Coverage is the share of conversions with a known touch. Where it is low, read channels with care.'),
      ...tiles('coverage_percent', 'outcomes', 'visitors'),
      table('channel'),
    ],
  },
  {
    id: 'launch',
    title: 'Launch',
    description: 'Visitors, conversions and campaigns of a launch; choose its days in the question bar.',
    blocks: [
      ...tiles('visitors', 'outcomes', 'revenue', 'spend'),
      graph('revenue_and_spend'),
      graph('campaigns'),
      table('source'),
    ],
  },
];
