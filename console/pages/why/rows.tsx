// Rows of one level: the parts of each row's difference, or the amounts that they are computed from. A row opens the level below it.
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Table } from '../../design/table.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { count, credit, money, percent } from '../../words/format.ts';
import { type Level, type Line, useBelow, type WhyAnswer, type WhyQuery } from './question.ts';
import { amountOf, STEP_NAMES, STEPS, wordsOf } from './words.ts';

interface RowsProps {
  answer: WhyAnswer;
  query: WhyQuery;
  /** The subject of the table. */
  name: string;
  shown: 'parts' | 'amounts';
}

interface Shown {
  key: string;
  name: string;
  /** Below `/data`. */
  place: readonly (string | number)[];
  line: Line;
  note: string | undefined;
}

const NOTES: Readonly<Record<Schemas['WhyRow']['state'], string | undefined>> = {
  in_both: undefined,
  new: 'new',
  gone: 'gone',
};

/** The rows, then what is not listed, what no touch is credited with, and all. */
function linesOf({ data: { rows, others, unattributed, totals } }: WhyAnswer): Shown[] {
  const listed = rows.map((row, at) => ({
    key: row.key,
    name: row.label,
    place: ['rows', at],
    line: row,
    note: NOTES[row.state],
  }));
  const rest = (name: string, place: string, line: Line | null): Shown[] =>
    line === null ? [] : [{ key: `(${place})`, name, place: [place], line, note: undefined }];
  const isEmpty =
    unattributed === null || Object.values({ ...unattributed.before, ...unattributed.after }).every((value) => !Number(value));
  return [
    ...listed,
    ...rest(others === null ? '' : `${count(others.count)} others`, 'others', others),
    ...rest('Without a touch', 'unattributed', isEmpty ? null : unattributed),
    ...rest('All', 'totals', totals),
  ];
}

export function Rows(props: RowsProps) {
  const lines = linesOf(props.answer);
  return props.shown === 'parts' ? <PartsOf {...props} lines={lines} /> : <AmountsOf {...props} lines={lines} />;
}

type LinesProps = RowsProps & { lines: readonly Shown[] };

function PartsOf({ answer: { meta }, query, lines, name }: LinesProps) {
  const { measure, currency } = meta;
  const words = wordsOf(measure, currency);
  const used = STEP_NAMES.filter((step) => lines.some(({ line }) => Number(line.steps[step]) !== 0));
  const columns = [name, ...['Before', 'Now', 'Difference', ...used.map((step) => STEPS[step])].map((number) => ({ number }))];
  return (
    <Table name={name} columns={columns}>
      {lines.map((shown) => {
        const { key, place, line } = shown;
        const figure = (title: string, text: string, ...parts: string[]) => (
          <td>
            <Figure name={`${shown.name}, ${title}`} source={sourceOf(query, place, parts)}>
              {text}
            </Figure>
          </td>
        );
        return (
          <tr key={key} class={key === '(totals)' ? 'why-all' : undefined}>
            <Head shown={shown} meta={meta} />
            {figure('before', words.show(amountOf(line.before, measure)), 'before', measure)}
            {figure('now', words.show(amountOf(line.after, measure)), 'after', measure)}
            {figure('difference', words.change(line.difference), 'difference')}
            {used.map((step) => figure(STEPS[step], words.change(line.steps[step]), 'steps', step))}
          </tr>
        );
      })}
    </Table>
  );
}

const sourceOf = (query: WhyQuery, place: Shown['place'], parts: readonly string[]) => ({
  path: '/api/v1/why',
  query,
  pointer: pointerTo('data', ...place, ...parts),
});

const LEVEL_NAMES: readonly Level[] = ['channel', 'campaign', 'ad', 'landing_page', 'device', 'country'];

function Head({ shown: { key, name, note }, meta }: { shown: Shown; meta: WhyAnswer['meta'] }) {
  const below = useBelow();
  const level = LEVEL_NAMES.find((each) => each === meta.dimension);
  const href = level && below(level, key);
  const text = meta.dimension === 'channel' && !key.startsWith('(') ? <Channel name={name} /> : <bdi>{name}</bdi>;
  return (
    <th scope="row" class="name">
      {href === undefined ? text : <Link href={href}>{text}</Link>}
      {note !== undefined && <span class="soft small"> {note}</span>}
    </th>
  );
}

type Amounts = Schemas['WhyAmounts'];

/** The amounts of a period; without money, conversions are the measure. */
const AMOUNTS: readonly [keyof Amounts, string, (value: string, currency: string) => string][] = [
  ['visits', 'Visits', (value) => count(value)],
  ['conversions', 'Conversions', (value) => credit(value)],
  ['conversion_percent', 'Rate', (value) => percent(Number(value))],
  ['order_value', 'Order value', money],
  ['refunded', 'Refunded', money],
];

function AmountsOf({ answer: { meta }, query, lines, name }: LinesProps) {
  const isMoney = meta.measure === 'revenue';
  const shown = AMOUNTS.filter(([member]) => isMoney || (member !== 'order_value' && member !== 'refunded'));
  const columns = shown.flatMap(([, title]) => [{ number: `${title} before` }, { number: 'now' }]);
  return (
    <Table name={name} columns={[name, ...columns]}>
      {lines.map((each) => (
        <tr key={each.key} class={each.key === '(totals)' ? 'why-all' : undefined}>
          <Head shown={each} meta={meta} />
          {shown.flatMap(([member, title, write]) =>
            (['before', 'after'] as const).map((period) => {
              const value = each.line[period][member];
              return (
                <td key={`${member} ${period}`}>
                  {value === null ? (
                    '—'
                  ) : (
                    <Figure name={`${each.name}, ${title} ${period}`} source={sourceOf(query, each.place, [period, member])}>
                      {write(String(value), meta.currency)}
                    </Figure>
                  )}
                </td>
              );
            }),
          )}
        </tr>
      ))}
    </Table>
  );
}
