// How much of the known money of a range the figures count, and the rest by reason: each reason ends by a cure, or by a decision of a person, and
// then counts as closed.
import { profileDay } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { reading } from '../../../base/contract/operation.ts';
import { unitsOf } from '../../../base/kit/decimals.ts';
import { type Closing, readClosings } from './closings.ts';
import type { ContainedReason, Days, MoneyPart, OutsideReason } from './parts.ts';
import { readMoneyParts } from './parts.ts';
import { wordsOfReason } from './reasons.ts';
import { sentenceOf } from './sentence.ts';
import { isContained, isOutside, outsideOf, sumsOf, totalOf } from './sums.ts';

const nameOf = ({ kind, reason, subject }: Pick<MoneyPart, 'kind' | 'reason' | 'subject'>): string =>
  JSON.stringify([kind, reason, subject]);

type Named = MoneyPart & { reason: OutsideReason | ContainedReason };
const isNamed = (part: MoneyPart): part is Named => isOutside(part) || isContained(part);

function reasonRow(base: ReadBase, profileId: string, parts: readonly Named[], closing: Closing | undefined) {
  const [first] = parts;
  if (!first) return [];
  const { kind, reason, subject } = first;
  const { title, cure } = wordsOfReason(base, profileId, reason, parts);
  return [
    {
      kind,
      reason,
      subject,
      title,
      is_contained: isContained(first),
      status: closing ? ('closed' as const) : ('open' as const),
      ...totalOf(parts),
      cure,
      closing: closing ?? null,
    },
  ];
}

const size = ({ amount, entries }: { amount: string; entries: number }): number => Math.abs(Number(amount)) || entries / 1e9;

/** How complete the figures of a range are: for every door. */
export async function completenessOf(base: ReadBase, profileId: string, { date_from, date_to }: Days) {
  const days = { date_from, date_to };
  const { parts, frame } = await readMoneyParts(base, profileId, days);
  const closings = readClosings(base, profileId);
  const closingOf = (part: MoneyPart): Closing | undefined => closings.get(nameOf(part));
  const isClosed = (part: MoneyPart): boolean => closingOf(part) !== undefined;
  const sums = sumsOf(parts, isClosed);
  const sentence = sentenceOf(sums, outsideOf(parts, isClosed), frame.currency);
  const reasons = [...Map.groupBy(parts.filter(isNamed), nameOf)]
    .flatMap(([name, mine]) => reasonRow(base, profileId, mine, closings.get(name)))
    .sort((a, b) => Number(a.is_contained) - Number(b.is_contained) || size(b) - size(a));
  return {
    data: { currency: frame.currency, ...sums, sentence, reasons },
    meta: { ...days, profile_id: profileId, currency: frame.currency, timezone: frame.timezone, version: frame.version },
  };
}

/** Before any sale that is kept. */
const FIRST_DAY = '1970-01-01';

/** Of all days until today. */
export const completenessOfAll = async (base: ReadBase, profileId: string): Promise<Completeness> =>
  (await completenessOf(base, profileId, { date_from: FIRST_DAY, date_to: profileDay(base, profileId) })).data;

type Completeness = Awaited<ReturnType<typeof completenessOf>>['data'];

/** Cash that is in no figure and waits for a cure, whatever its sign, in millionths of the profile's currency. */
export const openOutside = ({ reasons }: Completeness): bigint =>
  reasons
    .filter(({ kind, is_contained, status }) => kind === 'cash' && !is_contained && status === 'open')
    .reduce((sum, { amount }) => sum + unitsOf(amount.replace('-', ''), 6), 0n);

export const getCompleteness = reading('getCompleteness', ({ params: { date_from, date_to }, profile: { profileId } }, base) =>
  completenessOf(base, profileId, { date_from, date_to }),
);
