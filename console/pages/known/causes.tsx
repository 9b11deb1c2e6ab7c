// The effect of each cause, from the figure at the one moment to the figure at the other.
import { Waterfall } from '../../charts/waterfall.tsx';
import { Empty } from '../../design/states.tsx';
import { figureCell, useReceipt } from '../../receipts/receipts.tsx';
import type { Opened } from '../../receipts/source.ts';
import { CAUSE_NAMES, CAUSE_TEXTS, CAUSES, useChangesQuery } from './changes.ts';
import { METRICS, type MovedProps, momentName, numberIn, shortName, wordsOf } from './words.ts';

/** A press on a step opens its receipt. */
export function Causes({ changes: { data, meta }, metric, moments }: MovedProps) {
  const open = useReceipt();
  const query = useChangesQuery(moments);
  const { from, to, causes } = data.totals;
  const words = wordsOf(metric, meta.known_to.currency);
  const steps = CAUSE_NAMES.map((cause) => ({ cause, name: CAUSES[cause], value: numberIn(causes[cause], metric) })).filter(
    ({ value }) => value !== 0,
  );
  const source = (pointer: string) => ({ path: '/api/v1/attribution/changes', query, pointer });
  const columnOf = (at: number): Opened => {
    const step = steps[at - 1];
    if (step) {
      const pointer = `/data/totals/causes/${step.cause}/${metric}`;
      return { name: step.name, source: source(pointer), text: words.change(step.value) };
    }
    const [side, figures] = at === 0 ? (['from', from] as const) : (['to', to] as const);
    const text = words.show(numberIn(figures, metric));
    return { name: `${METRICS[metric]}, as known then`, source: source(`/data/totals/${side}/${metric}`), text };
  };
  if (steps.length === 0)
    return (
      <Empty title="Nothing changed between the two moments.">
        <p>Choose an earlier moment, other days or another figure.</p>
      </Empty>
    );
  return (
    <>
      <Waterfall
        title={`${METRICS[metric]} by cause`}
        description={`From ${words.show(numberIn(from, metric))} to ${words.show(numberIn(to, metric))}, cause by cause.`}
        from={{ name: `Known ${shortName(moments.from)}`, value: numberIn(from, metric) }}
        steps={steps}
        to={{ name: `Known ${momentName(moments.to)}`, value: numberIn(to, metric) }}
        format={words.show}
        formatChange={words.change}
        formatShort={words.short}
        onPick={(at) => open(columnOf(at))}
        cell={figureCell((row) => columnOf(row))}
      />
      <dl class="terms">
        {steps.map(({ cause, name }) => (
          <>
            <dt key={cause}>{name}</dt>
            <dd>{CAUSE_TEXTS[cause]}</dd>
          </>
        ))}
      </dl>
    </>
  );
}
