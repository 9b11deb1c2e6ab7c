// What went with more sales per spend, beside other ads of the same ad set: levels, and the archetypes that they make together.
import type { ComponentChildren } from 'preact';
import { type Estimate, Forest } from '../../charts/forest.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import type { Source } from '../../receipts/source.ts';
import { count, credit, money, percent, ratio } from '../../words/format.ts';
import { inWords, type Pattern, titled, useArchetypes, useList, usePatterns } from './asked.ts';

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

function Nothing({ title = 'No ad is labelled yet.', children }: { title?: string; children: ComponentChildren }) {
  const { id } = usePlace();
  return (
    <Empty title={title}>
      <p>
        {children} <a href={`/console/${id}/creatives/labels`}>Label your ads</a>.
      </p>
    </Empty>
  );
}

interface FoundProps {
  /** The list that the rows are of. */
  list: 'creative-patterns' | 'creative-archetypes';
  rows: readonly Pattern[];
  currency: string;
}

function Found({ list, rows, currency }: FoundProps) {
  const source = useList(list);
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
        {rows.map((row, at) => (
          <Row key={`${row.dimension} ${row.level}`} row={row} at={at} source={source} currency={currency} />
        ))}
      </Table>
    </>
  );
}

interface RowProps {
  row: Pattern;
  at: number;
  source: (pointer: string) => Source;
  currency: string;
}

function Row({ row, at, source, currency }: RowProps) {
  return (
    <tr>
      <th scope="row" class="text">
        {nameOf(row)}
      </th>
      <td class="text">{verdictOf(row)}</td>
      <td>
        {row.on_sales ? (
          <Figure name={`Sales per spend of ${nameOf(row)}`} source={source(`/data/${at}/on_sales/ratio`)}>
            {times(row.on_sales.ratio)}
          </Figure>
        ) : (
          '–'
        )}
      </td>
      <td>
        {row.on_sales ? (
          <>
            <Figure name={`Lower end of ${nameOf(row)}`} source={source(`/data/${at}/on_sales/low`)}>
              {ratio(row.on_sales.low)}
            </Figure>{' '}
            to{' '}
            <Figure name={`Upper end of ${nameOf(row)}`} source={source(`/data/${at}/on_sales/high`)}>
              {ratio(row.on_sales.high)}
            </Figure>
          </>
        ) : (
          '–'
        )}
      </td>
      <td>
        {row.on_sales ? (
          <>
            <Figure name={`Ad sets alike of ${nameOf(row)}`} source={source(`/data/${at}/on_sales/holds_in`)}>
              {count(row.on_sales.holds_in)}
            </Figure>{' '}
            of{' '}
            <Figure name={`Ad sets of ${nameOf(row)}`} source={source(`/data/${at}/on_sales/adsets`)}>
              {count(row.on_sales.adsets)}
            </Figure>
          </>
        ) : (
          '–'
        )}
      </td>
      <td>
        <Figure name={`Ads of ${nameOf(row)}`} source={source(`/data/${at}/ads`)}>
          {count(row.ads)}
        </Figure>
      </td>
      <td>
        <Figure name={`Sales of ${nameOf(row)}`} source={source(`/data/${at}/sales`)}>
          {credit(row.sales)}
        </Figure>
      </td>
      <td>
        <Figure name={`Spend of ${nameOf(row)}`} source={source(`/data/${at}/spend`)}>
          {money(row.spend, currency)}
        </Figure>
      </td>
    </tr>
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
              <Found list="creative-patterns" rows={data} currency={meta.profiles[0]?.currency ?? 'USD'} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

export function Archetypes() {
  const source = useList('creative-archetypes');
  return (
    <Panel title="Kinds of creatives" lead="Production, hook, angle and format that at least three ads have in common">
      <Loaded answer={useArchetypes()} lines={8}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Nothing title="No three ads are of one kind yet.">Three ads with the same labels make an archetype.</Nothing>
          ) : (
            <>
              <ul class="creatives-shares">
                {data.map(({ level, share_of_spend }, at) => (
                  <li key={level}>
                    {titled(level)}:{' '}
                    <Figure name={`Share of spend of ${level}`} source={source(`/data/${at}/share_of_spend`)}>
                      {percent(100 * share_of_spend)}
                    </Figure>{' '}
                    of spend
                  </li>
                ))}
              </ul>
              <Found list="creative-archetypes" rows={data} currency={meta.profiles[0]?.currency ?? 'USD'} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
