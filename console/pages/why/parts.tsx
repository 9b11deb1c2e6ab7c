// From the figure of the one period to that of the other: a step for each factor.
import { Waterfall } from '../../charts/waterfall.tsx';
import { figureCell, useReceipt } from '../../receipts/receipts.tsx';
import type { Opened } from '../../receipts/source.ts';
import { MEASURES, type WhyAnswer, type WhyQuery } from './question.ts';
import { amountOf, STEP_NAMES, STEP_TEXTS, STEPS, wordsOf } from './words.ts';

interface PartsProps {
  answer: WhyAnswer;
  query: WhyQuery;
}

export function Parts({ answer: { data, meta }, query }: PartsProps) {
  const open = useReceipt();
  const { measure, currency } = meta;
  const words = wordsOf(measure, currency);
  const { before, after, steps } = data.totals;
  const shown = STEP_NAMES.filter((step) => Number(steps[step]) !== 0);
  const source = (pointer: string) => ({ path: '/api/v1/why', query, pointer });
  const columnOf = (at: number): Opened => {
    const step = shown[at - 1];
    if (step) return { name: STEPS[step], source: source(`/data/totals/steps/${step}`), text: words.change(steps[step]) };
    const [side, amounts] = at === 0 ? (['before', before] as const) : (['after', after] as const);
    const text = words.show(amountOf(amounts, measure));
    return { name: `${MEASURES[measure]}, ${side}`, source: source(`/data/totals/${side}/${measure}`), text };
  };
  return (
    <>
      <Waterfall
        title={`${MEASURES[measure]} by factor`}
        description={`From the days before to these days, factor by factor: ${data.sentence.text}`}
        from={{ name: 'Before', value: Number(amountOf(before, measure)) }}
        steps={shown.map((step) => ({ name: STEPS[step], value: Number(steps[step]) }))}
        to={{ name: 'Now', value: Number(amountOf(after, measure)) }}
        format={(value) => words.show(String(value))}
        formatChange={(value) => words.change(String(value))}
        formatShort={words.short}
        onPick={(at) => open(columnOf(at))}
        cell={figureCell((row) => columnOf(row))}
      />
      <dl class="terms">
        {shown.map((step) => (
          <>
            <dt key={step}>{STEPS[step]}</dt>
            <dd>{STEP_TEXTS[step]}</dd>
          </>
        ))}
      </dl>
    </>
  );
}
