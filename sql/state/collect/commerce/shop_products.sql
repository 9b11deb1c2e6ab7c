-- name: product_put
-- A product as the shop has it now, unless a later change is stored.
insert into shop_products (profile_id, provider, account_id, product_id, updated_at, removed_at, read_at, product)
values ($profile_id, $provider, $account_id, $product_id, $updated_at, null, $read_at, $product)
on conflict (profile_id, provider, account_id, product_id) do update set
  updated_at = max(excluded.updated_at, coalesce(shop_products.removed_at, 0)), removed_at = null, read_at = excluded.read_at,
  product = excluded.product
where shop_products.removed_at is not null or shop_products.updated_at <= excluded.updated_at;

-- name: products_remove_unseen
-- Products that a list of all products was without.
update shop_products
set removed_at = $now, updated_at = $now
where profile_id = $profile_id and provider = $provider and account_id = $account_id and removed_at is null and read_at < $listed_at;

-- name: products_list
-- One row per product of these shops after a place in the list, in the order of their last changes; only with this text in the name or an SKU, if there is one.
-- params: shops text, since integer, search text?, search_capitals text?
select product_no, provider, account_id, product_id, updated_at, removed_at, product
from shop_products
where profile_id = $profile_id
  and updated_at >= $since
  and (updated_at, product_no) > ($after_at, $after_no)
  and exists (select 1 from json_each($shops) as s where s.value = provider || ' ' || account_id)
  and (
    $search is null
    or instr(lower(json_extract(product, '$.name')), $search) > 0
    or instr(lower(json_extract(product, '$.name')), $search_capitals) > 0
    or exists (
      select 1 from json_each(product, '$.variants') as v where instr(lower(json_extract(v.value, '$.sku')), $search) > 0
    )
  )
order by updated_at, product_no
limit $limit;

-- name: products_latest
-- The same, the latest change first.
-- params: shops text, since integer, search text?, search_capitals text?
select product_no, provider, account_id, product_id, updated_at, removed_at, product
from shop_products
where profile_id = $profile_id
  and updated_at >= $since
  and (updated_at, product_no) < ($after_at, $after_no)
  and exists (select 1 from json_each($shops) as s where s.value = provider || ' ' || account_id)
  and (
    $search is null
    or instr(lower(json_extract(product, '$.name')), $search) > 0
    or instr(lower(json_extract(product, '$.name')), $search_capitals) > 0
    or exists (
      select 1 from json_each(product, '$.variants') as v where instr(lower(json_extract(v.value, '$.sku')), $search) > 0
    )
  )
order by updated_at desc, product_no desc
limit $limit;

-- name: products_forget
-- Products of a shop that is not connected any more, a limited number of them.
delete from shop_products
where product_no in (
  select product_no from shop_products
  where profile_id = $profile_id and provider = $provider and account_id = $account_id
  limit $limit
);
