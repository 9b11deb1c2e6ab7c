// What went with more sales per spend, beside other ads of the same ad set: levels, and the archetypes that they make together.
import type { ComponentChildren } from 'preact';
import { type Estimate, Forest } from '../../charts/forest.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { usePlace } from '../../frame/place.tsx';
import { count, credit, money, percent, ratio } from '../../words/format.ts';
import { inWords, type Pattern, titled, useArchetypes, usePatterns } from './asked.ts';

const VERDICTS = { higher: 'More', lower: 'Less', unclear: 'May be chance', directional: 'Too few ads' } as const;

const verdictOf = ({ on_sales }: Pattern): string => (on_sales ? VERDICTS[on_sales.verdict] : 'Never beside others');
const isSure = ({ on_sales }: Pattern): boolean => on_sales?.verdict === 'higher' || on_sales?.verdict === 'lower';
const times = (value: number): string => `×${Number(value.toFixed(2))}`;

const nameOf = ({ dimension, level }: Pattern): string =>
  dimension === 'archetype' ? titled(level) : `${titled(dimension)}: ${inWords(level)}`;

const estimateOf = (pattern: Pattern): Estimate => ({
  name: nameOf(pattern),
  value: pattern.on_sales?.ratio ?? null,
  low: pattern.on_sales?.low ?? null,
  high: pattern.on_sales?.high ?? null,
  tone: isSure(pattern) ? 'accent' : 'ink-soft',
});

/** Patterns with enough ads to say something. */
const drawn = (rows: readonly Pattern[]): Pattern[] =>
  rows.filter(({ on_sales }) => on_sales !== null && on_sales.verdict !== 'directional').slice(0, 24);

function Nothing({ children }: { children: ComponentChildren }) {
  const { id } = usePlace();
  return (
    <Empty title="No ad is labelled yet.">
      <p>
        {children} <a href={`/console/${id}/creatives/labels`}>Label your ads</a>.
      </p>
    </Empty>
  );
}

function Found({ rows, currency }: { rows: readonly Pattern[]; currency: string }) {
  const shown = drawn(rows);
  return (
    <>
      {shown.length > 0 && (
        <Forest
          title="Sales per spend, against the rest of the ad set"
          description="The ratio of each level to the rest, with its 90 % interval; the line is no difference."
          estimates={shown.map(estimateOf)}
          reference={{ value: 1, name: 'No difference' }}
          percent={90}
          format={times}
        />
      )}
      <Table
        name="Levels"
        isCards
        columns={[
          'Level',
          'Says',
          { number: 'Sales per spend' },
          { number: '90 %' },
          { number: 'Same in' },
          { number: 'Ads' },
          { number: 'Sales' },
          { number: 'Spend' },
        ]}
      >
        {rows.map((row) => (
          <tr key={`${row.dimension} ${row.level}`}>
            <th scope="row" class="text">
              {nameOf(row)}
            </th>
            <td class="text">{verdictOf(row)}</td>
            <td>{row.on_sales ? times(row.on_sales.ratio) : '–'}</td>
            <td>{row.on_sales ? `${ratio(row.on_sales.low)} to ${ratio(row.on_sales.high)}` : '–'}</td>
            <td>{row.on_sales ? `${row.on_sales.holds_in} of ${row.on_sales.adsets}` : '–'}</td>
            <td>{count(row.ads)}</td>
            <td>{credit(row.sales)}</td>
            <td>{money(row.spend, currency)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

export function Patterns() {
  return (
    <Panel
      title="What went with more sales"
      lead="Each level against the other ads of the same ad set on the same days; it went with more sales, which does not say why"
    >
      <Loaded answer={usePatterns()} lines={12}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Nothing>Patterns compare ads by what they are made of.</Nothing>
          ) : (
            <>
              {!data.some(isSure) && (
                <p class="notice">No difference is beyond chance yet: of all that is below, nothing is called a pattern.</p>
              )}
              <Found rows={data} currency={meta.profiles[0]?.currency ?? 'USD'} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

export function Archetypes() {
  return (
    <Panel title="Kinds of creatives" lead="Production, hook, angle and format that at least three ads have in common">
      <Loaded answer={useArchetypes()} lines={8}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Nothing>Three ads with the same labels make an archetype.</Nothing>
          ) : (
            <>
              <ul class="creatives-shares">
                {data.map(({ level, share_of_spend }) => (
                  <li key={level}>
                    {titled(level)}: {percent(100 * share_of_spend)} of spend
                  </li>
                ))}
              </ul>
              <Found rows={data} currency={meta.profiles[0]?.currency ?? 'USD'} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
