// Products of connected shops, from their copies.
import { type Answer, reading } from '../../base/contract/operation.ts';
import type { RowOf } from '../../base/state/state.ts';
import { cursorAfter, millisOf, placeOf } from './cursor.ts';
import { connectedShops, shopNames, standingOf } from './shops.ts';
import { storedProduct } from './stored.ts';

type Shown = Answer<'listCommerceProducts'>['data'][number];

const instant = (at: number): string => new Date(at).toISOString();

function shownProduct({
  provider,
  account_id,
  product_id,
  updated_at,
  removed_at,
  product,
}: RowOf<'collect/commerce/products_list'>): Shown {
  const { name, status, url, category, currency, createdAt, variants } = storedProduct.read(product);
  return {
    provider,
    account_id,
    product_id,
    name,
    status: removed_at === null ? status : 'removed',
    url,
    category,
    currency,
    created_at: createdAt === null ? null : instant(createdAt),
    updated_at: instant(updated_at),
    variants: variants.map(({ id, ...variant }) => ({ variant_id: id, ...variant })),
  };
}

/** Letters beyond ASCII, of which the store knows no other case, in both cases. */
function searchOf(text: string | undefined): { search: string | null; search_capitals: string | null } {
  if (text === undefined) return { search: null, search_capitals: null };
  const search = text.trim().toLowerCase();
  return { search, search_capitals: search.replace(/\P{ASCII}/gu, (letter) => letter.toUpperCase()) };
}

export const listCommerceProducts = reading('listCommerceProducts', ({ profile, params }, base) => {
  const { profileId } = profile;
  const shops = connectedShops(base, profileId);
  const { meta, warnings } = standingOf(base, profileId, shops, 'products');
  const page = {
    profile_id: profileId,
    shops: shopNames(shops),
    since: millisOf(params.updated_since),
    ...placeOf(params.cursor, params.sort),
    ...searchOf(params.search),
    limit: params.limit + 1,
  };
  const rows =
    params.sort === 'latest_change'
      ? base.state.statement('collect/commerce/products_latest').all(page)
      : base.state.statement('collect/commerce/products_list').all(page);
  const shown = rows.slice(0, params.limit);
  const last = rows.length > params.limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(shownProduct),
    meta,
    pagination: { has_next: last !== undefined, cursor: last ? cursorAfter(last.updated_at, last.product_no) : null },
    ...(warnings.length > 0 ? { warnings } : {}),
  };
});
