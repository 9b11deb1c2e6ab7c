// Which days of spend a profile has reported.
import type { ReadBase } from '../../base/base.ts';

export const hasSpend = (base: ReadBase, profileId: string): boolean =>
  base.state.statement('collect/spend/report_any').get({ profile_id: profileId }) !== undefined;
