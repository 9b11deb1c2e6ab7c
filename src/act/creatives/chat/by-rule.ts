// The copilot without a language model: it answers the questions that it has words for from the figures alone, and otherwise lists them.
import type { components } from '../../../base/contract/types.ts';
import type { AdFact, Facts, Figure } from './facts.ts';

export type Sentence = components['schemas']['ChatSentence'];

export const BY_RULE = 'rules-1';
const MOST_ADS = 3;

/** The first topic whose words stand in the question. */
const TOPICS = [
  ['hook', /\bhook|\bhold|first seconds|watch|video/],
  ['fatigue', /fatigu|tired|worn|wear|refresh/],
  ['new', /\bnew|launch|recent/],
  ['unproven', /unproven|wast|without (?:a |any )?sale|no sales?\b/],
  ['dear', /worst|expensive|\bdear|pause|\bstop\b|\bcut\b|\bbad/],
  ['best', /best|\btop\b|winn|lead|scale|cheap|perform|good/],
  ['counters', /how many|overview|brief|summar|count|status/],
] as const;
export const TOPICS_OF_QUESTIONS = [...TOPICS.map(([topic]) => topic), 'ad', 'unknown'] as const;
export type Topic = (typeof TOPICS_OF_QUESTIONS)[number];

/** Text with figures in it, each linked to its place. */
export function sentence(...parts: readonly (string | Figure)[]): Sentence {
  let text = '';
  const figures: Sentence['figures'] = [];
  for (const part of parts) {
    const start = text.length;
    if (typeof part === 'string') text += part;
    else {
      text += part.text;
      figures.push({ start, end: text.length, operation: part.operation, at: part.at });
    }
  }
  return { text, figures };
}

const quoted = ({ name }: AdFact): string => `“${name}”`;

function lineOf(ad: AdFact, bound: 'low' | 'high'): Sentence {
  const { sales, spend, cost, currency } = ad;
  if (!cost) return sentence(`${quoted(ad)} cost `, spend, ` ${currency} and has no sale yet.`);
  const sure = bound === 'high' ? 'less than ' : 'more than ';
  return sentence(
    `${quoted(ad)}: a sale cost `,
    cost,
    ` ${currency} (sales: `,
    sales,
    ', spend: ',
    spend,
    ` ${currency}); very probably it costs ${sure}`,
    ad[bound],
    ` ${currency}.`,
  );
}

const linesOf = (ads: readonly AdFact[], bound: 'low' | 'high' = 'high'): Sentence[] =>
  ads.slice(0, MOST_ADS).map((ad) => lineOf(ad, bound));

/** The longest name that the question contains. */
function adAsked({ ads }: Facts, question: string): AdFact | undefined {
  const named = ads.filter(({ name }) => name.length >= 3 && question.includes(name.toLowerCase()));
  return named.toSorted((a, b) => b.name.length - a.name.length)[0];
}

function orNone(lines: Sentence[], none: string): Sentence[] {
  return lines.length > 0 ? lines : [sentence(none)];
}

/** Of a video that the platform counts. */
function attentionLine(ad: AdFact): Sentence[] {
  const { hook, hold } = ad.row.rates;
  if (!hook) return [];
  const [hooked, held] = ad.rates;
  return [
    sentence(
      `${quoted(ad)}: the share of times shown that were seen for three seconds is `,
      hooked?.figure ?? '',
      ...(hold && held ? [', and of these to the end ', held.figure] : []),
      '.',
    ),
  ];
}

const spentMost = (ads: readonly AdFact[]): AdFact[] => ads.toSorted((a, b) => Number(b.spend.text) - Number(a.spend.text));

/** The sentences about a topic. */
function about(topic: Topic, { ads, counters, currency }: Facts): Sentence[] {
  const proven = ads.filter(({ row }) => row.is_proven);
  switch (topic) {
    case 'best':
      return orNone(linesOf(proven), 'No ad has enough sales yet to say which is best.');
    case 'dear':
      return orNone(
        linesOf(
          proven.toSorted((a, b) => Number(b.low.text) - Number(a.low.text)),
          'low',
        ),
        'No ad has enough sales yet to say which is dear.',
      );
    case 'hook':
      return orNone(
        ads.flatMap(attentionLine).slice(0, MOST_ADS),
        'No platform of these ads reports how long their videos are seen.',
      );
    case 'fatigue':
      return [
        sentence('Ads that are clicked clearly less than at first: ', counters.fatiguing, '.'),
        ...linesOf(ads.filter(({ row }) => row.fatigue === 'tired')),
      ];
    case 'new':
      return [
        sentence('Ads that first cost something in the window: ', counters.new, '.'),
        ...linesOf(ads.filter(({ row }) => row.is_new)),
      ];
    case 'unproven':
      return [
        sentence('Spend on ads that have too few sales to be proven: ', counters.unproven_spend, ` ${currency}.`),
        ...linesOf(spentMost(ads.filter(({ row }) => !row.is_proven))),
      ];
    default:
      return [
        sentence('Ads that are shown now: ', counters.live, '. Ads with enough sales to be proven: ', counters.proven, '.'),
        sentence(
          'Of these, surely cheaper than usual: ',
          counters.winners,
          '. Clicked clearly less than at first: ',
          counters.fatiguing,
          '.',
        ),
        sentence('New in the window: ', counters.new, '. Spend on unproven ads: ', counters.unproven_spend, ` ${currency}.`),
      ];
  }
}

const UNKNOWN =
  'Without a language model this can be asked: which ads are best, which are dear, which are tired, which are new, which videos are watched, what was spent on unproven ads, how many there are, or about an ad by its name.';

export function answerByRule(facts: Facts, question: string): { topic: Topic; sentences: Sentence[] } {
  const asked = question.toLowerCase();
  const ad = adAsked(facts, asked);
  if (ad) return { topic: 'ad', sentences: [lineOf(ad, 'high')] };
  const [topic] = TOPICS.find(([, words]) => words.test(asked)) ?? ['unknown' as const];
  return { topic, sentences: topic === 'unknown' ? [sentence(UNKNOWN)] : about(topic, facts) };
}
