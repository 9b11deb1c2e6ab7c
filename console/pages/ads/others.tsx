// What others changed of ads at their platforms in the period, below the list: of all ads, or of the one that is searched by its id.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { changeText, whoText } from '../../outside/others.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { moment } from '../../words/format.ts';

type Account = Schemas['AdChangesAccount'];

const FEW = 10;
const MANY = 100;

export function Others({ ad }: { ad: string | undefined }) {
  const { profile_id, timezone } = useProfile();
  const { days } = useQuestion();
  const [limit, setLimit] = useState(FEW);
  const query = { profile_id, date_from: days.from, date_to: days.to, limit, ...(ad === undefined ? {} : { ad_id: ad }) };
  const answer = useAnswer(['ads', 'changes', query], (signal) =>
    unwrap(api.GET('/api/v1/ads/changes', { params: { query }, signal })),
  );
  return (
    <Panel
      title="Changed by others"
      lead={`Changes at the platforms that were not made here${ad === undefined ? '' : ', of this ad, its ad set and its campaign'}`}
    >
      <Loaded answer={answer} lines={3}>
        {({ data, meta, pagination }) => (
          <>
            {data.length === 0 ? (
              <p class="soft">None of this period, as far as changes are known.</p>
            ) : (
              <Table name="Changes by others" columns={['When', 'What', 'Who', 'Platform']}>
                {data.map((change) => (
                  <tr key={change.id}>
                    <th scope="row">
                      {change.earliest_at === null ? '' : `${moment(change.earliest_at, timezone)} to `}
                      {moment(change.at, timezone)}
                    </th>
                    <td class="text">
                      <bdi>{changeText(change)}</bdi>
                    </td>
                    <td class="text">
                      <bdi>{whoText(change)}</bdi>
                    </td>
                    <td class="text">{change.platform}</td>
                  </tr>
                ))}
              </Table>
            )}
            {pagination.has_next && limit === FEW && (
              <button type="button" class="button" onClick={() => setLimit(MANY)}>
                Show {MANY}
              </button>
            )}
            {meta.accounts.map((account) => (
              <Known key={`${account.platform} ${account.account_id}`} account={account} timezone={timezone} />
            ))}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** How far the changes of an account are known: what is outside is not visible, which is not the same as no change. */
function Known({ account: { name, platform, source, known_since, error }, timezone }: { account: Account; timezone: string }) {
  const how =
    source === 'log'
      ? `from the platform's log${known_since === null ? ', which was not read yet' : `, since ${moment(known_since, timezone)}`}`
      : 'by comparing readings of each hour: bids, targeting and what was changed back in between are not seen';
  return (
    <p class="note">
      <bdi>{name}</bdi> at {platform}: {how}.{error === null ? '' : ' The last reading was not complete.'}
    </p>
  );
}
