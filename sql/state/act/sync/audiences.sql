-- name: audience_put
-- A list of customers; of one that is there already, the list that the platform has now.
insert into audiences (
  audience_id, profile_id, kind, connection_id, account_id, login_account_id, name, conversion_key, days, list_id, created_by, created_at
)
values (
  $audience_id, $profile_id, $kind, $connection_id, $account_id, $login_account_id, $name, $conversion_key, $days, $list_id, $created_by, $now
)
on conflict (audience_id) do update set list_id = excluded.list_id;

-- name: audience_get
-- One row at most: a list of customers.
select audience_id, profile_id, kind, connection_id, account_id, login_account_id, list_id, created_at
from audiences
where audience_id = $audience_id;
