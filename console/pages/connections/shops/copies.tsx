// The state of the copies of shops, and a list without a row: in words that products and orders share.
import { Link } from 'wouter-preact';
import type { Schemas } from '../../../api/client.ts';
import { Empty } from '../../../design/states.tsx';
import { usePlace, useProfile } from '../../../frame/place.tsx';
import { moment } from '../../../words/format.ts';

type Answer = Pick<Schemas['CommerceProductListAnswer'], 'meta' | 'warnings'>;
type Shop = Answer['meta']['shops'][number];

/** What the shops themselves were asked; the state of each copy is written in words of this page. */
const isOfLookup = ({ code }: { code: string }): boolean => code === 'shop_asked' || code === 'shop_not_asked';

/** How far each copy is, and what is missing in it. */
export function Copies({ answer: { meta, warnings = [] } }: { answer: Answer }) {
  const { timezone } = useProfile();
  const { id } = usePlace();
  const stateOf = ({ name, synced_at, error }: Shop): string => {
    const copied = synced_at === null ? 'is being copied for the first time' : `as of ${moment(synced_at, timezone)}`;
    return error === null ? `${name}: ${copied}.` : `${name}: ${copied}; it could not be read since (${error}).`;
  };
  const troubled = meta.shops.filter(({ error }) => error !== null);
  return (
    <>
      {troubled.length > 0 && (
        <div class="notice">
          {troubled.map((shop) => (
            <p key={shop.connection_id}>{stateOf(shop)}</p>
          ))}
          <Link href={`/console/${id}/connections`}>See the connection</Link>
        </div>
      )}
      <p class="small soft">
        {meta.shops
          .filter(({ error }) => error === null)
          .map(stateOf)
          .join(' ')}
      </p>
      {warnings.filter(isOfLookup).map(({ message }) => (
        <p key={message} class="small">
          {message}
        </p>
      ))}
    </>
  );
}

export const SHOP_NAMES: Record<string, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' };

export function Nothing({ isSearch, hasShop }: { isSearch: boolean; hasShop: boolean }) {
  const { id } = usePlace();
  if (isSearch) return <Empty title="Nothing was found." />;
  if (hasShop) return <Empty title="Nothing was copied from the shop yet." />;
  return (
    <Empty title="No shop is connected.">
      <p>Connect Shopify or WooCommerce. Products and orders are then copied every hour.</p>
      <Link class="button primary" href={`/console/${id}/connections`}>
        Connect
      </Link>
    </Empty>
  );
}
