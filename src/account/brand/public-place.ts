// Where pages for anybody are.
import type { ReadBase } from '../../base/base.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { liveWorkspaces } from '../places/index.ts';

/** The beginning of their addresses; null where there is no place for them: several workspaces share the host of the console. */
export function publicPlace(base: ReadBase): string | null {
  const { publicHost } = base.config;
  if (publicHost !== undefined) return `https://${publicHost}`;
  return liveWorkspaces(base).length > 1 ? null : publicAddress(base);
}
