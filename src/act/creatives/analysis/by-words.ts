// What the words of an ad show: seeds/creatives/words.csv has the words of each level, by language. Without evidence nothing is shown.
import { readSeed } from '../../../base/kit/seeds.ts';

export interface Words {
  /** What the ad says to the people who see it. */
  copy: readonly string[];
  /** Names of the ad and its creative, which the people read who made it. */
  names: readonly string[];
  /** Names of its campaign and ad set. */
  places: readonly string[];
}

export interface Shown {
  level: string;
  evidence: string;
}

/** Words of a level, and where they begin. */
interface Match extends Shown {
  at: number;
}

interface Pattern {
  level: string;
  /** Empty for words of every language. */
  language: string;
  words: RegExp;
}

/** Whole words of any script, in any case. */
const patternOf = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replaceAll('\\w', '[\\p{L}\\p{N}]')})(?![\\p{L}\\p{N}])`, 'giu');

let patterns: ReadonlyMap<string, readonly Pattern[]> | undefined;

/** In the order of the file. */
function patternsOf(dimension: string): readonly Pattern[] {
  patterns ??= new Map(
    [...Map.groupBy(readSeed('creatives/words'), (row) => row.dimension)].map(([name, rows]) => [
      name,
      rows.map(({ level, language, words }) => ({ level, language, words: patternOf(words) })),
    ]),
  );
  return patterns.get(dimension) ?? [];
}

/** Words in one language, or in any where it is not known. */
function* matchesIn(text: string, dimension: string, language?: string): Generator<Match> {
  for (const { level, language: own, words } of patternsOf(dimension)) {
    if (own !== '' && language !== undefined && own !== language) continue;
    for (const match of text.matchAll(words))
      if (match[0].trim() !== '') yield { level, evidence: match[0].trim(), at: match.index };
  }
}

type Choose = (matches: readonly Match[]) => Match | undefined;

const first: Choose = ([match]) => match;
const last: Choose = (matches) => matches.toSorted((a, b) => b.at - a.at)[0];

/** The level with the most of its words; of two the one that is listed first. */
const most: Choose = (matches) => {
  const levels = [...Map.groupBy(matches, ({ level }) => level).values()];
  const counted = levels.map((found) => ({ found, places: new Set(found.map(({ at }) => at)).size }));
  return counted.toSorted((a, b) => b.places - a.places)[0]?.found[0];
};

/** How levels compete: an ad argues with what it says most, and asks for something at its end. */
const CHOOSE: Readonly<Record<string, Choose>> = { angle: most, call_to_action: last };

const inTexts = (texts: readonly string[], dimension: string, language?: string): Match | undefined =>
  (CHOOSE[dimension] ?? first)([...matchesIn(texts.join('\n'), dimension, language)]);

/** The language with the most of its frequent words, at least `fewest` different ones; none where two have as many. */
function languageOf(texts: readonly string[], fewest: number): Shown | undefined {
  const matches = [...matchesIn(texts.join('\n'), 'language')];
  const counted = [...Map.groupBy(matches, ({ level }) => level)]
    .map(([level, found]) => ({
      level,
      count: found.length,
      words: new Set(found.map(({ evidence }) => evidence.toLowerCase())),
    }))
    .filter(({ words }) => words.size >= fewest)
    .toSorted((a, b) => b.count - a.count);
  const [best, second] = counted;
  if (!best || best.count === second?.count) return undefined;
  return { level: best.level, evidence: [...best.words].join(', ') };
}

/** A headline has few words; a name that has one of a language is in none. */
const languageShown = ({ copy, names }: Words): Shown | undefined => languageOf(copy, 1) ?? languageOf(names, 2);

/** A customer's words and who said them, else the first sentence or headline with what follows a word or two of exclamation. */
const QUOTE = /^[“"„«][^“”"„«»]{12,300}[”"“»](?:[\s–—-]{1,3}\p{L}[^.!?\n]{0,40})?/u;
const SENTENCE = /^(?:[^\s.!?…|]+(?: [^\s.!?…|]+)?[.!…]+\s+)?(?:[^.!?…|\n]|[.,](?=\d))+[?!.…]*/u;
const ORNAMENT = /^[^\p{L}\p{N}“"„«★⭐#€$£–−-]+/u;

export function openingOf(text: string): string {
  const bare = text.replace(ORNAMENT, '');
  return (QUOTE.exec(bare) ?? SENTENCE.exec(bare))?.[0].trim() ?? '';
}

/** In what the copy opens with; a statement there that shows nothing else is a claim, in a language whose words are known. */
function hookShown({ copy, names }: Words, language?: string): Shown | undefined {
  const openings = copy.map(openingOf).filter((text) => text !== '');
  for (const opening of openings) {
    const [match] = matchesIn(opening, 'hook', language);
    if (match) return match;
  }
  const [statement] = openings;
  if (statement !== undefined && language !== undefined) return { level: 'claim', evidence: statement };
  return inTexts(names, 'hook');
}

/** Offers that are money: an ad that argues with nothing else argues with its price. */
const MONEY: ReadonlySet<string> = new Set(['percent', 'amount', 'bundle', 'deadline']);

function angleIn(texts: readonly string[], language?: string): Shown | undefined {
  const argued = inTexts(texts, 'angle', language);
  if (argued) return argued;
  const offer = inTexts(texts, 'offer', language);
  return offer && MONEY.has(offer.level) ? { level: 'price', evidence: offer.evidence } : undefined;
}

/** Spaces that do not break, as before a French % and €, are spaces. */
const spaced = (texts: readonly string[]): string[] => texts.map((text) => text.replace(/[^\S\n]/gu, ' '));

/** By dimension, what its words show. The other dimensions have none. */
export function levelsShown(read: Words): Map<string, Shown> {
  const words = { copy: spaced(read.copy), names: spaced(read.names), places: spaced(read.places) };
  const { copy, names, places } = words;
  const spoken = languageShown(words);
  const language = languageOf(copy, 1)?.level;
  const said = (dimension: string): Shown | undefined => inTexts(copy, dimension, language) ?? inTexts(names, dimension);
  const shown: Record<string, Shown | undefined> = {
    // A yoga studio in the copy is no picture of a studio, and a warm coat no audience.
    production: inTexts(names, 'production'),
    funnel_stage: inTexts([...places, ...names], 'funnel_stage'),
    hook: hookShown(words, language),
    angle: angleIn(copy, language) ?? angleIn(names),
    proof: said('proof'),
    offer: said('offer'),
    call_to_action: said('call_to_action'),
    language: spoken,
  };
  return new Map(Object.entries(shown).flatMap(([dimension, found]) => (found ? [[dimension, found]] : [])));
}
