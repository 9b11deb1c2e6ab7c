// The figures of a report as they are known now, and what each cause has changed since it was sent.
import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { written } from '../../sheet/values.ts';
import { CAUSE_NAMES, CAUSE_TEXTS, CAUSES, type Changes } from '../known/changes.ts';
import { knownPath } from '../known/path.ts';
import { numberIn, wordsOf } from '../known/words.ts';

export type Whole = Schemas['SentReportWhole'];

const versionOf = ({ version }: Whole): string => `${version.through_seq}.${version.through_decision}`;
const FILTERS = ['channel', 'source', 'medium', 'campaign', 'device', 'country', 'filter_modes'] as const;

export function KnownNow({ report }: { report: Whole }) {
  const profile = useProfile();
  const { figures, figures_now, differences } = report;
  const currency = report.question.currency ?? profile.currency;
  if (figures_now === null || differences === null)
    return (
      <Empty title="There are no figures of now.">
        <p>What its question needs is gone, such as a goal that was removed.</p>
      </Empty>
    );
  return (
    <>
      <Panel title="As known now" lead="The same question, computed with what is known now">
        <Table name="Figures as sent and now" columns={['Figure', { number: 'As sent' }, { number: 'Now' }, 'Differs']}>
          {figures.map(({ name, unit, value }) => (
            <tr key={name}>
              <th scope="row" class="name">
                {name}
              </th>
              <td>{written(value, unit, currency)}</td>
              <td>{written(figures_now.find((each) => each.name === name)?.value ?? null, unit, currency)}</td>
              <td class="text">{differences.some((each) => each.name === name) ? 'Yes' : 'No'}</td>
            </tr>
          ))}
        </Table>
      </Panel>
      {differences.length > 0 && isOfDays(report) && <Causes report={report} />}
    </>
  );
}

/** Payback is of other days, and how complete money is has no causes among those of credit. */
const isOfDays = ({ page }: Whole): boolean => page !== 'payback' && page !== 'quality';

function Causes({ report }: { report: Whole }) {
  const { profile_id } = useProfile();
  const { date_from, date_to, question } = report;
  const { model, goal } = question;
  const query = {
    profile_id,
    date_from,
    date_to,
    known_from: versionOf(report),
    ...(model === undefined ? {} : { model }),
    ...(goal === undefined ? {} : { goal }),
  };
  const answer = useFigures(['changes', query], (signal) =>
    unwrap(api.GET('/api/v1/attribution/changes', { params: { query }, signal })),
  );
  const isFiltered = FILTERS.some((name) => question[name] !== undefined);
  return (
    <Panel
      title="Why it differs"
      lead={`What each cause has added or subtracted since the report was sent${isFiltered ? ', of all channels: the report itself has a filter' : ''}`}
      tools={
        <Link class="control quiet" href={knownPath(profile_id, { ...question, date_from, date_to }, versionOf(report))}>
          Open What we knew when
        </Link>
      }
    >
      <Loaded answer={answer} lines={5}>
        {(changes) => <CauseTable changes={changes} />}
      </Loaded>
    </Panel>
  );
}

const METRICS = ['revenue', 'outcomes', 'spend'] as const;

function CauseTable({ changes: { data, meta } }: { changes: Changes }) {
  const { causes } = data.totals;
  const used = CAUSE_NAMES.filter((cause) => METRICS.some((metric) => numberIn(causes[cause], metric) !== 0));
  if (used.length === 0)
    return (
      <Empty title="No cause has changed revenue, conversions or spend.">
        <p>What differs are figures of visits, which events that arrived later add to.</p>
      </Empty>
    );
  return (
    <Table
      name="Causes"
      columns={['Cause', { number: 'Revenue' }, { number: 'Conversions' }, { number: 'Spend' }, 'What it is']}
      isCards
    >
      {used.map((cause) => (
        <tr key={cause}>
          <th scope="row" class="name">
            {CAUSES[cause]}
          </th>
          {METRICS.map((metric) => (
            <td key={metric}>{wordsOf(metric, meta.known_to.currency).change(numberIn(causes[cause], metric))}</td>
          ))}
          <td class="text">{CAUSE_TEXTS[cause]}</td>
        </tr>
      ))}
    </Table>
  );
}
