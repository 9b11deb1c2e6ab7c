-- name: audience_put
-- A list of customers; nothing where it is there already.
insert into audiences (
  audience_id, profile_id, kind, connection_id, account_id, login_account_id, name, conversion_key, days, list_id, created_by, created_at
)
values (
  $audience_id, $profile_id, $kind, $connection_id, $account_id, $login_account_id, $name, $conversion_key, $days, $list_id, $created_by, $now
)
on conflict do nothing;

-- name: audience_get
-- One row at most: a list of customers.
select audience_id, profile_id, kind, connection_id, account_id, login_account_id, list_id
from audiences
where audience_id = $audience_id;
