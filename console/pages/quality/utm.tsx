// Two sides of utm parameters: campaigns with spend and whether visits are linked to them, and values of visits that are wrong.

import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty, ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { count, days, moment, plural } from '../../words/format.ts';
import { inPageWords } from '../../words/pages.ts';
import { byStatus, moneyOrNone, useAsked } from './asked.ts';
import { Classify } from './classify.tsx';
import { NoSource } from './no-source.tsx';
import { Status } from './status.tsx';

const STATES: Record<Schemas['UtmCampaign']['state'], string> = {
  linked: 'Linked',
  name_collision: 'Name used by several campaigns',
  unknown_source: 'Source of another platform',
  not_linked: 'Visits name other campaigns',
  ambiguous_id: 'Several ad accounts have this id',
  no_tagged_visits: 'No visit names the platform',
};
const LINKED_BY = { id: 'by id', name: 'by name', alias: 'by an alias' } as const;
const SHOWN = 100;

export const Utm = () => (
  <div class="columns">
    <Campaigns />
    <Anomalies />
  </div>
);

function Campaigns() {
  const query = useAsked();
  const { timezone } = useProfile();
  const answer = useFigures(['quality', 'utm', query], (signal) =>
    unwrap(api.GET('/api/v1/quality/utm', { params: { query }, signal })),
  );
  const totals = answer.data?.data.totals;
  const lead =
    totals && `${count(totals.linked.campaigns)} of ${count(totals.campaigns)} campaigns with spend are linked to visits`;
  return (
    <Panel title="Campaigns with spend" lead={lead} tools={<Refresh />}>
      <Loaded answer={answer} lines={8}>
        {({ data, meta: { currency }, warnings }) => (
          <>
            <Warnings of={warnings} />
            {data.campaigns.length === 0 ? (
              <Empty title="No campaign spent in these days." />
            ) : (
              <ul class="quality-list">
                {data.campaigns.slice(0, SHOWN).map((campaign) => (
                  <li key={`${campaign.platform} ${campaign.account_id} ${campaign.campaign_id}`}>
                    <span class="quality-line">
                      <b>{campaign.campaign_name ?? campaign.campaign_id}</b>
                      <span>{moneyOrNone(campaign.spend, currency)}</span>
                    </span>
                    <span class="second-line">
                      {campaign.platform}, {count(campaign.visits)} visits. {STATES[campaign.state]}
                      {campaign.linked_by === null ? '' : ` ${LINKED_BY[campaign.linked_by]}`}. {inPageWords(campaign.next)}
                    </span>
                    {campaign.fix && <Classify params={campaign.fix.params} about={campaign.utm_source ?? 'the source'} />}
                  </li>
                ))}
              </ul>
            )}
            {data.summary && <p class="note">Last refreshed {moment(data.summary.computed_at, timezone)}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Refresh() {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite(() => forget('quality', 'utm'));
  const refresh = () => run(() => unwrap(api.POST('/api/v1/quality/utm/refresh', { params: { query: { profile_id } } })));
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={refresh}>
        Refresh
      </button>
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}

function Anomalies() {
  const query = useAsked();
  const answer = useFigures(['quality', 'anomalies', query], (signal) =>
    unwrap(api.GET('/api/v1/quality/utm/anomalies', { params: { query }, signal })),
  );
  return (
    <Panel title="Values of visits that are wrong" lead="By the money that they touch">
      <Loaded answer={answer} lines={8}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No value is wrong." />
          ) : (
            <ul class="quality-list">
              {byStatus(data).map((row) => (
                <li key={`${row.kind} ${row.parameter} ${row.value}`}>
                  <span class="quality-line">
                    <span>
                      <Status status={row.status} /> <b>{row.title}</b>
                    </span>
                    <span>{count(row.visits)} visits</span>
                  </span>
                  <code class="quality-value">
                    {row.parameter}={row.value}
                  </code>
                  {row.examples.length > 0 && <span class="second-line">{row.examples.join(' · ')}</span>}
                  {row.ads.length > 0 && <span class="second-line">Ads: {row.ads.join(', ')}</span>}
                  <span class="second-line">
                    {plural(row.conversions, 'conversion')}, {moneyOrNone(row.money.cash, row.money.currency)} of cash,{' '}
                    {moneyOrNone(row.money.spend, row.money.currency)} of spend at risk; {days(row.first_day, row.last_day)}.{' '}
                    {inPageWords(row.next)}
                  </span>
                  {row.kind === 'return_host' ? (
                    <NoSource host={row.value} visits={row.visits} conversions={row.conversions} />
                  ) : (
                    row.proposal && <Classify params={row.proposal.params} about={row.value} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
