// The health of records of payments, shops and CRMs.
import type { ReadBase } from '../../../base/base.ts';
import type { QualitySignal } from '../../../base/contract/slice-hooks.ts';
import { type Connection, connectionsOf } from '../connection.ts';
import { hasRecords } from '../providers.ts';

/** Records are read hourly; a connection whose last complete reading is older needs attention. */
const STALE_MS = 6 * 3_600_000;

export function recordSignals(base: ReadBase, profileId: string): QualitySignal[] {
  const connections = connectionsOf(base, profileId).filter(
    ({ provider, status }) => hasRecords(provider) && status !== 'pending' && status !== 'disabled',
  );
  if (connections.length === 0) return [];
  const now = base.clock.now();
  const isStale = ({ status, statusReason, connectedAt, lastSync }: Connection): boolean => {
    if (status === 'reconnect_required' || statusReason === 'mapping_missing' || (lastSync && lastSync.error !== null))
      return true;
    return now - (lastSync?.finishedAt ?? connectedAt ?? now) > STALE_MS;
  };
  const stale = connections.filter(isStale);
  const isDead = stale.some(({ status }) => status === 'reconnect_required');
  const isUnmapped = stale.some(({ statusReason }) => statusReason === 'mapping_missing');
  return [
    {
      name: 'record_syncs',
      title: 'Payments, orders and deals of connected accounts',
      count: stale.length,
      status: stale.length === 0 ? 'ok' : isDead ? 'problem' : 'attention',
      explanation:
        'Connections whose records could not be read at the last attempt, or not for six hours, or whose stages mean nothing yet.',
      next: nextStep({ stale: stale.length, isDead, isUnmapped }),
    },
  ];
}

function nextStep({ stale, isDead, isUnmapped }: { stale: number; isDead: boolean; isUnmapped: boolean }): string {
  if (stale === 0) return '';
  const connect = 'POST /api/v1/connections/{provider}/connect';
  if (isDead) return `Connect again (${connect}).`;
  if (isUnmapped) return `Say which outcomes stages and forms mean: connect again (${connect}), and choose them on the page.`;
  return 'Wait: it is tried again automatically; GET /api/v1/connections says why it failed.';
}
