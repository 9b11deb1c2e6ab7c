// Ads whose visits do not say which ad they come from, by the spend that is at risk.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { count, plural } from '../../words/format.ts';
import { moneyOrNone, useAsked } from './asked.ts';
import { Findings } from './findings.tsx';
import { canGet, MOST_ADS, UrlTags } from './url-tags.tsx';

type Ad = Schemas['AdIdRow'];
const SHOWN = 100;

const SKIPPED = {
  dynamic: 'Dynamic creative',
  catalogue: 'Catalogue ad',
  boosted: 'Boosted post',
  click_to_message: 'Opens a conversation',
  in_review: 'In review',
  not_active: 'Not active',
  unchangeable: 'Cannot be changed at the platform',
  no_template: 'Parameters of this platform are not known',
  already_set: 'Complete',
  not_found: 'In no connected account',
  id_at_several_platforms: 'Ads of several platforms have this id',
  being_changed: 'Another change is being carried out',
  not_connected: 'The account is not connected',
  not_supported: 'To be set at the platform itself',
  write_permission_missing: 'The connection may not change ads',
} as const;
/** Nothing of the ad itself is in the way: a person can set them at the platform. */
const SET_ELSEWHERE = new Set(['not_found', 'not_connected', 'not_supported', 'write_permission_missing']);

export function AdIds() {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const { role } = useProfile();
  const query = useAsked();
  const answer = useFigures(['quality', 'ad-ids', query], (signal) =>
    unwrap(api.GET('/api/v1/quality/ad-ids', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={10}>
      {({ data, meta: { currency } }) => (
        <>
          <Findings findings={data.findings} />
          <UrlTags ads={data.ads} picked={picked} pick={setPicked} suggested={data.apply} />
          <Panel title="Ads" lead={`${count(data.visits.with_id)} of ${plural(data.visits.paid, 'paid visit')} name their ad`}>
            {data.ads.length === 0 ? (
              <Empty title="No ad spent or was named in these days." />
            ) : (
              <Table
                ads={data.ads.slice(0, SHOWN)}
                currency={currency}
                picked={picked}
                pick={role === 'manager' ? setPicked : undefined}
              />
            )}
            {data.ads.length > SHOWN && (
              <p class="note">
                The {SHOWN} with the most spend of {count(data.ads.length)}.
              </p>
            )}
          </Panel>
        </>
      )}
    </Loaded>
  );
}

interface TableProps {
  ads: readonly Ad[];
  currency: string;
  /** Ads that get URL parameters. */
  picked: readonly string[];
  /** Undefined for those who may not change ads. */
  pick: ((ids: readonly string[]) => void) | undefined;
}

function Pick({ ad, picked, pick }: Omit<TableProps, 'ads' | 'currency'> & { ad: Ad }) {
  if (!pick || !canGet(ad)) return null;
  const isPicked = picked.includes(ad.ad_id);
  const others = picked.filter((id) => id !== ad.ad_id);
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isPicked}
        disabled={!isPicked && picked.length >= MOST_ADS}
        aria-label={`Set URL parameters on ${ad.ad_name ?? ad.ad_id}`}
        onChange={() => pick(isPicked ? others : [...others, ad.ad_id])}
      />
      Set parameters
    </label>
  );
}

const Table = ({ ads, currency, picked, pick }: TableProps) => (
  <section class="scroll" aria-label="Ads and the visits that name them" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Ad</th>
          <th scope="col">Spend</th>
          <th scope="col">Clicks</th>
          <th scope="col">Visits that name it</th>
          <th scope="col">Of its campaign, without an ad</th>
          <th scope="col">Spend at risk</th>
          <th scope="col" class="text">
            URL parameters
          </th>
        </tr>
      </thead>
      <tbody>
        {ads.map((ad) => (
          <tr key={`${ad.platform} ${ad.ad_id}`}>
            <th scope="row" class="name quality-ad">
              {ad.ad_name ?? ad.ad_id}
              <span class="second-line">{ad.campaign_name ?? ad.platform}</span>
              <Pick ad={ad} picked={picked} pick={pick} />
            </th>
            <td>{moneyOrNone(ad.spend, currency)}</td>
            <td>{ad.clicks === null ? '–' : count(ad.clicks)}</td>
            <td>{count(ad.visits)}</td>
            <td>{count(ad.campaign_visits_without_id)}</td>
            <td>{moneyOrNone(ad.spend_at_risk, currency)}</td>
            <td class="text quality-tags" title={tagsOf(ad)}>
              {tagsOf(ad)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

function tagsOf({ tags_now, tags_proposed, skip_reason, is_known }: Ad): string {
  if (!is_known) return 'No account has this id';
  if (skip_reason === 'already_set') return tags_now ?? 'None';
  const lacks = `Lacks some of ${tags_proposed}`;
  if (skip_reason === null) return lacks;
  return SET_ELSEWHERE.has(skip_reason) && tags_proposed !== null ? `${SKIPPED[skip_reason]}. ${lacks}` : SKIPPED[skip_reason];
}
