// The range of a figure under the nine models: chance has its interval, and this is the other band, the choice of the model.
import { useAnswer } from '../api/answer.ts';
import { api, unwrap } from '../api/client.ts';
import { DotStrip } from '../charts/dots.tsx';
import { MODELS, type Model } from '../question/question.ts';
import { credit, money, ratio } from '../words/format.ts';
import { queryText, type Source } from './source.ts';

const ALL = Object.keys(MODELS) as Model[];
const isModel = (text: unknown): text is Model => typeof text === 'string' && Object.hasOwn(MODELS, text);

/** Where the figure is in the report of attribution, without its model: the parts before and after it. */
interface Place {
  before: string[];
  figure: 'conversions' | 'revenue' | 'roas' | 'cost_per_conversion';
  chosen: Model | undefined;
}

const FIGURES = ['conversions', 'revenue', 'roas', 'cost_per_conversion'] as const;

/** Undefined for a figure that is the same under every model. */
export function placeOf({ path, pointer, query }: Source): Place | undefined {
  const parts = pointer.split('/').slice(1);
  if (path === '/api/v1/overview' && pointer === '/data/current/roas') {
    const { model } = query;
    return { before: ['data', 'totals'], figure: 'roas', chosen: isModel(model) ? model : undefined };
  }
  const [at, figure] = [parts.indexOf('models'), FIGURES.find((each) => each === parts.at(-1))];
  const chosen = parts[at + 1];
  if (path !== '/api/v1/attribution' || at < 0 || figure === undefined || !isModel(chosen)) return undefined;
  return { before: parts.slice(0, at), figure, chosen };
}

/** The member at the end of a path of names. */
function memberAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>(
    (inner, part) => (inner !== null && typeof inner === 'object' ? Reflect.get(inner, part) : undefined),
    value,
  );
}

export function ModelRange({ source, place }: { source: Source; place: Place }) {
  const { query } = source;
  const { include: _include, model: _model, models: _models, ...rest } = query;
  const asked = { dimension: 'channel', ...rest, models: ALL };
  const { data } = useAnswer(['model range', source], (signal) =>
    unwrap(
      api.GET('/api/v1/attribution', {
        params: { query: { date_from: String(query['date_from']), date_to: String(query['date_to']) } },
        querySerializer: () => queryText(asked),
        signal,
      }),
    ),
  );
  if (!data) return <p class="soft">…</p>;
  const dots = ALL.flatMap((model) => {
    const value = memberAt(data, [...place.before, 'models', model, place.figure]);
    return value === null || value === undefined ? [] : [{ name: MODELS[model], value: Number(value) }];
  });
  if (dots.length === 0) return <p class="soft">No model has a value.</p>;
  const { currency } = data.meta;
  const format = (value: number): string =>
    place.figure === 'roas' ? ratio(value) : place.figure === 'conversions' ? credit(value) : money(value, currency);
  const values = dots.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (
    <>
      <p>
        <b class="number">{low === high ? format(low) : `${format(low)} to ${format(high)}`}</b>
        {low === high ? ', whichever model divides the credit.' : ', by the model that divides the credit.'}
      </p>
      <DotStrip
        dots={dots}
        chosen={place.chosen === undefined ? '' : MODELS[place.chosen]}
        extent={{ low: Math.min(low, 0), high }}
        format={format}
        label="Under each model"
        width={320}
      />
    </>
  );
}
