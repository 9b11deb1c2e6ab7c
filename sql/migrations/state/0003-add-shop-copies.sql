-- Read copies of connected shops (GET /commerce/orders, GET /commerce/products).
create table shop_copies (
  profile_id text not null references access_profiles (profile_id),
  provider text not null,
  account_id text not null,
  orders_to integer,                      -- orders that changed before were read
  orders_read_at integer,                 -- when the last complete reading of orders began
  orders_error text,                      -- why a later reading was not complete
  products_to integer,
  products_read_at integer,
  products_listed_at integer,             -- when the last complete list of all products began: one that is missing in it is gone
  products_error text,
  primary key (profile_id, provider, account_id)
) strict, without rowid;

create table shop_orders (
  order_no integer primary key,
  profile_id text not null references access_profiles (profile_id),
  provider text not null,
  account_id text not null,
  order_id text not null,
  number_key text,                        -- its number as lookups compare it
  email_token text,                       -- keyed, as are the two below
  phone_token text,
  payment_token text,                     -- of the key that the payment of the order has
  updated_at integer not null,            -- by the shop's clock
  sealed blob,                            -- the order; null once its person was erased, so that no later reading brings it back
  unique (profile_id, provider, account_id, order_id)
) strict;
create index shop_orders_by_update on shop_orders (profile_id, updated_at, order_no) where sealed is not null;
create index shop_orders_by_number on shop_orders (profile_id, number_key) where number_key is not null;
create index shop_orders_by_email on shop_orders (profile_id, email_token) where email_token is not null;
create index shop_orders_by_phone on shop_orders (profile_id, phone_token) where phone_token is not null;
create index shop_orders_by_payment on shop_orders (profile_id, payment_token) where payment_token is not null;

create table shop_products (
  product_no integer primary key,
  profile_id text not null references access_profiles (profile_id),
  provider text not null,
  account_id text not null,
  product_id text not null,
  updated_at integer not null,            -- by the shop's clock; of one that is gone, when that was seen
  removed_at integer,                     -- when a list of all products was without it
  read_at integer not null,
  product text not null check (json_valid(product)),
  unique (profile_id, provider, account_id, product_id)
) strict;
create index shop_products_by_update on shop_products (profile_id, updated_at, product_no);
