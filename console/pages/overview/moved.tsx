// The change of revenue against the other period: channel by channel, from the one total to the other. The steps add up exactly.

import { Link, useSearch } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { Waterfall } from '../../charts/waterfall.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { usePlace } from '../../frame/place.tsx';
import { COMPARISONS } from '../../question/period.ts';
import { MODELS, type Model } from '../../question/question.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { figureCell, useReceipt } from '../../receipts/receipts.tsx';
import { type Derived, type DerivedTerm, type Opened, pointerTo, type Source, termName } from '../../receipts/source.ts';
import { money, shortMoney } from '../../words/format.ts';
import { channelsQuery, overviewQuery, useChannels, useOverview } from './figures.ts';

const STEPS = 5;
const UNATTRIBUTED = 'Unattributed';

type Data = Schemas['AttributionData'];

/** A figure of one of the two answers; money without a rate counts nothing. */
interface Printed {
  revenue: string | null;
  pointer: string;
}

/** By channel, those without a touch among them. */
function amounts({ rows, unattributed }: Data, model: Model): Map<string, Printed> {
  const all = rows.map(({ label, models }, at): [string, Printed] => [
    label,
    { revenue: models[model]?.revenue ?? null, pointer: pointerTo('data', 'rows', at, 'models', model, 'revenue') },
  ]);
  const rest = {
    revenue: unattributed.models[model]?.revenue ?? null,
    pointer: pointerTo('data', 'unattributed', 'models', model, 'revenue'),
  };
  return new Map([...all, [UNATTRIBUTED, rest]]);
}

const amountIn = (printed: Printed | undefined): number => Number(printed?.revenue ?? 0);

interface ChannelStep {
  name: string;
  value: number;
  /** The channels that it is of, in each period. */
  of: { name: string; after: Printed | undefined; before: Printed | undefined }[];
}

function stepsOf(now: Data, before: Data, model: Model): ChannelStep[] {
  const [after, then] = [amounts(now, model), amounts(before, model)];
  const all = [...new Set([...after.keys(), ...then.keys()])]
    .map((name): ChannelStep => {
      const sides = { name, after: after.get(name), before: then.get(name) };
      return { name, value: amountIn(sides.after) - amountIn(sides.before), of: [sides] };
    })
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const rest = all.slice(STEPS);
  const sum = rest.reduce((total, { value }) => total + value, 0);
  return rest.length > 0 ? [...all.slice(0, STEPS), { name: 'Others', value: sum, of: rest.flatMap(({ of }) => of) }] : all;
}

/** Revenue of the channels in this period, less what it was in the other. */
function receiptOf({ of }: ChannelStep, sourceOf: (side: Side, pointer: string) => Source, currency: string): Derived {
  const termsOf = (side: Side) =>
    of.flatMap((channel, at): DerivedTerm[] => {
      const printed = channel[side];
      if (!printed || printed.revenue === null) return [];
      const name = of.length === 1 ? side : termName(side, at);
      const label = `${channel.name}, ${side === 'after' ? 'this period' : 'the other period'}`;
      return [{ name, label, value: printed.revenue, unit: currency, source: sourceOf(side, printed.pointer) }];
    });
  const [after, before] = [termsOf('after'), termsOf('before')];
  const sum = (terms: readonly DerivedTerm[]): string =>
    terms.length === 0 ? '0' : `(${terms.map(({ name }) => name).join(' + ')})`;
  return {
    text: 'Credited revenue of this period, less that of the other.',
    formula: of.length === 1 ? `${after[0]?.name ?? '0'} − ${before[0]?.name ?? '0'}` : `${sum(after)} − ${sum(before)}`,
    terms: [...after, ...before],
  };
}

export function Moved() {
  const asked = useQuestion();
  const { compared, question } = asked;
  const overview = useOverview();
  const now = useChannels(overviewQuery(asked));
  const before = useChannels(compared);
  const { id } = usePlace();
  const search = useSearch();
  if (!compared) return null;
  const model = question.model ?? overview.data?.meta.model ?? 'last_non_direct';
  return (
    <Panel
      title="What moved revenue"
      lead={`By channel under ${MODELS[model].toLowerCase()}, against: ${COMPARISONS[question.comparison].toLowerCase()}`}
      tools={<Link href={`/console/${id}/why${search === '' ? '' : `?${search}`}`}>Why</Link>}
    >
      <Loaded answer={before.error || !before.data ? before : now} lines={8}>
        {() => now.data && before.data && <Steps now={now.data} before={before.data} model={model} />}
      </Loaded>
    </Panel>
  );
}

type Side = 'after' | 'before';

interface StepsProps {
  now: Schemas['AttributionAnswer'];
  before: Schemas['AttributionAnswer'];
  model: Model;
}

function Steps({ now, before, model }: StepsProps) {
  const { query, compared = query } = useQuestion();
  const open = useReceipt();
  const { currency } = now.meta;
  const show = (value: number): string => money(value, currency);
  const signed = (text: string, value: number): string => `${value < 0 ? '−' : '+'}${text}`;
  const steps = stepsOf(now.data, before.data, model);
  const sourceOf = (side: Side, pointer: string): Source => ({
    path: '/api/v1/attribution',
    query: channelsQuery(side === 'after' ? query : compared),
    pointer,
  });
  const totals = pointerTo('data', 'totals', 'models', model, 'revenue');
  const total = ({ data }: Schemas['AttributionAnswer']): number => Number(data.totals.models[model]?.revenue ?? 0);
  const figureAt = (at: number): Opened => {
    const step = steps[at - 1];
    if (step) {
      const text = signed(show(Math.abs(step.value)), step.value);
      return { name: `${step.name}, what it moved`, text, source: receiptOf(step, sourceOf, currency) };
    }
    const [side, answer] = at === 0 ? (['before', before] as const) : (['after', now] as const);
    return { name: 'Revenue', text: show(total(answer)), source: sourceOf(side, totals) };
  };
  return (
    <Waterfall
      title="What moved revenue"
      description="From the revenue of the other period to that of this one, a step for each channel."
      from={{ name: 'Before', value: total(before) }}
      steps={steps}
      to={{ name: 'Now', value: total(now) }}
      format={show}
      formatChange={(value) => signed(show(Math.abs(value)), value)}
      formatShort={(value) => shortMoney(value, currency)}
      formatShortChange={(value) => signed(shortMoney(Math.abs(value), currency), value)}
      onPick={(at) => open(figureAt(at))}
      cell={figureCell(figureAt)}
    />
  );
}
