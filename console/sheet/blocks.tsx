// The blocks of a shared report. A chart is drawn for several widths, as nothing measures on a page without scripts.

import { BarChart } from '../charts/bar.tsx';
import { LineChart } from '../charts/line.tsx';
import { Waterfall } from '../charts/waterfall.tsx';
import { Channel } from '../design/channel.tsx';
import { toneOf } from '../design/channels.ts';
import { Scroll } from '../design/scroll.tsx';
import { changeOf } from '../words/change.ts';
import { count, days, shortDay } from '../words/format.ts';
import { Cohorts, CohortsBy } from './cohorts.tsx';
import type { BarsBlock, Block, Contents, FiguresBlock, LinesBlock, StepsBlock, TableBlock } from './document.ts';
import { EachWidth, Section } from './parts.tsx';
import { Paths } from './paths.tsx';
import { modelName } from './question.ts';
import { formatOf, REASONS, shortOf, written } from './values.ts';

export function BlockOf({ block, contents }: { block: Block; contents: Contents }) {
  const { currency } = contents;
  if (block.kind === 'figures') return <Figures {...block} currency={currency} />;
  if (block.kind === 'lines') return <Lines {...block} currency={currency} />;
  if (block.kind === 'bars') return <Bars {...block} currency={currency} />;
  if (block.kind === 'table') return <TableOf {...block} currency={currency} />;
  if (block.kind === 'steps') return <Steps {...block} currency={currency} />;
  if (block.kind === 'text') return <Words text={block.text} />;
  if (block.kind === 'paths') return <Paths paths={block.paths} currency={currency} />;
  return block.metric === undefined ? (
    <Cohorts rows={block.rows} pooled={block.pooled} currency={currency} />
  ) : (
    <CohortsBy rows={block.rows} metric={block.metric} currency={currency} />
  );
}

const Words = ({ text }: { text: string }) => (
  <section class="panel boards-text">
    <p>
      <bdi>{text}</bdi>
    </p>
  </section>
);

type In<Of> = Of & { currency: string };

const numberOf = (value: string | number | null): number | null => (value === null ? null : Number(value));

const Figures = ({ figures, currency }: In<FiguresBlock>) => (
  <ul class="tiles shared-figures">
    {figures.map(({ name, unit, value, before, withheld }) => {
      const show = formatOf(unit, currency);
      const by = unit === 'percent' ? ({ by: 'points' } as const) : {};
      const change =
        before === undefined || withheld
          ? undefined
          : changeOf({ current: numberOf(value), previous: numberOf(before), show, ...by });
      return (
        <li key={name} class="tile">
          <h2>{name}</h2>
          <p class="tile-figure number">{written(value, unit, currency)}</p>
          {withheld && <p class="soft small">Withheld: {REASONS[withheld]}</p>}
          {change && (
            <p class="change soft">
              {change.amount} {change.words}
            </p>
          )}
        </li>
      );
    })}
  </ul>
);

function Lines({ title, days: buckets, series, currency }: In<LinesBlock>) {
  const [first, last] = [buckets[0], buckets.at(-1)];
  const range = first && last ? days(first.from, last.to) : '';
  return (
    <Section title={title} lead={`${range}, in ${currency}`}>
      <EachWidth>
        <LineChart
          title={title}
          description={`Lines over ${range}, in ${currency}.`}
          labels={buckets.map(({ from }) => shortDay(from))}
          names={buckets.map(({ from, to }) => days(from, to))}
          series={series.map(({ name, tone, values, ghost }, at) => ({
            name,
            tone,
            values,
            isArea: at === 0,
            ...(ghost === undefined ? {} : { ghost: { name: `${name} compared`, values: ghost.slice(0, values.length) } }),
          }))}
          format={formatOf('money', currency)}
          formatShort={shortOf('money', currency)}
        />
      </EachWidth>
    </Section>
  );
}

const hasRange = (rows: BarsBlock['rows']): boolean => rows.some(({ low, high }) => low !== high);

const Bars = ({ title, unit, model, rows, currency }: In<BarsBlock>) =>
  rows.length === 0 ? null : (
    <Section
      title={title}
      {...(model === undefined
        ? {}
        : {
            lead: `The bar is ${modelName(model).toLowerCase()}${hasRange(rows) ? ', the whisker the range of all models' : ''}`,
          })}
    >
      <EachWidth>
        <BarChart
          title={title}
          description={`A bar for each row${model === undefined ? '' : ' under the chosen model'}${hasRange(rows) ? ', a whisker over the range of all models' : ''}.`}
          bars={rows.map(({ name, value, low, high }) => ({
            name,
            value,
            tone: toneOf(name),
            ...(hasRange(rows) ? { whisker: { low, high } } : {}),
          }))}
          valueName={model === undefined ? title : modelName(model)}
          whiskerName={hasRange(rows) ? 'Range of nine models' : undefined}
          format={formatOf(unit, currency)}
          formatShort={shortOf(unit, currency)}
        />
      </EachWidth>
    </Section>
  );

/** With the model above the columns that it has, where there are several. */
function TableOf({ title, columns, rows, rows_left_out: rest, withheld = [], currency }: In<TableBlock>) {
  const models = [...new Set(columns.flatMap(({ model }) => (model === undefined ? [] : [model])))];
  const nameOf = ({ name, model }: TableBlock['columns'][number]): string =>
    model === undefined || models.length < 2 ? name : `${name}, ${modelName(model).toLowerCase()}`;
  return (
    <Section title={title}>
      <Scroll name={title}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={nameOf(column)} scope="col">
                  {nameOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], row) => (
              <tr key={`${row} ${name}`}>
                <th scope="row" class="name">
                  {toneOf(String(name)) === 'other' ? <bdi>{name}</bdi> : <Channel name={String(name)} />}
                </th>
                {cells.map((cell, at) => (
                  <td key={columns[at + 1]?.name}>
                    {cell === null && withheld.includes(row) ? (
                      <span class="soft">withheld</span>
                    ) : (
                      written(cell, columns[at + 1]?.unit ?? null, currency)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rest > 0 && <p class="soft small">{count(rest)} smaller rows are left out.</p>}
    </Section>
  );
}

const MINUS = '\u2212';

function Steps({ title, unit, from, steps, to, currency }: In<StepsBlock>) {
  const show = formatOf(unit, currency);
  const change = (value: number): string => (value === 0 ? '0' : `${value < 0 ? MINUS : '+'}${show(Math.abs(value))}`);
  if (steps.length === 0)
    return (
      <Section title={title}>
        <p>Nothing moved: {show(to.value)} at both moments.</p>
      </Section>
    );
  return (
    <Section title={title} lead={`From ${show(from.value)} to ${show(to.value)}`}>
      <EachWidth>
        <Waterfall
          title={title}
          from={from}
          steps={steps}
          to={to}
          description={`From ${show(from.value)} to ${show(to.value)}, cause by cause.`}
          format={show}
          formatChange={change}
          formatShort={shortOf(unit, currency)}
        />
      </EachWidth>
    </Section>
  );
}
