// The JSON that is stored of a study.
import { z } from 'zod';
import { storedJson } from '../../../base/kit/stored-json.ts';

export const storedResult = storedJson(
  'creative_experiments.result',
  z.object({ measure: z.string(), ratio: z.number(), low: z.number(), high: z.number() }),
);
