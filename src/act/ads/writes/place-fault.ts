// Why no change of an ad's URL parameters can be sent: the checks that a change makes before it asks the platform, made for a list of ads.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { AdPlaceFault } from '../../../base/contract/slice-hooks.ts';
import { findAdAccount } from '../../connections/index.ts';
import { checkTurn, findPlace, IdOfSeveral, requireAbility, SkippedHere } from './wanted.ts';

export async function adPlaceFault(base: ReadBase, profileId: string, adId: string): Promise<AdPlaceFault | undefined> {
  try {
    const target = { type: 'ad', id: adId } as const;
    const place = findPlace(base, profileId, target);
    checkTurn(base, { kind: 'url_tags', target, place });
    const found = await findAdAccount(base, profileId, place);
    requireAbility(found, 'url_tags');
    return found.row.has_write_access === 0 ? 'write_permission_missing' : undefined;
  } catch (error) {
    if (error instanceof ApiError) return faultOf(error);
    throw error;
  }
}

function faultOf(error: ApiError): AdPlaceFault {
  if (error instanceof IdOfSeveral) return 'id_at_several_platforms';
  if (error instanceof SkippedHere) return error.reason === 'being_changed' ? 'being_changed' : 'not_supported';
  if (error.code === 'not_implemented') return 'not_supported';
  return error.code === 'not_found' ? 'not_found' : 'not_connected';
}
