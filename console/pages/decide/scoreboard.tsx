// The results of recommendations: by kind and by the person who decided, dismissed ones beside applied ones.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, percent, signedCredit as signed } from '../../words/format.ts';
import { KINDS } from './asked.ts';

type Score = Schemas['RecommendationScore'];
const DAYS = 365;

const ACTORS: Readonly<Record<NonNullable<Score['actor']>, string>> = {
  user: 'People',
  agent: 'Agents',
  key: 'API keys',
  system: 'The service',
};
const DISPOSITIONS: Readonly<Record<Score['disposition'], string>> = {
  applied: 'Applied',
  undone: 'Taken back',
  dismissed: 'Dismissed',
  expired: 'Expired',
  withheld: 'Withheld',
};

export function Scoreboard() {
  const { profile_id } = useProfile();
  const query = { profile_id, days: DAYS };
  const answer = useAnswer(['recommendations', 'scoreboard', query], (signal) =>
    unwrap(api.GET('/api/v1/recommendations/scoreboard', { params: { query }, signal })),
  );
  return (
    <Panel
      title="Scoreboard"
      lead="Scored on the 7 days after each, once their sales are in; what was not done is scored by the same rules. Where somebody else changed the same ads meanwhile, nothing is scored. Expected is what was frozen: 1 is exactly as stated"
    >
      <Loaded answer={answer} lines={5}>
        {({ data: { kinds, actors } }) =>
          kinds.length === 0 ? (
            <Empty title="Nothing is scored yet.">
              <p>A recommendation is scored a week after it was applied, dismissed, withheld or expired.</p>
            </Empty>
          ) : (
            <>
              <Scores label="By kind" rows={kinds} nameOf={({ kind }) => (kind ? KINDS[kind] : '–')} />
              {actors.length > 0 && (
                <Scores label="By who decided" rows={actors} nameOf={({ actor }) => (actor ? ACTORS[actor] : '–')} />
              )}
              <Reliability rows={kinds} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Scores({ label, rows, nameOf }: { label: string; rows: readonly Score[]; nameOf: (score: Score) => string }) {
  return (
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" class="text">
              Became
            </th>
            <th scope="col">Scored</th>
            <th scope="col">Waiting</th>
            <th scope="col">Changed by others</th>
            <th scope="col">Right</th>
            <th scope="col">95 % sure</th>
            <th scope="col">Sales ÷ expected</th>
            <th scope="col">Sales beyond expected</th>
            <th scope="col">Brier</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${nameOf(row)} ${row.disposition}`}>
              <th scope="row">{nameOf(row)}</th>
              <td class="text">{DISPOSITIONS[row.disposition]}</td>
              <td>{count(row.scored)}</td>
              <td>{count(row.waiting)}</td>
              <td>{count(row.changed_by_others)}</td>
              <td>{row.share === null ? '–' : `${count(row.hits)}, ${percent(100 * row.share)}`}</td>
              <td>{row.interval === null ? '–' : `${percent(100 * row.interval.low)} – ${percent(100 * row.interval.high)}`}</td>
              <td>{row.observed_to_if === null ? '–' : row.observed_to_if.toFixed(2)}</td>
              <td>{row.difference === null ? '–' : <Beyond {...row.difference} />}</td>
              <td>{row.brier === null ? '–' : row.brier.toFixed(3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Observed less expected sales, with what chance may do to it. */
const Beyond = ({ outcomes, low, high }: NonNullable<Score['difference']>) => (
  <>
    {signed(outcomes)}
    <span class="soft">
      {' '}
      ({signed(low)} to {signed(high)})
    </span>
  </>
);

/** Does what is said with 80 % come true in 80 %? Over all that was scored. */
function Reliability({ rows }: { rows: readonly Score[] }) {
  const bins = (rows[0]?.reliability ?? []).map(({ from, to }, at) => {
    const all = rows.flatMap(({ reliability }) => reliability[at] ?? []);
    const [scored, hits] = [all.reduce((sum, bin) => sum + bin.scored, 0), all.reduce((sum, bin) => sum + bin.hits, 0)];
    return { from, to, scored, hits };
  });
  const used = bins.filter(({ scored }) => scored > 0);
  if (used.length === 0) return null;
  return (
    <section class="scroll" aria-label="Stated and right" tabIndex={0}>
      <table>
        <caption>What was stated, and how often it was right</caption>
        <thead>
          <tr>
            <th scope="col">Stated</th>
            <th scope="col">Scored</th>
            <th scope="col">Right</th>
          </tr>
        </thead>
        <tbody>
          {used.map(({ from, to, scored, hits }) => (
            <tr key={from}>
              <th scope="row">
                {percent(100 * from)} – {percent(100 * to)}
              </th>
              <td>{count(scored)}</td>
              <td>{percent((100 * hits) / scored)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
