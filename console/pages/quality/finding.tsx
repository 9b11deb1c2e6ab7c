// One finding: how bad, how sure, how much money, what it means, what to do next, and the rows behind it.
import { Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, moment, plural, unbroken } from '../../words/format.ts';
import { inPageWords } from '../../words/pages.ts';
import { type Finding, moneyOrNone, share } from './asked.ts';
import { Fix } from './fix.tsx';
import { Status } from './status.tsx';

export function FindingCard({ finding }: { finding: Finding }) {
  const { timezone } = useProfile();
  return (
    <Panel title={finding.title} lead={<Status status={finding.status} />}>
      <p>{unbroken(finding.explanation)}</p>
      <Measures finding={finding} />
      {finding.next !== '' && (
        <p class="quality-next">
          <b>Next: </b>
          {inPageWords(finding.next)}
        </p>
      )}
      <Fix finding={finding} />
      {finding.since !== null && <p class="note">Since {moment(finding.since, timezone)}</p>}
      {finding.evidence.length > 0 && <Evidence finding={finding} />}
    </Panel>
  );
}

const LIMITS: Record<Finding['threshold']['of'], (limit: number) => string> = {
  cases: share,
  spend: (limit) => `${share(limit)} of spend`,
  cash: (limit) => `${share(limit)} of cash`,
  deviations: (limit) => `${limit} deviations`,
  days: (limit) => plural(limit, 'day'),
  chance: (limit) => `a chance of ${limit}`,
  fall: (limit) => `a fall of ${share(limit)}`,
  any: () => '',
};

const thresholdText = ({ worse, attention, problem, of }: Finding['threshold']): string =>
  of === 'any' ? 'any case is a problem' : `${worse} ${LIMITS[of](attention)}, ${LIMITS[of](problem)}`;

/** A share of the period's spend is none of the accounts. */
const measuredOf = ({ threshold, interval, of }: Finding): string =>
  threshold.of === 'spend' && interval === null ? 'spend' : count(of);

function Measures({ finding }: { finding: Finding }) {
  const { share: value, interval, threshold, trend, money, of, too_few } = finding;
  if (value === null)
    return <p class="soft">{of === 0 ? 'No cases in these days.' : `${count(finding.count)} of ${plural(of, 'case')}.`}</p>;
  const amounts = (['cash', 'spend'] as const).flatMap((of) =>
    money === null || Number(money[of] ?? 0) === 0 ? [] : [`${moneyOrNone(money[of], money.currency)} of ${of}`],
  );
  return (
    <dl class="quality-measures">
      <div>
        <dt>Measured</dt>
        <dd>
          {too_few ? `${count(finding.count)} of ${count(of)}, too few for a share` : `${share(value)} of ${measuredOf(finding)}`}
        </dd>
      </div>
      {interval !== null && !too_few && (
        <div>
          <dt>95 % sure</dt>
          <dd>
            {share(interval[0] ?? 0)} to {share(interval[1] ?? 0)}
          </dd>
        </div>
      )}
      <div>
        <dt>Attention, problem</dt>
        <dd>{thresholdText(threshold)}</dd>
      </div>
      {trend.before !== null && (
        <div>
          <dt>Before</dt>
          <dd>{share(trend.before)}</dd>
        </div>
      )}
      {amounts.length > 0 && (
        <div>
          <dt>Money</dt>
          <dd>{amounts.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

function Evidence({ finding: { evidence, title, money } }: { finding: Finding }) {
  const currency = money?.currency ?? 'USD';
  const has = (name: 'share' | 'spend' | 'cash' | 'note'): boolean => evidence.some((row) => row[name] !== null);
  return (
    <details>
      <summary>{plural(evidence.length, 'row')} behind it</summary>
      <section class="scroll" tabIndex={0} aria-label={`Rows behind: ${title}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">Cases</th>
              {has('share') && <th scope="col">Share</th>}
              {money !== null && has('spend') && <th scope="col">Spend</th>}
              {money !== null && has('cash') && <th scope="col">Cash</th>}
              {has('note') && (
                <th scope="col" class="text">
                  Note
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {evidence.map((row, at) => (
              <tr key={`${row.label} ${at}`}>
                <th scope="row" class="name">
                  {row.label}
                </th>
                <td>{row.of === null ? count(row.count) : `${count(row.count)} of ${count(row.of)}`}</td>
                {has('share') && <td>{row.share === null ? '–' : share(row.share)}</td>}
                {money !== null && has('spend') && <td>{moneyOrNone(row.spend, currency)}</td>}
                {money !== null && has('cash') && <td>{moneyOrNone(row.cash, currency)}</td>}
                {has('note') && <td class="text">{row.note}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
