// Ads: what each cost and sold, its picture, and whether its cost differs from what is usual by more than chance.
import { useState } from 'preact/hooks';
import { forgetAndFollow } from '../../api/follow.ts';
import { DownloadList } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { type Done, isWaiting, Result } from '../../outside/results.tsx';
import type { AdWrite } from '../../outside/words.ts';
import { usePageParam } from '../../question/page-param.ts';
import { MODELS } from '../../question/question.ts';
import { useAsk, useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { moneyKnown, plural, ratio } from '../../words/format.ts';
import { type AdsAnswer, type AdsQuery, type Choices, useAds, useChoices, useCredit } from './asked.ts';
import { Cards } from './cards.tsx';
import { type Change, ChangeDialog, changesOf } from './changes.tsx';
import { Others } from './others.tsx';
import { Table } from './table.tsx';
import { Tools } from './tools.tsx';
import { Tray } from './tray.tsx';
import { asWritten, writesOf } from './written.ts';

export default function Ads() {
  const choices = useChoices();
  const [done, setDone] = useState<readonly Done[]>([]);
  // A page of the list belongs to one order and one choice of ads.
  const { sort, status, search, platform, campaign } = choices;
  return (
    <>
      {done.map(({ outcome, warnings }) => (
        <Result
          key={isWaiting(outcome) ? outcome.handoff.id : outcome.id}
          outcome={outcome}
          warnings={warnings}
          undone={(each) => setDone([each, ...done])}
        />
      ))}
      <Pages
        key={JSON.stringify([sort, status, search, platform, campaign])}
        choices={choices}
        writes={writesOf(done)}
        done={(each) => setDone([each, ...done])}
      />
    </>
  );
}

interface PagesProps {
  choices: Choices;
  /** Changes made on this page, the latest first. */
  writes: readonly AdWrite[];
  done: (done: Done) => void;
}

function Pages({ choices, writes, done }: PagesProps) {
  // The cursors of the pages before this one.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { query, answer } = useAds(choices, cursors.at(-1), writes.length > 0);
  const credit = useCredit();
  const ads = answer.data?.data ?? [];
  const platforms = [...new Set([...ads.map(({ platform }) => platform), choices.platform])].filter((name) => name !== '');
  return (
    <>
      <Tools
        choices={choices}
        platforms={platforms}
        campaignName={ads.find(({ campaign }) => campaign?.id === choices.campaign)?.campaign?.name ?? undefined}
      />
      <Loaded answer={answer} lines={12}>
        {(found) =>
          found.data.length === 0 ? (
            <NoAds choices={choices} />
          ) : (
            <>
              <OutageNotice of={found} />
              <Totals found={found} query={query} />
              <List found={found} choices={choices} query={query} credit={credit} writes={writes} done={done} />
              <Steps
                back={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
                next={
                  found.pagination.cursor === null ? undefined : () => setCursors([...cursors, found.pagination.cursor ?? ''])
                }
              />
            </>
          )
        }
      </Loaded>
      <Others ad={ads.some(({ id }) => id === choices.search) ? choices.search : undefined} />
      {choices.picked.length > 0 && <Tray choices={choices} query={query} credit={credit} />}
    </>
  );
}

function NoAds({ choices }: { choices: Choices }) {
  const { id } = usePlace();
  const isNarrow = choices.search !== '' || choices.status !== 'all' || choices.platform !== '' || choices.campaign !== '';
  if (isNarrow) return <Empty title="No ad of these." />;
  return (
    <Empty title="There are no ads yet.">
      <p>They come with a connected ad account, within an hour, or with uploaded spend that names ads.</p>
      <a class="button primary" href={`/console/${id}/connections`}>
        Connect an account
      </a>
    </Empty>
  );
}

const WhichRoas = () => (
  <p class="note">
    ROAS here is the revenue credited to touches that name one of these ads, ÷ their spend. ROAS of the overview also counts paid
    touches that name no ad, such as those of affiliates.
  </p>
);

function Totals({ found: { meta }, query }: { found: AdsAnswer; query: AdsQuery }) {
  const { totals, currency, median_cost_per_outcome, model } = meta;
  const source = (member: string) => ({ path: '/api/v1/ads', query, pointer: `/meta/${member}`, tool: 'list_ads' });
  return (
    <Panel
      title={plural(totals.ads, 'ad')}
      lead={`Credited under ${MODELS[model].toLowerCase()}. Beside each cost, the dashed line is the median and the bar the 95 % interval of chance`}
    >
      <dl class="ads-totals">
        <div>
          <dt>Spend</dt>
          <dd>
            {totals.spend === null ? (
              <span class="soft">Not measured</span>
            ) : (
              <Figure name="Spend of these ads" source={source('totals/spend')}>
                {moneyKnown(totals.spend, currency)}
              </Figure>
            )}
          </dd>
        </div>
        <div>
          <dt>Revenue</dt>
          <dd>
            <Figure name="Revenue of these ads" source={source('totals/revenue')}>
              {moneyKnown(totals.revenue, currency)}
            </Figure>
          </dd>
        </div>
        <div>
          <dt>ROAS</dt>
          <dd>
            {totals.roas === null ? (
              <span class="soft">–</span>
            ) : (
              <Figure name="ROAS of these ads" source={source('totals/roas')}>
                {ratio(totals.roas)}
              </Figure>
            )}
          </dd>
        </div>
        <div>
          <dt>Median cost per conversion</dt>
          <dd>
            {median_cost_per_outcome === null ? (
              <TooFew />
            ) : (
              <Figure name="Median cost per conversion" source={source('median_cost_per_outcome')}>
                {moneyKnown(median_cost_per_outcome, currency)}
              </Figure>
            )}
          </dd>
        </div>
      </dl>
      <WhichRoas />
    </Panel>
  );
}

/** Longer periods have more conversions. */
function TooFew() {
  const { question } = useQuestion();
  const ask = useAsk();
  return (
    <span class="soft">
      Fewer than five ads have three conversions.{' '}
      {question.period !== '90d' && (
        <button type="button" class="ads-campaign" onClick={() => ask({ period: '90d' })}>
          Ask about 90 days
        </button>
      )}
    </span>
  );
}

interface ListProps extends PagesProps {
  found: AdsAnswer;
  query: AdsQuery;
  credit: ReturnType<typeof useCredit>;
}

function List({ found, choices, query, credit, writes, done }: ListProps) {
  const { meta } = found;
  const data = found.data.map((ad) => asWritten(ad, writes));
  const { profile_id, role } = useProfile();
  // `change` names the change and the ad, so that the address opens it again.
  const [dialog, setDialog] = usePageParam('change', '');
  const [change, ...ids] = dialog.split('.');
  const chosen = data.find(({ id }) => id === ids.join('.'));
  const kind = chosen && changesOf(chosen).find((each) => each === change);
  const isOnePlatform = new Set(data.map(({ platform }) => platform)).size === 1;
  const items = data.map((ad, at) => ({
    isOnePlatform,
    shown: { ad, at, meta, query, credit },
    isPicked: choices.picked.includes(ad.id),
    pick: () => choices.toggle(ad.id),
    chooseCampaign: choices.setCampaign,
    change: role === 'manager' ? (each: Change) => setDialog(`${each}.${ad.id}`) : undefined,
  }));
  const close = (): void => setDialog('');
  return (
    <>
      {choices.form === 'cards' ? (
        <Cards items={items} />
      ) : (
        <Panel
          title="In numbers"
          tools={<DownloadList path="/api/v1/ads" query={query} name={`ads-${query.date_from}-${query.date_to}`} />}
        >
          <Table items={items} choices={choices} />
        </Panel>
      )}
      {chosen && kind && role === 'manager' && (
        <ChangeDialog
          ad={chosen}
          change={kind}
          close={close}
          changed={() => forgetAndFollow(profile_id, 'ads')}
          done={(each) => {
            done(each);
            close();
          }}
        />
      )}
    </>
  );
}

function Steps({ back, next }: { back: (() => void) | undefined; next: (() => void) | undefined }) {
  if (!back && !next) return null;
  return (
    <div class="row">
      {back && (
        <button type="button" class="button" onClick={back}>
          Back
        </button>
      )}
      {next && (
        <button type="button" class="button" onClick={next}>
          More ads
        </button>
      )}
    </div>
  );
}
