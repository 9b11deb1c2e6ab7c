// Limits of attempts: to sign in, to have a mail sent, to register a program. Counted per address of the network, per account from that address, and
// per account from everywhere, known or not, so that a refusal does not reveal which accounts exist. A browser in which the person has signed in
// before has a count of its own: strangers cannot keep it out. Counted in this process.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { SlidingWindow } from '../../base/kit/limits.ts';
import { householdOf } from '../../base/kit/networks.ts';

interface Limit {
  seconds: number;
  /** Attempts at one account from one address, or from one known browser. */
  perPair?: number;
  /** Attempts at one account from everywhere. */
  perAccount?: number;
  perAddress: number;
}

const LIMITS = {
  /** Wrong passwords. */
  password: { seconds: 900, perPair: 10, perAccount: 100, perAddress: 50 },
  /** Wrong codes of a second factor, for which somebody has the password or the mail already. */
  code: { seconds: 3_600, perPair: 10, perAccount: 20, perAddress: 50 },
  /** Answers of authenticators that open nothing; a right one is given back. */
  passkey: { seconds: 900, perAddress: 100 },
  mail: { seconds: 3_600, perPair: 5, perAccount: 20, perAddress: 30 },
  /** Mails to addresses that other people name. */
  invitation: { seconds: 3_600, perPair: 100, perAccount: 100, perAddress: 100 },
  /** Mails by one consumer app to one address, which count for no other app. */
  appInvitation: { seconds: 86_400, perPair: 10, perAddress: 10 },
  /** Programs that register themselves: some do on every fresh connection, and an office has one address. */
  registration: { seconds: 3_600, perAddress: 100 },
  /** Calls of the token and the revocation endpoint. */
  token: { seconds: 60, perAddress: 600 },
} as const satisfies Record<string, Limit>;
export type AttemptKind = keyof typeof LIMITS;

type AttemptBase = Pick<ReadBase, 'memo' | 'clock'>;

function windowOf(base: AttemptBase, kind: AttemptKind): SlidingWindow {
  const windowFor = (each: AttemptKind): SlidingWindow => new SlidingWindow(base.clock, LIMITS[each].seconds);
  const windows = base.memo('account/access/attempts windows', () => ({
    password: windowFor('password'),
    code: windowFor('code'),
    passkey: windowFor('passkey'),
    mail: windowFor('mail'),
    invitation: windowFor('invitation'),
    appInvitation: windowFor('appInvitation'),
    registration: windowFor('registration'),
    token: windowFor('token'),
  }));
  return windows[kind];
}

export interface AttemptBy {
  account?: string;
  /** The address of the network. */
  address?: string;
  /** The id of a browser in which the account's person has signed in before. */
  device?: string | undefined;
}

/** Counts before it is known how it ends, so that a hundred at once are a hundred. Answers how to take it back after a success. */
export function takeAttempt(base: AttemptBase, kind: AttemptKind, by: AttemptBy): () => void {
  const window = windowOf(base, kind);
  const taken: string[] = [];
  const giveBack = (): void => {
    for (const name of taken) window.giveBack(name);
  };
  for (const [name, limit] of countsOf(LIMITS[kind], by)) {
    const { isOver, resetSeconds } = window.take(name, limit);
    if (isOver) {
      giveBack();
      throw new ApiError('rate_limit_exceeded', 'Too many tries. Wait a while, then try again.', {}, resetSeconds);
    }
    taken.push(name);
  }
  return giveBack;
}

/** The counters of an attempt, with their limits. */
function countsOf(
  { perPair = 0, perAccount = 0, perAddress }: Limit,
  { account, address, device }: AttemptBy,
): [string, number][] {
  if (device !== undefined) return [[`device:${device}`, perPair]];
  const household = address === undefined ? undefined : householdOf(address);
  const counts: [string, number][] = [];
  if (household !== undefined) counts.push([`address:${household}`, perAddress]);
  if (account !== undefined) counts.push([`pair:${household ?? ''} ${account}`, perPair]);
  if (account !== undefined && household !== undefined) counts.push([`account:${account}`, perAccount]);
  return counts;
}
