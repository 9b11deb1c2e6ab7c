// A rule as it is stored.
import type { ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';
import type { DayRule } from './judging/judge-day.ts';
import { storedCondition, storedDelivery } from './stored.ts';

export type RuleRow = RowOf<'act/alerts/alert_rules_list'>;

export const rulesOf = (base: ReadBase, profileId: string): RuleRow[] =>
  base.state.statement('act/alerts/alert_rules_list').all({ profile_id: profileId });

export const dayRuleOf = (row: Pick<RuleRow, 'kind' | 'condition' | 'delivery'>): DayRule => ({
  kind: row.kind,
  condition: storedCondition.read(row.condition),
  skippedDays: storedDelivery.read(row.delivery).skipped_days,
});
