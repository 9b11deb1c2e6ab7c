// The sentences about a gap and its test. They contain no text of others.
import type { Gap } from './gaps.ts';

const words = (name: string): string => name.replaceAll('_', ' ');

export const hypothesisOf = ({ dimension, from, to }: Pick<Gap, 'dimension' | 'from' | 'to'>): string =>
  from === 'none'
    ? `If the ${words(dimension)} is ${words(to)} and all else stays, an ad like this one may sell more for the same spend.`
    : `If the ${words(dimension)} is ${words(to)} instead of ${words(from)} and all else stays, an ad like this one may sell more for the same spend.`;

export function sizeText({ measure, needed, days }: Gap['size']): string {
  if (measure === null || needed === null || days === null)
    return 'Not testable on sales here: too few sales and clicks for sixty days.';
  const instead = measure === 'clicks' ? ' Sales are too few here, so clicks decide; they do not say what sells.' : '';
  return `Each of the two ads needs ${needed} ${measure}: ${days} days at today’s volume.${instead}`;
}

export const equalText = (locked: Readonly<Record<string, string>>): string => {
  const kept = Object.entries(locked).map(([dimension, level]) => `${words(dimension)} ${words(level)}`);
  return `The same ad set, landing page and days${kept.length > 0 ? `; ${kept.join(', ')}` : ''}.`;
};
