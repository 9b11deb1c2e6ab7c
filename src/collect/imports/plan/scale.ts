// Amounts in thousands or millions, where a title or a header says so. Read as they are they would be wrong by that factor, so it is asked.
import type { ImportContext, Question } from '../reading.ts';
import type { Match, Plan } from './plan.ts';

const CODE = '(?:€|\\$|£|eur|usd|gbp|chf|euros?|dollars?)';
const UNITS = {
  thousands: new RegExp(
    `\\b(?:in|en|em|w) (?:thousands?|tausend(?:er)?n?|tsd|t${CODE}|k${CODE}|000s?|milliers|miles|migliaia|milhares|duizend(?:en)?|tys)(?![\\p{L}\\d])|[(\\[ ](?:tsd\\.? ?${CODE}?|[tk] ?${CODE}|${CODE} ?k|${CODE} ?'?000s?)[)\\]]|^(?:teur|keur|kusd|t€|k€)$`,
    'iu',
  ),
  millions: new RegExp(
    `\\b(?:in|en|em|w) (?:millions?|millionen|mio|mill?ones|milioni|milh(?:o|õ)es|miljoen|mln)(?![\\p{L}\\d])|[(\\[ ](?:mio\\.? ?${CODE}?|m ?${CODE}|${CODE} ?m)[)\\]]`,
    'iu',
  ),
};
type Scale = keyof typeof UNITS;

const isScale = (text: string | undefined): text is Scale => text === 'thousands' || text === 'millions';

/** Longer texts are no titles. */
const LONGEST = 200;

/** @param keys Columns of amounts. @param questions Receives what has to be decided. */
export function scaleOf(match: Match, keys: readonly string[], context: ImportContext, questions: Question[]): Plan['scale'] {
  const texts = [...match.titles, ...keys.flatMap((key) => match.columns.get(key)?.header ?? [])].filter(
    (text) => text.length <= LONGEST,
  );
  const said = texts.flatMap((text) =>
    (['thousands', 'millions'] as const).flatMap((scale) => (UNITS[scale].test(text.trim()) ? [{ scale, text }] : [])),
  )[0];
  if (!said) return undefined;
  const reply = context.replies?.['amount_scale'];
  if (isScale(reply)) return reply;
  if (reply !== 'units')
    questions.push({
      ask: 'amount_scale',
      words: `The file says ${JSON.stringify(said.text.trim())}. Are its amounts in ${said.scale}, so that 1.5 is ${said.scale === 'thousands' ? '1,500' : '1,500,000'}?`,
      choices: [said.scale, 'units'],
    });
  return undefined;
}
