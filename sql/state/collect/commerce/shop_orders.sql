-- name: order_get
-- One row: what is stored of an order; erased, if nothing of it may be stored.
-- columns: is_erased integer
select updated_at, sealed is null as is_erased
from shop_orders
where profile_id = $profile_id and provider = $provider and account_id = $account_id and order_id = $order_id;

-- name: order_put
-- An order as the shop has it now, unless its person was erased or a later change is stored.
insert into shop_orders (
  profile_id, provider, account_id, order_id, number_key, email_token, phone_token, payment_token, updated_at, sealed
)
values (
  $profile_id, $provider, $account_id, $order_id, $number_key, $email_token, $phone_token, $payment_token, $updated_at, $sealed
)
on conflict (profile_id, provider, account_id, order_id) do update set
  number_key = excluded.number_key, email_token = excluded.email_token, phone_token = excluded.phone_token,
  payment_token = excluded.payment_token, updated_at = excluded.updated_at, sealed = excluded.sealed
where shop_orders.sealed is not null and shop_orders.updated_at <= excluded.updated_at;

-- name: order_remove
-- An order that the shop does not have any more. That a person was erased stays.
delete from shop_orders
where profile_id = $profile_id and provider = $provider and account_id = $account_id and order_id = $order_id and sealed is not null;

-- name: orders_list
-- One row per order of these shops after a place in the list, in the order of their last changes.
-- params: shops text, since integer
select order_no, provider, account_id, order_id, updated_at, sealed
from shop_orders
where profile_id = $profile_id
  and sealed is not null
  and updated_at >= $since
  and (updated_at, order_no) > ($after_at, $after_no)
  and exists (select 1 from json_each($shops) as s where s.value = provider || ' ' || account_id)
order by updated_at, order_no
limit $limit;

-- name: orders_latest
-- The same, the latest change first.
-- params: shops text, since integer
select order_no, provider, account_id, order_id, updated_at, sealed
from shop_orders
where profile_id = $profile_id
  and sealed is not null
  and updated_at >= $since
  and (updated_at, order_no) < ($after_at, $after_no)
  and exists (select 1 from json_each($shops) as s where s.value = provider || ' ' || account_id)
order by updated_at desc, order_no desc
limit $limit;

-- name: orders_by_number
-- One row per order with this number, likewise.
-- params: shops text, since integer, direction integer
select order_no, provider, account_id, order_id, updated_at, sealed
from shop_orders
where profile_id = $profile_id
  and number_key = $key
  and sealed is not null
  and updated_at >= $since
  and (updated_at * $direction, order_no * $direction) > ($after_at * $direction, $after_no * $direction)
  and exists (select 1 from json_each($shops) as s where s.value = provider || ' ' || account_id)
order by updated_at * $direction, order_no * $direction
limit $limit;

-- name: orders_by_email
-- One row per order with this e-mail address, likewise.
-- params: shops text, since integer, direction integer
select order_no, provider, account_id, order_id, updated_at, sealed
from shop_orders
where profile_id = $profile_id
  and email_token = $key
  and sealed is not null
  and updated_at >= $since
  and (updated_at * $direction, order_no * $direction) > ($after_at * $direction, $after_no * $direction)
  and exists (select 1 from json_each($shops) as s where s.value = provider || ' ' || account_id)
order by updated_at * $direction, order_no * $direction
limit $limit;

-- name: orders_by_phone
-- One row per order with this phone number, likewise.
-- params: shops text, since integer, direction integer
select order_no, provider, account_id, order_id, updated_at, sealed
from shop_orders
where profile_id = $profile_id
  and phone_token = $key
  and sealed is not null
  and updated_at >= $since
  and (updated_at * $direction, order_no * $direction) > ($after_at * $direction, $after_no * $direction)
  and exists (select 1 from json_each($shops) as s where s.value = provider || ' ' || account_id)
order by updated_at * $direction, order_no * $direction
limit $limit;

-- name: orders_erase
-- Orders with one of these tokens: only their ids stay.
-- params: tokens text
update shop_orders
set number_key = null, email_token = null, phone_token = null, payment_token = null, sealed = null
where profile_id = $profile_id
  and (
    email_token in (select value from json_each($tokens))
    or phone_token in (select value from json_each($tokens))
    or payment_token in (select value from json_each($tokens))
  );

-- name: orders_age_out
-- Orders that have not changed for long, a limited number of them.
delete from shop_orders
where order_no in (
  select order_no from shop_orders
  where profile_id = $profile_id and sealed is not null and updated_at < $before
    and provider = $provider and account_id = $account_id
  order by updated_at
  limit $limit
);

-- name: orders_forget
-- Orders of a shop that is not connected any more, a limited number of them. That a person was erased stays.
delete from shop_orders
where order_no in (
  select order_no from shop_orders
  where profile_id = $profile_id and provider = $provider and account_id = $account_id and sealed is not null
  limit $limit
);
