// The blocks of a board as they are stored: which figure, graph, table or cohorts, or a text.
import { z } from 'zod';
import { storedJson } from '../../../base/kit/stored-json.ts';

export const TILE_FIGURES = [
  'revenue',
  'spend',
  'roas',
  'outcomes',
  'cash_revenue',
  'cash_payments',
  'visitors',
  'coverage_percent',
] as const;

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tile'), figure: z.enum(TILE_FIGURES) }),
  z.object({ kind: z.literal('graph'), graph: z.enum(['revenue_and_spend', 'channels', 'campaigns']) }),
  z.object({ kind: z.literal('table'), dimension: z.enum(['channel', 'source', 'campaign', 'adset', 'ad']) }),
  z.object({ kind: z.literal('cohort'), metric: z.enum(['payback', 'cash', 'person']) }),
  z.object({ kind: z.literal('text'), text: z.string() }),
]);

export const storedBlocks = storedJson('boards.blocks', z.array(block));
