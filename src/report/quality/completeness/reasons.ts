// Why money is in no figure, or in doubt in them, in words, and what ends each: the call or the page that cures it.
import type { ReadBase } from '../../../base/base.ts';
import { decimalText } from '../../../base/kit/decimals.ts';
import { uncountedAmong } from '../../../credit/definitions/index.ts';
import { usesReferenceRates } from '../../../credit/rates/index.ts';
import { readRefusedSubject, refusedText } from '../senders/lost-money.ts';
import type { ContainedReason, MoneyPart, OutsideReason } from './parts.ts';

export interface Cure {
  text: string;
  /** An operation with what is known of its parameters; null where a person has to do something elsewhere. */
  operation: { name: string; params: Record<string, unknown> } | null;
  /** The page of the console on which it is done. */
  page: string;
}

export interface ReasonWords {
  title: string;
  cure: Cure;
}

type Words = (base: ReadBase, profileId: string, parts: readonly MoneyPart[]) => ReasonWords;

const subjectOf = (parts: readonly MoneyPart[]): string => parts[0]?.subject ?? '';

const byPerson = (title: string, text: string, page: string): ReasonWords => ({ title, cure: { text, operation: null, page } });

const uncounted: Words = (base, profileId, parts) => {
  const eventType = subjectOf(parts);
  const money = parts.map(({ currency, own }) => ({ currency, amount: decimalText(own, 6) }));
  const sum = { event_type: eventType, events: parts.reduce((all, { entries }) => all + entries, 0), money };
  const [type] = uncountedAmong(base, profileId, [sum]);
  return {
    title: `No goal counts the event type ${eventType}`,
    cure: {
      text: 'Have a goal count this event type.',
      operation: type ? { name: 'putDefinition', params: { ...type.proposal } } : null,
      page: 'meaning',
    },
  };
};

const withoutRate: Words = (base, profileId, parts) => {
  const title = `No exchange rate for ${subjectOf(parts)}`;
  if (usesReferenceRates(base, profileId))
    return {
      title,
      cure: {
        text: 'The reference rates have none for it: import rates of your own (`tributary rates import FILE`), then apply them.',
        operation: { name: 'recomputeFx', params: {} },
        page: 'meaning/rates',
      },
    };
  return {
    title,
    cure: {
      text: 'Use the daily reference rates of the European Central Bank, or import rates of your own (`tributary rates import FILE`).',
      operation: { name: 'updateExchangeRates', params: { uses_reference_rates: true } },
      page: 'meaning/rates',
    },
  };
};

const refused: Words = (base, profileId, parts) => {
  const { sender, eventType, reason } = readRefusedSubject(subjectOf(parts));
  return byPerson(
    `Refused when it was sent: ${refusedText(base, profileId)(sender, eventType, reason)}`,
    'Correct what is wrong at the sender, and send it again: under its own key it counts once.',
    'quality',
  );
};

const WORDS: Record<OutsideReason | ContainedReason, Words> = {
  uncounted_type: uncounted,
  without_rate: withoutRate,
  refused,
  refund_without_sale: (_, __, parts) =>
    byPerson(
      `The sale that it reverses was never sent (${subjectOf(parts)})`,
      'Send or import the sales that these refunds name; each refund then takes effect.',
      'payments',
    ),
  refund_without_effect: (_, __, parts) =>
    byPerson(
      `It takes nothing from its sale (${subjectOf(parts)}): another currency, or more than the sale`,
      'Correct the currency or the amount at the sender, and send it again under another key; then close this reason.',
      'payments',
    ),
  left_out_by_goal: (_, __, parts) =>
    byPerson(
      `Its goal does not count it (${subjectOf(parts)}): the goal counts the first of a person`,
      'Have the goal count every payment.',
      'meaning',
    ),
  maybe_twice: () =>
    byPerson(
      'The same sale may be reported twice',
      'Say of each pair whether it is one sale or two. For new sales, give both reports one key or id, or stop one of the two senders.',
      'sales-seen-twice',
    ),
  before_tracking: () =>
    byPerson(
      'Sold before the first visit was tracked: no visit can get credit',
      'Begin the period on a day with visits, or import the visits of that time.',
      'tracker',
    ),
  dispute_open: () =>
    byPerson(
      'Disputed by the payer, and not decided yet',
      'Import the next export of the processor: when it says that the dispute was won or lost, this ends.',
      'import',
    ),
  unknown_platform: (_, __, parts) =>
    byPerson(
      `The ad platform ${subjectOf(parts)} is not known: no visit joins this spend`,
      'Report the spend under the name of a known platform, or confirm the source of its visits.',
      'meaning',
    ),
};

/** @param parts Of one reason and subject. */
export const wordsOfReason = (
  base: ReadBase,
  profileId: string,
  reason: OutsideReason | ContainedReason,
  parts: readonly MoneyPart[],
) => WORDS[reason](base, profileId, parts);
