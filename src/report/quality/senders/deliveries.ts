// The finding `delivery`: whether destinations accept their conversions and webhooks. The worst of them decides; each is in the evidence.
import type { ReadBase } from '../../../base/base.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import type { DeliverySum } from '../../../base/contract/slice-hooks.ts';
import { evidenceOf, findingOf, type Measured } from '../findings.ts';
import { instrumentationKind } from '../kinds/instrumentation-kinds.ts';
import type { Scope } from '../period.ts';
import { type Finding, statusOfShare, thresholdOf, WORST_FIRST } from '../rules.ts';

const statusOf = ({ accepted, attempted }: DeliverySum) => statusOfShare(accepted, attempted, thresholdOf('delivery'));
const shareOf = ({ accepted, attempted }: DeliverySum): number => (attempted === 0 ? 1 : accepted / attempted);

export function deliveryFinding(base: ReadBase, scope: Scope): Finding {
  const since = Date.parse(scope.period.date_from);
  const sums = hooksOf(base)
    .flatMap(({ deliveries }) => deliveries?.(base, scope.profileId, since) ?? [])
    .filter(({ attempted }) => attempted > 0)
    .sort((a, b) => WORST_FIRST.indexOf(statusOf(a)) - WORST_FIRST.indexOf(statusOf(b)) || shareOf(a) - shareOf(b));
  const [worst] = sums;
  const kind = instrumentationKind('delivery');
  if (!worst) return findingOf(kind, { hits: 0, cases: 0, money: null }, scope, { status: 'ok' });
  const measured: Measured = {
    hits: worst.accepted,
    cases: worst.attempted,
    money: null,
    evidence: sums.map(({ name, accepted, attempted, reasons }) =>
      evidenceOf(name, { count: accepted, of: attempted, note: reasons.length === 0 ? null : reasons.join(', ') }),
    ),
  };
  return findingOf({ ...kind, fix: worst.list }, measured, scope);
}
