// What happened in the period of a question and why, beside the period that it is compared with.
import type { ReadBase } from '../../../base/base.ts';
import type { Version } from '../../../credit/pipeline/index.ts';
import { whySentence } from '../why/why.ts';
import { pick, type Question, SHARED } from './answers.ts';

/** The rows of which the one that moved most is named. */
const ROWS = 50;

/** Null where there is no other period, or visits of the two cannot be compared. */
export async function periodSentence(
  base: ReadBase,
  profileId: string,
  question: Question,
): Promise<{ text: string; version: Version } | null> {
  const { compared, date_from, date_to } = question;
  if (!compared || date_from === undefined || date_to === undefined) return null;
  return whySentence(base, profileId, {
    ...pick(question, [...SHARED, 'model']),
    dimension: 'channel',
    measure: 'revenue',
    limit: ROWS,
    date_from,
    date_to,
    compared_from: compared.date_from,
    compared_to: compared.date_to,
  });
}
