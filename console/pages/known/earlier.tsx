// Reports of an earlier moment that are kept (shared ones, and saved views with figures as known then) beside the same question now: the
// differing ones, with the difference and the way to what changed.
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { moment } from '../../words/format.ts';
import { type Difference, differencesOf, type Kept, keptViews, movedText, shownFigure } from './kept.ts';
import { knownPath, momentOf } from './path.ts';

export function Earlier() {
  const { profile_id, workspace_id: workspaceId, timezone } = useProfile();
  const { today } = useQuestion();
  const views = useAnswer(['views', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/views', { params: { query: { profile_id } }, signal })),
  );
  const snapshots = useAnswer(['snapshots', workspaceId, profile_id, 'differences'], (signal) =>
    unwrap(
      api.GET('/api/v1/workspaces/{workspaceId}/snapshots', {
        params: { path: { workspaceId }, query: { profile_id, include: ['differences'] } },
        signal,
      }),
    ),
  );
  return (
    <Panel
      title="Earlier reports"
      lead="Shared reports and saved views with the figures of an earlier moment, beside the same question now"
    >
      <Loaded answer={snapshots} lines={3}>
        {({ data }) => {
          const open = data.filter(({ status, page }) => status === 'open' && page !== 'why');
          const kept = keptViews(views.data?.data ?? [], profile_id, today);
          return open.length + kept.length === 0 ? (
            <p class="soft">
              None is kept. “Share” keeps a report as it is, and a saved view can have the figures as they are known when it is
              saved.
            </p>
          ) : (
            <Table
              name="Earlier reports"
              columns={['Report', 'Of', 'Figure', { number: 'Was' }, { number: 'Is now' }, { number: 'Difference' }, 'Why']}
            >
              {open.map((snapshot) => (
                <Rows
                  key={snapshot.id}
                  report={{ name: snapshot.title, of: `Shared ${moment(snapshot.created_at, timezone)}` }}
                  differences={snapshot.differences}
                  why={knownPath(profile_id, snapshot.question, momentOf(snapshot))}
                />
              ))}
              {kept.map((view) => (
                <ViewRows key={`${view.name} ${view.asOf}`} view={view} />
              ))}
            </Table>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** Both moments are requested; an earlier one may take a while. */
function ViewRows({ view }: { view: Kept }) {
  const { profile_id, timezone } = useProfile();
  const { name, asOf, query, now } = view;
  const load = (asked: typeof query) => (signal: AbortSignal) =>
    unwrap(api.GET('/api/v1/overview', { params: { query: asked }, signal }));
  const was = useFigures(['overview', query], load(query));
  const is = useFigures(['overview', now], load(now));
  const of = `View, known ${asOf.includes('T') ? moment(asOf, timezone) : `in version ${asOf}`}`;
  const differences = was.data && is.data ? differencesOf(was.data, is.data) : null;
  const why = knownPath(profile_id, query, asOf);
  return (
    <Rows report={{ name, of }} differences={differences} why={why} isAsked={!was.error && !is.error && differences === null} />
  );
}

interface RowsProps {
  report: { name: string; of: string };
  /** Null: not compared. */
  differences: readonly Difference[] | null;
  why: string;
  isAsked?: boolean;
}

function Rows({ report: { name, of }, differences, why, isAsked = false }: RowsProps) {
  const { currency } = useProfile();
  if (differences === null || differences.length === 0)
    return (
      <tr>
        <th scope="row" class="name">
          <bdi>{name}</bdi>
        </th>
        <td class="text">{of}</td>
        <td class="text soft" colSpan={5}>
          {differences !== null ? 'Shows the same now' : isAsked ? 'Being compared' : 'Not compared'}
        </td>
      </tr>
    );
  return (
    <>
      {differences.map((difference, at) => (
        <tr key={difference.name}>
          <th scope="row" class="name">
            {at === 0 ? <bdi>{name}</bdi> : <span class="only-read">{name}</span>}
          </th>
          <td class="text">{at === 0 ? of : ''}</td>
          <td class="text">{difference.name}</td>
          <td>{shownFigure(difference.was, difference.unit, currency)}</td>
          <td>{shownFigure(difference.is, difference.unit, currency)}</td>
          <td>{movedText(difference, currency)}</td>
          <td class="text">{at === 0 && <Link href={why}>What we knew when</Link>}</td>
        </tr>
      ))}
    </>
  );
}
