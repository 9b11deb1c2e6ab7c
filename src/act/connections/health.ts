// The actions that connections need from a person: for the setup checklist, for the quality of tracking, and for the operator of the service.
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { QualitySignal, ReadinessStep } from '../../base/contract/slice-hooks.ts';
import { hasSpend } from '../../collect/spend/index.ts';
import { type Connection, type ConnectionStatus, connectionsOf, isUsable } from './connection.ts';
import { type Provider, providers, registeredClient } from './providers.ts';

/** A connection whose last complete reading is older needs attention. */
const STALE_MS = 6 * 3_600_000;
const VERSION_WARNING_DAYS = 60;
const DAY_MS = 86_400_000;

const WHY: Readonly<Record<string, string>> = {
  grant_ended: 'does not accept the connection any more',
  permission_missing: 'does not allow reading any more',
  payment_missing: 'waits for a payment for an account',
  account_disabled: 'has disabled an account',
  account_missing: 'does not show an account any more',
  registration_refused: 'refuses the app registration of this installation, or its API version',
  mapping_missing: 'waits until somebody says which outcomes its stages and forms mean',
};

const CONNECT = 'POST /api/v1/connections/{provider}/connect';

/** Spend that is sent or loaded needs no connection. */
export function connectionSteps(base: ReadBase, profileId: string): ReadinessStep[] {
  const connections = connectionsOf(base, profileId).filter(({ provider }) => provider.kind === 'ad_platform');
  const dead = connections.find(({ status }) => status === 'reconnect_required');
  const done = !dead && (connections.some(isUsable) || hasSpend(base, profileId));
  const next = dead
    ? `${dead.provider.name} ${WHY[dead.statusReason ?? ''] ?? 'refuses'}: connect it again with the same account (${CONNECT}).`
    : `Connect an ad account (${CONNECT}), and open the link.`;
  return [
    { name: 'ad_account_connected', title: 'An ad account is connected, or spend is loaded', done, next: done ? '' : next },
  ];
}

export function connectionSignals(base: ReadBase, profileId: string): QualitySignal[] {
  const connections = connectionsOf(base, profileId).filter(
    ({ provider, status }) => provider.kind === 'ad_platform' && status !== 'pending' && status !== 'disabled',
  );
  if (connections.length === 0) return [];
  const now = base.clock.now();
  const isStale = ({ status, connectedAt, lastSync }: Connection): boolean => {
    if (status === 'reconnect_required' || (lastSync && lastSync.error !== null)) return true;
    return now - (lastSync?.finishedAt ?? connectedAt ?? now) > STALE_MS;
  };
  const stale = connections.filter(isStale);
  const dead = stale.some(({ status }) => status === 'reconnect_required');
  return [
    {
      name: 'spend_syncs',
      title: 'Spend of connected accounts',
      count: stale.length,
      status: stale.length === 0 ? 'ok' : dead ? 'problem' : 'attention',
      explanation: 'Connections whose spend could not be read at the last attempt, or not for six hours.',
      next:
        stale.length === 0
          ? ''
          : dead
            ? `Connect again (${CONNECT}).`
            : 'Wait: it is tried again automatically; GET /api/v1/connections says why it failed.',
    },
  ];
}

export interface ConnectionProblem {
  what: string;
  next: string;
}

/** The problems of a profile's connections, for its operator. */
export function connectionProblems(base: ReadBase, profileId: string): ConnectionProblem[] {
  const { name } = profileSettings(base, profileId);
  return connectionsOf(base, profileId)
    .filter(({ status }) => status === 'reconnect_required' || status === 'needs_action')
    .map(({ connectionId, provider, status, statusReason }) => ({
      what: `${provider.name} ${WHY[statusReason ?? ''] ?? 'refuses'} (connection ${connectionId} of "${name}").`,
      next: nextOf(provider, status, statusReason),
    }));
}

function nextOf({ id, name }: Provider, status: ConnectionStatus, reason: string | null): string {
  if (status === 'reconnect_required') return 'Have a manager of the profile connect the account again.';
  if (reason === 'mapping_missing')
    return 'Have a manager of the profile get a link to connect it again, and choose the outcomes on the page.';
  if (reason === 'registration_refused')
    return `Compare the values of TRIBUTARY_${id.toUpperCase()}_… with the app at ${name}; reading continues automatically.`;
  return `Act at ${name}; reading continues automatically.`;
}

/** API versions in use that end soon. */
export function versionWarnings(base: Base): string[] {
  const soon = new Date(base.clock.now() + VERSION_WARNING_DAYS * DAY_MS).toISOString().slice(0, 10);
  return providers().flatMap((provider) => {
    const { id, name } = provider;
    const ends = registeredClient(base, provider)?.versionEnds;
    if (ends === undefined || ends > soon) return [];
    return [
      `The API version in use at ${name} works until ${ends}: set TRIBUTARY_${id.toUpperCase()}_API_VERSION to a newer one.`,
    ];
  });
}

/** Connections that wait for a person, whenever they began to: nothing of them is read until then. */
export const waitingConnections = (base: ReadBase, profileId: string): number =>
  base.state.statement('act/connections/connections_waiting_count').get({ profile_id: profileId })?.connections ?? 0;
