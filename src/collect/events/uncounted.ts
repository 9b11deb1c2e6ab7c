// Outcomes that no goal counts: kept, and in no figure. Which event types they have, how many they are, how much money they carry, and the
// call that makes a goal of each, in the same words wherever it is said.
import type { ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { OutcomeSum, UncountedType } from '../../base/contract/slice-hooks.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { readAmount, readCurrency } from './enrich/money.ts';
import type { EventInput } from './event-input.ts';
import { BEHAVIOUR_TYPES, typeKey } from './event-types.ts';

const BEHAVIOUR: ReadonlySet<string> = new Set(BEHAVIOUR_TYPES);

const MONEY_SCALE = 6;
/** A file may have as many types as rows; at most this many are reported. */
const MAX_TYPES = 1_000;
const SHOWN_TYPES = 20;

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What visitors do: views, and other events of pages that carry neither a key nor money. */
export const isBehaviour = ({ event_type, url, idempotency_key, value }: EventInput): boolean =>
  BEHAVIOUR.has(String(event_type).trim()) || (isSet(url) && !isSet(idempotency_key) && !isSet(value?.amount));

/** The type of an event that a goal should count; undefined of what visitors do, and of what a goal counts by the payment it names. */
function outcomeTypeOf(input: EventInput): string | undefined {
  if (isSet(input.refund_of) || isSet(input.installment_of) || isBehaviour(input)) return undefined;
  return String(input.event_type).trim();
}

interface Sum {
  eventType: string;
  events: number;
  money: Map<string, bigint>;
}

/** Counts outcomes and sums their money, by type in any case. */
export class OutcomeSums {
  readonly #sums = new Map<string, Sum>();

  add(input: EventInput): void {
    const eventType = outcomeTypeOf(input);
    if (eventType === undefined) return;
    const key = typeKey(eventType);
    let sum = this.#sums.get(key);
    if (!sum) {
      if (this.#sums.size >= MAX_TYPES) return;
      sum = { eventType, events: 0, money: new Map() };
      this.#sums.set(key, sum);
    }
    sum.events += 1;
    if (!isSet(input.value?.amount)) return;
    const { amount } = readAmount(input.value?.amount);
    const currency = readCurrency(input.value?.currency);
    if (amount === undefined || currency === undefined) return;
    sum.money.set(currency, (sum.money.get(currency) ?? 0n) + unitsOf(amount, MONEY_SCALE));
  }

  list(): OutcomeSum[] {
    return [...this.#sums.values()].map(({ eventType, events, money }) => ({
      event_type: eventType,
      events,
      money: [...money].map(([currency, units]) => ({ currency, amount: decimalText(units, MONEY_SCALE) })),
    }));
  }
}

export const UNCOUNTED = 'event_type_uncounted';

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** `"purchase" (3, 149.7 EUR)`. */
export function shownSum({ event_type, events, money }: OutcomeSum): string {
  const sums = money.map(({ amount, currency }) => `${amount} ${currency}`);
  return `${quoted(event_type)} (${[String(events), ...sums].join(', ')})`;
}

/** The call that makes a goal of a type, to the letter. */
export const callOf = ({ proposal }: UncountedType): string => `POST /api/v1/goals/definitions ${JSON.stringify(proposal)}`;

/** The treatment of outcomes of a type, and the advised action. */
export const wordsOf = (type: UncountedType): string =>
  `No goal counts the event type ${shownSum(type)}: it is kept, and in no figure. To count it: ${callOf(type)}`;

/** Warnings about posted outcomes that no goal counts, one for each type; none in an app without goals. */
export function uncountedWarnings(
  base: Pick<ReadBase, 'state'>,
  profileId: string,
  inputs: readonly EventInput[],
): { code: string; message: string }[] {
  const goals = hooksOf(base).find((hooks) => hooks.goals !== undefined)?.goals;
  if (!goals) return [];
  const uncounted = inputs.filter(({ event_type }) => !goals.isCounted(base, profileId, String(event_type)));
  if (uncounted.length === 0) return [];
  const sums = new OutcomeSums();
  for (const input of uncounted) sums.add(input);
  return goals
    .uncountedAmong(base, profileId, sums.list())
    .slice(0, SHOWN_TYPES)
    .map((type) => ({ code: UNCOUNTED, message: wordsOf(type) }));
}
