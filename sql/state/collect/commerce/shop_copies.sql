-- name: copy_get
-- One row: how far the copy of a shop was read.
select orders_to, orders_read_at, orders_error, products_to, products_read_at, products_listed_at, products_error
from shop_copies
where profile_id = $profile_id and provider = $provider and account_id = $account_id;

-- name: copy_create
-- The copy of a shop; one that is there stays.
insert into shop_copies (profile_id, provider, account_id)
values ($profile_id, $provider, $account_id)
on conflict do nothing;

-- name: copy_orders_to_put
-- Up to which change orders were read.
update shop_copies
set orders_to = $orders_to
where profile_id = $profile_id and provider = $provider and account_id = $account_id;

-- name: copy_orders_read_put
-- A complete reading of orders.
update shop_copies
set orders_to = max(coalesce(orders_to, 0), $read_at), orders_read_at = $read_at, orders_error = null
where profile_id = $profile_id and provider = $provider and account_id = $account_id;

-- name: copy_orders_error_put
-- A reading of orders that was not complete.
update shop_copies
set orders_error = $error
where profile_id = $profile_id and provider = $provider and account_id = $account_id;

-- name: copy_products_to_put
-- Up to which change products were read.
update shop_copies
set products_to = $products_to
where profile_id = $profile_id and provider = $provider and account_id = $account_id;

-- name: copy_products_read_put
-- A complete reading of products; of all of them, where it was a list.
update shop_copies
set
  products_to = max(coalesce(products_to, 0), $read_at), products_read_at = $read_at, products_error = null,
  products_listed_at = coalesce($listed_at, products_listed_at)
where profile_id = $profile_id and provider = $provider and account_id = $account_id;

-- name: copy_products_error_put
-- A reading of products that was not complete.
update shop_copies
set products_error = $error
where profile_id = $profile_id and provider = $provider and account_id = $account_id;

-- name: copy_remove
-- The copy of a shop, whose products and orders are gone.
delete from shop_copies
where profile_id = $profile_id and provider = $provider and account_id = $account_id;
