// The way of a file of before, in which all workspaces of an installation shared one advertiser, to one advertiser per workspace.
import { firstIdAfter } from './market.ts';
import type { Advertiser, SandboxState, SharedState } from './state.ts';

/** A workspace that is connected to the sandbox, or was. */
export interface Owner {
  workspaceId: string;
  /** SHA-256 of the tokens of its connections, by which its grants are found. */
  tokens: ReadonlySet<string>;
}

/**
 * Each workspace goes on with all ads as they were, under the ids that its visits carry, and with its own grants; what is created from now on
 * has other ids in each. A grant of no workspace ends: its connection was removed.
 * @param owners The oldest first.
 */
export function splitShared(shared: SharedState, owners: readonly Owner[]): SandboxState {
  const { version: _version, clockOffsetMs, clientSecret, done, grants, ...market } = shared;
  const ownerOf = (grant: SharedState['grants'][number]): Owner | undefined =>
    owners.find(({ tokens }) => [grant.access, grant.refresh, grant.lastRefresh].some((hash) => tokens.has(hash ?? '')));
  return {
    version: 2,
    clockOffsetMs,
    clientSecret,
    done,
    grants: grants.flatMap((grant) => {
      const owner = ownerOf(grant);
      return owner ? [{ ...grant, workspaceId: owner.workspaceId }] : [];
    }),
    advertisers: owners.map(({ workspaceId }, earlier) => advertiserFrom(market, workspaceId, earlier)),
    opened: Math.max(1, owners.length),
  };
}

type SharedMarket = Omit<Advertiser, 'workspaceId'>;

const advertiserFrom = (market: SharedMarket, workspaceId: string, earlier: number): Advertiser => ({
  ...structuredClone(market),
  workspaceId,
  nextId: earlier === 0 ? market.nextId : firstIdAfter(earlier),
});
