// The JSON that is stored of an answer about the leaderboard.
import { z } from 'zod';
import { storedJson } from '../../../base/kit/stored-json.ts';
import { TOPICS_OF_QUESTIONS } from './by-rule.ts';

const figure = z.object({
  start: z.int(),
  end: z.int(),
  operation: z.enum(['listTopPerformers', 'getTopPerformersBrief']),
  at: z.string(),
});

export const storedAnswer = storedJson(
  'leaderboard_answers.answer',
  z.object({
    question: z.string(),
    profile_id: z.string().nullable(),
    topic: z.enum(TOPICS_OF_QUESTIONS),
    sentences: z.array(z.object({ text: z.string(), figures: z.array(figure) })),
    written_by: z.string(),
    fallback: z.string().nullable(),
    struck: z.int(),
  }),
);
