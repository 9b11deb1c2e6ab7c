// What moved revenue against the other period: channel by channel, from the one total to the other. The steps add up exactly.

import type { Schemas } from '../../api/client.ts';
import { Waterfall } from '../../charts/waterfall.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { COMPARISONS } from '../../question/period.ts';
import { MODELS, type Model } from '../../question/question.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { shortMoney } from '../../words/format.ts';
import { useChannels, useOverview } from './figures.ts';

const STEPS = 5;
const UNATTRIBUTED = 'Unattributed';

type Data = Schemas['AttributionData'];

const revenueOf = (models: Readonly<Record<string, { revenue: string | null }>>, model: Model): number =>
  Number(models[model]?.revenue ?? 0);

/** By channel, those without a touch among them. */
function amounts({ rows, unattributed }: Data, model: Model): Map<string, number> {
  const all = rows.map(({ label, models }): [string, number] => [label, revenueOf(models, model)]);
  return new Map([...all, [UNATTRIBUTED, revenueOf(unattributed.models, model)]]);
}

export function stepsOf(now: Data, before: Data, model: Model): { name: string; value: number }[] {
  const [after, then] = [amounts(now, model), amounts(before, model)];
  const all = [...new Set([...after.keys(), ...then.keys()])]
    .map((name) => ({ name, value: (after.get(name) ?? 0) - (then.get(name) ?? 0) }))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const rest = all.slice(STEPS);
  const sum = rest.reduce((total, { value }) => total + value, 0);
  return rest.length > 0 ? [...all.slice(0, STEPS), { name: 'Others', value: sum }] : all;
}

export function Moved() {
  const { query, compared, question } = useQuestion();
  const overview = useOverview();
  const now = useChannels(query);
  const before = useChannels(compared);
  if (!compared) return null;
  const model = question.model ?? overview.data?.meta.model ?? 'last_non_direct';
  return (
    <Panel
      title="What moved revenue"
      lead={`By channel under ${MODELS[model].toLowerCase()}, against: ${COMPARISONS[question.comparison].toLowerCase()}`}
    >
      <Loaded answer={before.error || !before.data ? before : now} lines={8}>
        {() => now.data && before.data && <Steps now={now.data} before={before.data} model={model} />}
      </Loaded>
    </Panel>
  );
}

interface StepsProps {
  now: Schemas['AttributionAnswer'];
  before: Schemas['AttributionAnswer'];
  model: Model;
}

function Steps({ now, before, model }: StepsProps) {
  const { currency } = now.meta;
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${shortMoney(Math.abs(value), currency)}`;
  return (
    <Waterfall
      title="What moved revenue"
      description="From the revenue of the other period to that of this one, a step for each channel."
      from={{ name: 'Before', value: revenueOf(before.data.totals.models, model) }}
      steps={stepsOf(now.data, before.data, model)}
      to={{ name: 'Now', value: revenueOf(now.data.totals.models, model) }}
      format={(value) => shortMoney(value, currency)}
      formatChange={signed}
      formatShort={(value) => shortMoney(value, currency)}
    />
  );
}
