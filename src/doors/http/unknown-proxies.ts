// Proxies that pass requests on and that the operator has not named: seen since the start, for `status` and the doctor.
import type { ReadBase } from '../../base/base.ts';

const MOST = 5;
const seen = (base: Pick<ReadBase, 'memo'>): Set<string> => base.memo('unknown proxies', () => new Set<string>());

export function noteUnknownProxy(base: Pick<ReadBase, 'memo'>, address: string): void {
  const addresses = seen(base);
  if (addresses.size < MOST) addresses.add(address);
}

export const unknownProxies = (base: Pick<ReadBase, 'memo'>): string[] => [...seen(base)].sort();
