// The ad set and campaign that an ad or ad set is in, as the catalogue has them.
import type { ReadBase } from '../../../base/base.ts';
import type { RowOf } from '../../../base/state/state.ts';

/** One entry per account that has, or had, an object of this id. */
export const catalogueParents = (
  base: ReadBase,
  profileId: string,
  { type, id }: { type: 'ad' | 'adset'; id: string },
): RowOf<'act/connections/object_parents'>[] =>
  base.state.statement('act/connections/object_parents').all({ profile_id: profileId, object_type: type, object_id: id });
