// The cells of a model in the tree, and the rows at its end: what no touch earned, and the total.
import { MODELS, type Model } from '../../question/question.ts';
import { Figure } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, money, moneyKnown, ratio } from '../../words/format.ts';
import { type AttributionAnswer, intervalOf, type LevelQuery, type Row } from './levels.ts';

interface CellsProps {
  row: Pick<Row, 'label' | 'models'>;
  model: Model;
  level: AttributionAnswer;
  source: (...parts: (string | number)[]) => { path: string; query: LevelQuery; pointer: string };
  currency: string;
}

export function ModelCells({ row: { label, models }, model, level, source, currency }: CellsProps) {
  const figures = models[model];
  const at = source('models', model, 'revenue');
  const interval = intervalOf(level, at.pointer);
  const about = `${label}, ${MODELS[model]}`;
  if (!figures) return <td colSpan={4} />;
  return (
    <>
      <td class="attribution-group">
        <Figure name={`Revenue of ${about}`} source={at}>
          {moneyKnown(figures.revenue, currency)}
        </Figure>
        {interval && (
          <span class="attribution-interval">
            {interval.low === null || interval.high === null
              ? 'too few people'
              : `${money(interval.low, currency)} – ${money(interval.high, currency)}`}
          </span>
        )}
      </td>
      <td>
        <Figure name={`Conversions of ${about}`} source={source('models', model, 'conversions')}>
          {credit(figures.conversions)}
        </Figure>
      </td>
      <td>
        {figures.roas === null ? (
          <span class="soft">—</span>
        ) : (
          <Figure name={`ROAS of ${about}`} source={source('models', model, 'roas')}>
            {ratio(figures.roas)}
          </Figure>
        )}
      </td>
      <td>
        {figures.cost_per_conversion === null ? (
          <span class="soft">—</span>
        ) : (
          <Figure name={`Cost per conversion of ${about}`} source={source('models', model, 'cost_per_conversion')}>
            {money(figures.cost_per_conversion, currency)}
          </Figure>
        )}
      </td>
    </>
  );
}

export function Foot({ level, query, columns }: { level: AttributionAnswer; query: LevelQuery; columns: readonly Model[] }) {
  const { data, meta } = level;
  const { currency } = meta;
  const at = (...parts: (string | number)[]) => ({ path: '/api/v1/attribution', query, pointer: pointerTo('data', ...parts) });
  return (
    <>
      <tr>
        <th scope="row">Unattributed</th>
        <td />
        {columns.map((model) => {
          const rest = data.unattributed.models[model];
          return (
            <>
              <td key={model} class="attribution-group">
                {rest && (
                  <Figure name={`Unattributed revenue, ${MODELS[model]}`} source={at('unattributed', 'models', model, 'revenue')}>
                    {moneyKnown(rest.revenue, currency)}
                  </Figure>
                )}
              </td>
              <td>
                {rest && (
                  <Figure
                    name={`Unattributed conversions, ${MODELS[model]}`}
                    source={at('unattributed', 'models', model, 'conversions')}
                  >
                    {credit(rest.conversions)}
                  </Figure>
                )}
              </td>
              <td />
              <td />
            </>
          );
        })}
        <td colSpan={2} />
      </tr>
      <tr>
        <th scope="row">Total</th>
        <td>
          <TotalSpend spend={data.totals.spend} currency={currency} source={at('totals', 'spend')} />
        </td>
        {columns.map((model) => (
          <ModelCells
            key={model}
            row={{ label: 'all channels', models: data.totals.models }}
            model={model}
            level={level}
            currency={currency}
            source={(...parts) => at('totals', ...parts)}
          />
        ))}
        <td colSpan={2} />
      </tr>
    </>
  );
}

interface SpendProps {
  spend: string | null;
  currency: string;
  source: { path: string; query: LevelQuery; pointer: string };
}

const TotalSpend = ({ spend, currency, source }: SpendProps) =>
  spend === null ? (
    <span class="soft">—</span>
  ) : (
    <Figure name="Spend" source={source}>
      {money(spend, currency)}
    </Figure>
  );
