// A question about the leaderboard, answered from its figures: by the operator's language model, or by rule. The answer is kept before its first sentence is
// sent, so that one whose stream breaks off can be read again.
import type { ReadBase } from '../../../base/base.ts';
import { type Answer, changeThenWait } from '../../../base/contract/operation.ts';
import { type LanguageModel, languageModelOf, NoText } from '../../../providers/language-model/client.ts';
import { asWarnings, rateWarnings } from '../../../report/analytics/index.ts';
import { requireUnit, useUnit } from '../../../report/customers/index.ts';
import { modelFor } from '../analysis/inputs.ts';
import { type Board, boardOf, metaOf } from '../board.ts';
import { answerByModel } from './by-model.ts';
import { answerByRule, BY_RULE } from './by-rule.ts';
import { factsOf } from './facts.ts';
import { keepAnswer, reserveAnswer } from './kept.ts';

type Shown = Answer<'askTopPerformers'>;

/** None where a profile of the board is of the healthcare family, as the lines have its names and figures. */
const modelOf = (base: ReadBase, { profiles }: Board): LanguageModel | undefined =>
  profiles.every(({ profile_id }) => modelFor(base, profile_id)) ? languageModelOf(base.config) : undefined;

/** Where the model fails, rules answer, and the answer says why. */
async function answerOf(base: ReadBase, board: Board, question: string): Promise<Omit<Shown['data'], 'answer_id'>> {
  const facts = factsOf(board);
  const byRule = answerByRule(facts, question);
  const rules = { ...byRule, written_by: BY_RULE, fallback: null, struck: 0 };
  const model = modelOf(base, board);
  if (!model) return { ...rules, fallback: languageModelOf(base.config) ? OF_HEALTHCARE : null };
  try {
    return { topic: byRule.topic, ...(await answerByModel(model, facts, question)), written_by: model.name, fallback: null };
  } catch (error) {
    base.log.warn({ err: error, model: model.name }, 'the language model wrote no answer to a question; the rules do');
    return { ...rules, fallback: error instanceof NoText ? error.message : 'the language model failed' };
  }
}

const OF_HEALTHCARE = 'figures of a profile of the healthcare family are sent to no language model';

const encoder = new TextEncoder();
const eventOf = (name: string, data: unknown): Uint8Array => encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/** Server-sent events: the id of the answer, the sentences one by one, then the rest of it. */
async function* eventsOf({ data, ...rest }: Shown): AsyncGenerator<Uint8Array> {
  const { sentences, ...about } = data;
  yield eventOf('start', { answer_id: about.answer_id });
  for (const sentence of sentences) yield eventOf('sentence', sentence);
  yield eventOf('end', { data: about, ...rest });
}

export const askTopPerformers = changeThenWait('askTopPerformers', {
  prepare: ({ principal, workspaceId, body }, base) => boardOf(base, { principal, workspaceId }, body.profile_id),
  change: ({ workspaceId, principal }, tx, board) => {
    requireUnit(tx, workspaceId);
    useUnit(tx, workspaceId);
    return { board, answerId: reserveAnswer(tx, { workspaceId, principal }) };
  },
  after: async ({ workspaceId, body, wantsStream }, base, { board, answerId }) => {
    const data = await answerOf(base, board, body.question);
    const answer: Shown = {
      data: { answer_id: answerId, ...data },
      meta: metaOf(workspaceId, board),
      ...asWarnings(rateWarnings(board.unpriced)),
    };
    return (tx) => {
      keepAnswer(tx, answerId, { question: body.question, profile_id: body.profile_id?.toLowerCase() ?? null, ...data });
      return wantsStream === true ? { stream: eventsOf(answer) } : answer;
    };
  },
});
