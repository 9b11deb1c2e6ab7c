// Ads as cards: the picture, what it cost and sold, and its cost beside the median.
import type { ComponentChildren } from 'preact';
import { CHANGES, type Change, changesOf } from './changes.tsx';
import { AdFigure, besideMedian, budgetOf, Cost, nameOf, type Shown, State, WithoutSale } from './figures.tsx';

export interface ItemProps {
  shown: Shown;
  isPicked: boolean;
  pick: () => void;
  /** Then its name is not worth a line. */
  isOnePlatform: boolean;
  /** Undefined for those who may not change ads. */
  change: ((change: Change) => void) | undefined;
  /** Shows the ads of a campaign alone. */
  chooseCampaign: (id: string) => void;
}

export const Cards = ({ items }: { items: readonly ItemProps[] }) => (
  <ul class="ads-cards">
    {items.map((item) => (
      <Card key={`${item.shown.ad.platform} ${item.shown.ad.id}`} {...item} />
    ))}
  </ul>
);

function Card(item: ItemProps) {
  const { shown } = item;
  const { ad, meta } = shown;
  const budget = budgetOf(ad);
  return (
    <li class="panel ads-card">
      <Picture creative={ad.creative} />
      <div class="ads-head">
        <h3>
          <bdi>{nameOf(ad)}</bdi>
        </h3>
        <Places item={item} />
        <State ad={ad} />
      </div>
      <dl class="ads-figures">
        <Term title="Spend">
          <AdFigure of="spend" shown={shown} />
        </Term>
        <Term title="Conversions">
          <AdFigure of="conversions" shown={shown} />
        </Term>
        <Term title="ROAS">
          <AdFigure of="roas" shown={shown} />
        </Term>
        <Term title="Cost each">
          <AdFigure of="cost_per_conversion" shown={shown} />
          <span class="second-line">{besideMedian(ad.cost_per_outcome, meta.median_cost_per_outcome)}</span>
        </Term>
        <Term title={<abbr title="Clicks ÷ impressions, as the platform counts them">CTR</abbr>}>
          <AdFigure of="ctr" shown={shown} />
        </Term>
        <Term title={<abbr title="Cost per click">CPC</abbr>}>
          <AdFigure of="cpc" shown={shown} />
        </Term>
      </dl>
      <Cost shown={shown} />
      <WithoutSale ad={ad} />
      <footer class="ads-foot">
        <span class="note">{budget ?? ''}</span>
        <Pick item={item} />
        <span class="row">
          <Changes item={item} />
        </span>
      </footer>
    </li>
  );
}

const Term = ({ title, children }: { title: ComponentChildren; children: ComponentChildren }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

export function Places({ item: { shown, chooseCampaign, isOnePlatform } }: { item: ItemProps }) {
  const { campaign, adset, platform } = shown.ad;
  return (
    <p class="second-line">
      {campaign !== null && (
        <button type="button" class="ads-campaign" onClick={() => chooseCampaign(campaign.id)}>
          <bdi>{campaign.name ?? campaign.id}</bdi>
        </button>
      )}
      {adset !== null && (
        <>
          {' ▸ '}
          <bdi>{adset.name ?? adset.id}</bdi>
        </>
      )}
      {isOnePlatform ? '' : ` · ${platform}`}
    </p>
  );
}

export function Changes({ item: { shown, change } }: { item: ItemProps }) {
  if (!change) return null;
  return (
    <>
      {changesOf(shown.ad).map((each) => (
        <button
          key={each}
          type="button"
          class="button ads-change"
          aria-label={`${CHANGES[each]}: ${nameOf(shown.ad)}`}
          onClick={() => change(each)}
        >
          {CHANGES[each]}
        </button>
      ))}
    </>
  );
}

export const Pick = ({ item: { shown, isPicked, pick }, isTextHidden = false }: { item: ItemProps; isTextHidden?: boolean }) => (
  <label class="check ads-pick">
    <input type="checkbox" checked={isPicked} aria-label={`Compare ${nameOf(shown.ad)}`} onChange={pick} />
    {isTextHidden ? null : 'Compare'}
  </label>
);

const KINDS = { image: 'Image', video: 'Video', carousel: 'Carousel', dynamic: 'Dynamic creative', other: 'No picture' } as const;

/** The copy of the platform's picture; its name is beside it, so it is not read out again. */
export function Picture({ creative }: { creative: Shown['ad']['creative'] }) {
  const kind = creative?.type ? KINDS[creative.type] : 'No picture';
  if (!creative?.thumbnail_url) return <div class="ads-picture none">{kind}</div>;
  return (
    <div class="ads-picture">
      <img src={creative.thumbnail_url} alt="" loading="lazy" />
      <span>{kind}</span>
    </div>
  );
}
