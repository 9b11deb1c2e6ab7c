// Up to six ads side by side: what a conversion costs with each, its interval of chance, and the median of all.
import { Forest } from '../../charts/forest.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { shortMoney } from '../../words/format.ts';
import type { AdsAnswer, AdsQuery, Choices, Credit } from './asked.ts';
import { usePicked } from './asked.ts';
import { AdFigure, nameOf, type Shown } from './figures.tsx';

interface TrayProps {
  choices: Choices;
  query: AdsQuery;
  credit: Credit;
}

export function Tray({ choices, query, credit }: TrayProps) {
  const answer = usePicked(choices.picked);
  return (
    <Panel
      title="Compared"
      lead="What a conversion costs with each ad; the line is its 95 % interval of chance"
      tools={
        <button type="button" class="button" onClick={choices.pickNone}>
          Compare none
        </button>
      }
    >
      <Loaded answer={answer} lines={4}>
        {(found) => <Compared found={found} choices={choices} query={query} credit={credit} />}
      </Loaded>
    </Panel>
  );
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

function Compared({ found: { data, meta }, choices, query, credit }: TrayProps & { found: AdsAnswer }) {
  const { currency, median_cost_per_outcome: median } = meta;
  if (data.length === 0) return <p class="soft">These ads are not among the profile’s ads.</p>;
  return (
    <div class="columns">
      <Forest
        title="Cost per conversion of the compared ads"
        description="A row for each ad with its interval; the line down is the median of the profile’s ads."
        estimates={data.map((ad) => {
          const { low = null, high = null } = credit.costOf(ad) ?? {};
          return { name: nameOf(ad), value: numberOrNull(ad.cost_per_outcome), low, high, tone: 'accent' };
        })}
        reference={median === null ? undefined : { value: Number(median), name: 'Median' }}
        format={(value) => shortMoney(value, currency)}
      />
      <section class="scroll" aria-label="Compared ads in numbers" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Ad</th>
              {COMPARED.map(([of, title]) => (
                <th key={of} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">
                <span class="only-read">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((ad, at) => (
              <Row
                key={ad.id}
                shown={{ ad, at, meta, query: { ...query, search: ad.id }, credit }}
                remove={() => choices.toggle(ad.id)}
              />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const COMPARED = [
  ['spend', 'Spend'],
  ['conversions', 'Conversions'],
  ['roas', 'ROAS'],
  ['cost_per_conversion', 'Cost'],
  ['ctr', 'CTR'],
  ['cpc', 'CPC'],
] as const;

const Row = ({ shown, remove }: { shown: Shown; remove: () => void }) => (
  <tr>
    <th scope="row" class="name">
      <bdi>{nameOf(shown.ad)}</bdi>
    </th>
    {COMPARED.map(([of]) => (
      <td key={of}>
        <AdFigure of={of} shown={shown} />
      </td>
    ))}
    <td>
      <button type="button" class="icon-button" aria-label={`Do not compare ${nameOf(shown.ad)}`} onClick={remove}>
        ×
      </button>
    </td>
  </tr>
);
