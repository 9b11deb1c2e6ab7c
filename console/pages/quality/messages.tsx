// Ads that begin conversations: spend and revenue of conversations that name no ad.

import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { count, days as written } from '../../words/format.ts';
import { inPageWords } from '../../words/pages.ts';
import { moneyOrNone } from './asked.ts';
import { MessageHealth } from './message-health.tsx';
import { Status } from './status.tsx';

export const Messages = () => (
  <>
    <Conversations />
    <MessageHealth />
  </>
);

function Conversations() {
  const { profile_id } = useProfile();
  const { days } = useQuestion();
  const query = { profile_id, date_from: days.from, date_to: days.to };
  const answer = useFigures(['quality', 'messages', query], (signal) =>
    unwrap(api.GET('/api/v1/profile/dark-messaging-spend', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={8}>
      {({ data, meta: { currency } }) => (
        <Panel title="Conversations from ads" lead={<Status status={data.status} />}>
          <p class="note">{written(days.from, days.to)}</p>
          <p>{data.explanation}</p>
          {data.next !== '' && (
            <p class="quality-next">
              <b>Next: </b>
              {inPageWords(data.next)}
            </p>
          )}
          <Measures data={data} currency={currency} />
          <p class="note">{data.rests_on}</p>
          {data.ads.length === 0 ? (
            <Empty title="No ad of the period begins conversations." />
          ) : (
            <Ads ads={data.ads} currency={currency} />
          )}
        </Panel>
      )}
    </Loaded>
  );
}

type Data = Schemas['DarkMessagingAnswer']['data'];

const Measures = ({ data, currency }: { data: Data; currency: string }) => (
  <dl class="quality-measures">
    <div>
      <dt>Spend without a trace</dt>
      <dd>{data.spend === null ? '–' : `${moneyOrNone(data.spend_dark, currency)} of ${moneyOrNone(data.spend, currency)}`}</dd>
    </div>
    <div>
      <dt>First messages with a referral</dt>
      <dd>
        {count(data.referred)} of {count(data.first_messages)}
      </dd>
    </div>
    <div>
      <dt>Revenue at risk</dt>
      <dd>{moneyOrNone(data.revenue_at_risk, currency)}</dd>
    </div>
  </dl>
);

const Ads = ({ ads, currency }: { ads: Data['ads']; currency: string }) => (
  <Scroll name="Ads that begin conversations">
    <table>
      <thead>
        <tr>
          <th scope="col">Ad</th>
          <th scope="col">Spend</th>
          <th scope="col">Conversations</th>
          <th scope="col">Referred</th>
          <th scope="col">Spend without a trace</th>
        </tr>
      </thead>
      <tbody>
        {ads.map((ad) => (
          <tr key={`${ad.platform} ${ad.ad_id}`}>
            <th scope="row" class="name">
              {ad.ad_name ?? ad.ad_id}
            </th>
            <td>{moneyOrNone(ad.spend, currency)}</td>
            <td>{ad.conversations_started === null ? '–' : count(ad.conversations_started)}</td>
            <td>{count(ad.referred)}</td>
            <td>{moneyOrNone(ad.spend_dark, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);
