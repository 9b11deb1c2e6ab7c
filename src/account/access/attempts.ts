// How often one may try: to sign in, to have a mail sent, to register a program. Counted per address of the network and per account, known or not, so
// that a refusal says nothing about who has an account. Counted in this process.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { householdOf } from '../../base/kit/networks.ts';
import { SlidingWindow } from '../../base/kit/sliding-window.ts';

const LIMITS = {
  /** Wrong passwords. */
  password: { seconds: 900, perAccount: 10, perAddress: 50 },
  mail: { seconds: 3_600, perAccount: 5, perAddress: 30 },
  /** Mails to addresses that somebody else names. */
  invitation: { seconds: 3_600, perAccount: 100, perAddress: 100 },
  /** Programs that register themselves: some do on every fresh connection, and an office has one address. */
  registration: { seconds: 3_600, perAddress: 100 },
  /** Calls of the token and the revocation endpoint. */
  token: { seconds: 60, perAddress: 600 },
} as const satisfies Record<string, { seconds: number; perAccount?: number; perAddress: number }>;
export type AttemptKind = keyof typeof LIMITS;

const windows = new WeakMap<Base['state'], Record<AttemptKind, SlidingWindow>>();

function windowOf(base: Base, kind: AttemptKind): SlidingWindow {
  const windowFor = (each: AttemptKind): SlidingWindow => new SlidingWindow(base.clock, LIMITS[each].seconds);
  const made = windows.get(base.state) ?? {
    password: windowFor('password'),
    mail: windowFor('mail'),
    invitation: windowFor('invitation'),
    registration: windowFor('registration'),
    token: windowFor('token'),
  };
  windows.set(base.state, made);
  return made[kind];
}

/** Counts before it is known how it ends, so that a hundred at once are a hundred. Answers how to take it back after a success. */
export function takeAttempt(base: Base, kind: AttemptKind, by: { account?: string; address?: string }): () => void {
  const { perAccount = 0, perAddress }: { perAccount?: number; perAddress: number } = LIMITS[kind];
  const window = windowOf(base, kind);
  const taken: string[] = [];
  const giveBack = (): void => {
    for (const name of taken) window.giveBack(name);
  };
  const names: [string, number][] = [];
  if (by.address !== undefined) names.push([`address:${householdOf(by.address)}`, perAddress]);
  if (by.account !== undefined) names.push([`account:${by.account}`, perAccount]);
  for (const [name, limit] of names) {
    const { isOver, resetSeconds } = window.take(name, limit);
    if (isOver) {
      giveBack();
      throw new ApiError('rate_limit_exceeded', 'Too many tries. Wait a while, then try again.', {}, resetSeconds);
    }
    taken.push(name);
  }
  return giveBack;
}
