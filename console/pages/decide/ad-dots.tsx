// All ads of the profile on one line by what a sale costs, the one that is judged marked with its interval. Ratios to the median are equally
// far apart on both sides: a quarter of it is at the left end, four times at the right.
import { useWidth } from '../../charts/figure.tsx';
import { money } from '../../words/format.ts';
import { type Recommendation, useWindowAds } from './asked.ts';

const [HEIGHT, LINE, EDGE] = [56, 20, 10];
const SPAN = Math.log(4);

export function AdDots({ recommendation }: { recommendation: Recommendation }) {
  const { target, rationale, ad_name, kind } = recommendation;
  const { cost_per_cash_outcome, profile_median_cost_per_cash_outcome, currency, interval, cost_delta_pct } = rationale.evidence;
  const { box, width } = useWidth<HTMLDivElement>();
  const { data } = useWindowAds(recommendation);
  const median = Number(profile_median_cost_per_cash_outcome);
  const x = (cost: number): number =>
    width / 2 + (width / 2 - EDGE) * Math.min(1, Math.max(-1, Math.log(Math.max(cost, Number.EPSILON) / median) / SPAN));
  const show = (cost: number | string): string => money(cost, currency);
  const others = (data?.data ?? []).flatMap(({ id, name, cost_per_outcome: cost }) =>
    cost === null || id === target.ad_id ? [] : [{ id, name: name ?? id, cost: Number(cost) }],
  );
  const side = cost_delta_pct < 0 ? 'below' : 'above';
  const label = `${ad_name ?? target.ad_id}: ${show(cost_per_cash_outcome)} a sale, ${Math.abs(Math.round(cost_delta_pct))} % ${side} the median of ${show(median)}, beside ${others.length} other ads`;
  return (
    <div ref={box} class={`decide-dots chart tone-${kind === 'pause' || cost_delta_pct > 0 ? 'bad' : 'good'}`}>
      <svg class="strip" role="img" aria-label={label} width={width} height={HEIGHT}>
        <line class="rule" x1={EDGE} x2={width - EDGE} y1={LINE} y2={LINE} />
        <line class="strip-reference" x1={width / 2} x2={width / 2} y1={4} y2={LINE + 14} />
        {others.map(({ id, name, cost }) => (
          <circle key={id} class="strip-dot" cx={x(cost)} cy={LINE} r={3.5}>
            <title>{`${name}: ${show(cost)}`}</title>
          </circle>
        ))}
        <line class="interval" x1={x(Number(interval.low))} x2={x(Number(interval.high))} y1={LINE} y2={LINE} />
        <circle class="strip-chosen" cx={x(Number(cost_per_cash_outcome))} cy={LINE} r={6} />
        <text x={width / 2} y={HEIGHT - 6} text-anchor="middle">
          median {show(median)} a sale
        </text>
        <text x={EDGE} y={HEIGHT - 6}>
          ← cheaper
        </text>
        <text x={width - EDGE} y={HEIGHT - 6} text-anchor="end">
          dearer →
        </text>
      </svg>
    </div>
  );
}
