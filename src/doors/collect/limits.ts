// Limits of posts by browsers, beside the limit of each key: the requests, bytes and events of an address with all its keys, and of a profile with all
// its keys. A key is public, so that a stranger may use up its limit; an address is then stopped before the key is. A tracker keeps what is refused
// here and sends it later.
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../base/config/config.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Clock } from '../../base/kit/clock.ts';
import { SlidingWindow, TokenBuckets } from '../../base/kit/limits.ts';
import { householdOf, isPrivateAddress } from '../../base/kit/networks.ts';
import { clientAddress, peerOf } from '../http/client-address.ts';
import { networkOf, regionOf } from './places.ts';

const WINDOW_SECONDS = 60;
/** Within a minute. */
const MAX_SENDERS = 50_000;
const MB = 1_000_000;
const ADDRESS = 'this address';
const PROFILE = 'the trackers of this profile';

/** Who posts, as far as limits know; undefined behind a proxy that the operator has not named. */
export type Sender = string | undefined;

export interface CollectLimits {
  /** Before the body is read. */
  countRequest(request: IncomingMessage): Sender;
  /** Of a body that was read, whatever is in it. */
  spendBytes(sender: Sender, bytes: number): void;
  /** Of a body that is valid, before any of it is kept. */
  countProfile(profileId: string, sender: Sender, body: { bytes: number; events: number }): void;
}

export function createCollectLimits(
  clock: Clock,
  config: Config,
  isTrusted: (address: string) => boolean,
  onUnknownProxy: (address: string) => void = () => undefined,
): CollectLimits {
  const addresses = new SlidingWindow(clock, WINDOW_SECONDS);
  const profiles = new SlidingWindow(clock, WINDOW_SECONDS);
  const budget = (perMinute: number) => new TokenBuckets(clock, perMinute);
  const [addressBytes, profileBytes] = [budget(config.collectMbPerAddress * MB), budget(config.collectMbPerProfile * MB)];
  const [addressEvents, profileEvents] = [budget(config.collectEventsPerAddress), budget(config.collectEventsPerProfile)];
  return {
    countRequest: (request) => {
      if (isOfUnknownProxy(request, isTrusted)) {
        onUnknownProxy(peerOf(request));
        return undefined;
      }
      const sender = senderOf(clientAddress(request, isTrusted), addresses.size);
      refuseOver(addresses, sender, config.collectPerAddress, ADDRESS);
      requireLeft({ buckets: addressBytes, name: sender, whose: ADDRESS, amount: declaredBytes(request), unit: 'MB' });
      return sender;
    },
    spendBytes: (sender, bytes) => {
      if (sender !== undefined) spend([{ buckets: addressBytes, name: sender, whose: ADDRESS, amount: bytes, unit: 'MB' }]);
    },
    countProfile: (profileId, sender, { bytes, events }) => {
      refuseOver(profiles, profileId, config.collectPerProfile, PROFILE);
      const of = { name: profileId, whose: PROFILE };
      const expenses: Expense[] = [
        { ...of, buckets: profileBytes, amount: bytes, unit: 'MB' },
        { ...of, buckets: profileEvents, amount: events, unit: 'events' },
      ];
      if (sender !== undefined)
        expenses.push({ buckets: addressEvents, name: sender, whose: ADDRESS, amount: events, unit: 'events' });
      spend(expenses);
    },
  };
}

/** The more of them there are, the wider are the networks that are counted as one: memory stays bounded, and nobody is shut out. */
function senderOf(address: string, senders: number): string {
  if (senders < MAX_SENDERS) return householdOf(address);
  return senders < 2 * MAX_SENDERS ? networkOf(address) : regionOf(address);
}

/** The body's length as the request states it; 1 where it does not. */
const declaredBytes = ({ headers }: IncomingMessage): number => Math.max(1, Number(headers['content-length'] ?? 1) || 1);

/** A proxy that the operator has not named passes on everybody's posts: its address says nothing about who sends them. */
const isOfUnknownProxy = (request: IncomingMessage, isTrusted: (address: string) => boolean): boolean => {
  const peer = peerOf(request);
  return request.headers['x-forwarded-for'] !== undefined && isPrivateAddress(peer) && !isTrusted(peer);
};

function refuseOver(window: SlidingWindow, name: string, limit: number, whose: string): void {
  const { isOver, resetSeconds } = window.take(name, limit);
  if (isOver) throw refusal(`${limit} requests`, whose, resetSeconds);
}

const refusal = (most: string, whose: string, seconds: number): ApiError =>
  new ApiError('rate_limit_exceeded', `More than ${most} in a minute from ${whose}.`, {}, seconds);

interface Expense {
  buckets: TokenBuckets;
  name: string;
  whose: string;
  amount: number;
  unit: 'MB' | 'events';
}

/** All of them, or none. */
function spend(expenses: readonly Expense[]): void {
  for (const expense of expenses) requireLeft(expense);
  for (const { buckets, name, amount } of expenses) buckets.take(name, amount);
}

function requireLeft({ buckets, name, whose, amount, unit }: Expense): void {
  const seconds = buckets.secondsUntil(name, amount);
  const { perMinute } = buckets;
  if (seconds > 0) throw refusal(`${unit === 'MB' ? perMinute / MB : perMinute} ${unit}`, whose, seconds);
}
