// Limits of posts by browsers, beside the limit of each key: an address with all its keys, a profile with all its keys. A key is public, so that a
// stranger may use up its limit; an address is then stopped before the key is.
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../base/config/config.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Clock } from '../../base/kit/clock.ts';
import { householdOf, networkTest } from '../../base/kit/networks.ts';
import { SlidingWindow } from '../../base/kit/sliding-window.ts';
import { clientAddress, peerOf } from '../http/client-address.ts';
import { networkOf } from './places.ts';

const WINDOW_SECONDS = 60;
/** With more of them within a minute, further ones are counted by their networks: memory stays bounded. */
const MAX_ADDRESSES = 50_000;
const isPrivate = networkTest(
  '127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, ::1/128, fc00::/7, fe80::/10',
  'the private networks',
);

export interface CollectLimits {
  /** Before the body is read. */
  countAddress(request: IncomingMessage): void;
  countProfile(profileId: string): void;
}

export function createCollectLimits(clock: Clock, config: Config, isTrusted: (address: string) => boolean): CollectLimits {
  const addresses = new SlidingWindow(clock, WINDOW_SECONDS);
  const profiles = new SlidingWindow(clock, WINDOW_SECONDS);
  return {
    countAddress: (request) => {
      if (isOfUnknownProxy(request, isTrusted)) return;
      const address = clientAddress(request, isTrusted);
      const name = addresses.size < MAX_ADDRESSES ? householdOf(address) : networkOf(address);
      refuseOver(addresses, name, config.collectPerAddress, 'this address');
    },
    countProfile: (profileId) => refuseOver(profiles, profileId, config.collectPerProfile, 'the trackers of this profile'),
  };
}

/** A proxy that the operator has not named passes on everybody's posts: its address says nothing about who sends them. */
const isOfUnknownProxy = (request: IncomingMessage, isTrusted: (address: string) => boolean): boolean => {
  const peer = peerOf(request);
  return request.headers['x-forwarded-for'] !== undefined && isPrivate(peer) && !isTrusted(peer);
};

function refuseOver(window: SlidingWindow, name: string, limit: number, whose: string): void {
  const { isOver, resetSeconds } = window.take(name, limit);
  if (isOver)
    throw new ApiError('rate_limit_exceeded', `More than ${limit} requests in a minute from ${whose}.`, {}, resetSeconds);
}
