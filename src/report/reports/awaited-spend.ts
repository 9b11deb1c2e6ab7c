// Whether the spend of a report's last day is in. A report waits for it, and then goes with a line that names what is missing.
import type { AwaitedAccount } from '../../collect/spend/index.ts';

const HOUR_MS = 3_600_000;
/** From the moment at which the report is due to the last look for spend; a look may be as much later. */
export const LOOK_EVERY_MS = 900_000;
export const WAIT_MS = 12 * HOUR_MS - LOOK_EVERY_MS;

/** An account that has reported nothing for longer has ended, or its connection needs a person: nothing waits for it. */
export const AWAITED_DAYS = 3;
/** After so long its missing spend is no news. */
export const NAMED_DAYS = 7;

const MAX_NAMED = 5;

const listOf = (names: readonly string[]): string => {
  const rest = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};

export const accountName = ({ platform, account_id }: AwaitedAccount): string => `${platform} ${account_id}`;

const TOO_LOW = 'the spend shown is too low and ROAS too high.';

/** Nothing where no account is missing. */
export const missingSpend = (awaited: readonly AwaitedAccount[], day: string): string[] =>
  awaited.length === 0
    ? []
    : [
        `Spend of ${day} is missing of ${listOf(awaited.map((each) => `${accountName(each)} (reported through ${each.last_day})`))}: ${TOO_LOW}`,
      ];

/** For readers outside of sign-in, who are shown no ids of accounts. */
export const missingSpendOutside = (awaited: readonly AwaitedAccount[], day: string): string[] =>
  awaited.length === 0
    ? []
    : [`Spend of ${day} is missing of ${listOf([...new Set(awaited.map(({ platform }) => platform))])}: ${TOO_LOW}`];
