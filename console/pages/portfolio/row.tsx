// One profile: its figures of the period, the pace of its budget, its worst finding and what waits for a person.
import { Link, useSearch } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { reports } from '../../api/gate.ts';
import { Bullet } from '../../charts/bullet.tsx';
import type { ProfileRow } from '../../frame/place.tsx';
import { todayIn } from '../../question/days.ts';
import { daysOf } from '../../question/period.ts';
import { readQuestion, writeQuestion } from '../../question/question.ts';
import { Figure } from '../../receipts/receipts.tsx';
import { money, percent, plural, ratio } from '../../words/format.ts';

interface RowProps {
  profile: ProfileRow;
  pacing: Schemas['WorkspacePacingRow'] | undefined;
  waiting: Schemas['TabCounts'] | undefined;
  /** Open recommendations; undefined until they are there. */
  advice: readonly Schemas['Recommendation'][] | undefined;
}

export function Row({ profile, pacing, waiting, advice }: RowProps) {
  const { profile_id, name, currency } = profile;
  const question = writeQuestion(readQuestion(useSearch()), '');
  return (
    <tr>
      <th scope="row" class="name">
        <Link href={`/console/${profile_id}/${question === '' ? '' : `?${question}`}`}>{name}</Link>
        <span class="second-line">{currency}</span>
      </th>
      <Figures profile={profile} pacing={pacing} />
      <td class="text">
        <Worst id={profile_id} />
      </td>
      <td class="text">
        <Advice id={profile_id} advice={advice} />
      </td>
      <td class="text">
        <Waiting id={profile_id} waiting={waiting} />
      </td>
    </tr>
  );
}

type Member = 'revenue' | 'spend' | 'roas' | 'coverage_percent';

function Figures({ profile: { profile_id, currency, timezone }, pacing }: Pick<RowProps, 'profile' | 'pacing'>) {
  const { period } = readQuestion(useSearch());
  const { from, to } = daysOf(period, todayIn(timezone));
  const query = { profile_id, date_from: from, date_to: to };
  const { data, error } = useAnswer(['overview', query], (signal) =>
    reports.run(signal, () => unwrap(api.GET('/api/v1/overview', { params: { query }, signal }))),
  );
  if (error)
    return (
      <td colSpan={5} class="text portfolio-fault">
        {error.message}
      </td>
    );
  const cell = (name: string, member: Member, show: (value: number) => string, missing: string) => {
    const value = data?.data.current[member];
    if (value === undefined) return <td aria-busy="true">…</td>;
    if (value === null) return <td class="soft">{missing}</td>;
    const source = { path: '/api/v1/overview', query, pointer: `/data/current/${member}` };
    return (
      <td>
        <Figure name={name} source={source}>
          {show(value)}
        </Figure>
      </td>
    );
  };
  const inMoney = (value: number): string => money(value, currency);
  return (
    <>
      {cell('Revenue', 'revenue', inMoney, 'No exchange rate')}
      {cell('Spend', 'spend', inMoney, 'Not measured')}
      {cell('ROAS', 'roas', ratio, 'No spend')}
      <td>
        <Pace pacing={pacing} />
      </td>
      {data?.data.current.outcomes === 0 ? (
        <td class="soft">No conversions</td>
      ) : (
        cell('Coverage', 'coverage_percent', percent, '–')
      )}
    </>
  );
}

function Pace({ pacing }: Pick<RowProps, 'pacing'>) {
  if (!pacing) return <>–</>;
  const { monthly_budget, currency, month, spend } = pacing;
  if (monthly_budget === null) return <span class="soft">No budget</span>;
  const budget = Number(monthly_budget);
  return (
    <span class="portfolio-pace">
      <Bullet
        label="Spend of the month"
        value={Number(spend.to_date ?? 0)}
        target={budget}
        pace={(month.days_gone / month.days) * budget}
        tone="accent-2"
        width={120}
        format={(value) => money(value, currency)}
      />
      <span class="number">{spend.percent_of_target === null ? 'Not known' : percent(spend.percent_of_target)}</span>
    </span>
  );
}

const WORST_FIRST: readonly Schemas['QualityStatus'][] = ['problem', 'attention', 'ok'];

function Worst({ id }: { id: string }) {
  const query = { profile_id: id };
  const { data, error } = useAnswer(['quality', 'summary', query], (signal) =>
    reports.run(signal, () => unwrap(api.GET('/api/v1/quality', { params: { query }, signal }))),
  );
  if (error) return <span class="portfolio-fault">{error.message}</span>;
  if (!data) return <span aria-busy="true">…</span>;
  const worst = data.data.families
    .flatMap((family) => (family.worst === null || family.status === 'ok' ? [] : [family.worst]))
    .toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status))[0];
  if (!worst) return <span class="soft">None</span>;
  return (
    <Link class={`portfolio-finding ${worst.status}`} href={`/console/${id}/quality`}>
      {worst.title}
    </Link>
  );
}

/** The sum of open recommendations, if money sells as it did. */
function Advice({ id, advice }: { id: string; advice: RowProps['advice'] }) {
  const [first] = advice ?? [];
  if (!advice) return <>–</>;
  if (!first) return <span class="soft">Nothing</span>;
  const worth = advice.reduce((sum, { expected_impact_dollars }) => sum + Number(expected_impact_dollars), 0);
  return (
    <Link href={`/console/${id}/decide`}>
      {money(worth, first.rationale.evidence.currency)}
      <span class="second-line">{plural(advice.length, 'decision')}</span>
    </Link>
  );
}

/** The words for the counts of tabs, with the page of each. */
const TABS: Readonly<Record<string, { one: string; many: string; path: string }>> = {
  identity: { one: 'merge proposal', many: 'merge proposals', path: 'identity' },
  connect: { one: 'connection', many: 'connections', path: 'connections' },
  deliver: { one: 'destination', many: 'destinations', path: 'deliver' },
};

function Waiting({ id, waiting }: { id: string; waiting: RowProps['waiting'] }) {
  if (!waiting) return <>–</>;
  const counts = Object.entries(waiting).flatMap(([tab, value]) => {
    const words = TABS[tab];
    return words && value > 0 ? [{ ...words, value }] : [];
  });
  if (counts.length === 0) return <span class="soft">Nothing</span>;
  return (
    <>
      {counts.map(({ one, many, path, value }) => (
        <Link key={path} class="second-line" href={`/console/${id}/${path}`}>
          {plural(value, one, many)}
        </Link>
      ))}
    </>
  );
}
