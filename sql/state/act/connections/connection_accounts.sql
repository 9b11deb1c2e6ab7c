-- name: account_put
-- An account that a grant sees, as the provider describes it now; how far it was read stays.
insert into connection_accounts (
  connection_id, profile_id, account_id, name, currency, timezone, status, status_reason, has_write_access, login_account_id, is_selected,
  spend_due_at, restatement_due_at, catalogue_due_at
)
values (
  $connection_id, $profile_id, $account_id, $name, $currency, $timezone, $status, $status_reason, $has_write_access, $login_account_id,
  $is_selected, $now, $restatement_due_at, $now
)
on conflict (connection_id, account_id) do update set
  name = excluded.name, currency = excluded.currency, timezone = excluded.timezone, status = excluded.status,
  status_reason = excluded.status_reason, has_write_access = excluded.has_write_access,
  login_account_id = excluded.login_account_id, is_selected = excluded.is_selected, spend_due_at = excluded.spend_due_at,
  catalogue_due_at = excluded.catalogue_due_at, failures = 0;

-- name: account_seen
-- The provider's current description of an account.
update connection_accounts
set
  name = $name, currency = $currency, timezone = $timezone, status = $status, status_reason = $status_reason,
  login_account_id = $login_account_id
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_write_access_set
-- The platform's last word on whether the present grant may change ads of an account.
update connection_accounts
set has_write_access = $has_write_access
where connection_id = $connection_id
  and account_id = $account_id
  and exists (select 1 from connections where connection_id = $connection_id and grant_no = $grant_no);

-- name: account_status_set
-- An account that the provider does not show any more, or refuses.
update connection_accounts
set status = $status, status_reason = $status_reason
where connection_id = $connection_id
  and account_id = $account_id;

-- name: accounts_list
-- One row per account of a connection, by name.
select
  connection_id, account_id, name, currency, timezone, status, status_reason, has_write_access, login_account_id, is_selected,
  read_from_day, read_to_day, is_first_sync_done, spend_due_at, restatement_due_at, catalogue_due_at, failures,
  catalogue_read_at, catalogue_error,
  changes_read_at, log_since, log_read_at, log_error, studies_read_at, studies_error, outcome_sources
from connection_accounts
where connection_id = $connection_id
order by name, account_id;

-- name: account_get
-- One row: an account of a connection.
select
  connection_id, account_id, name, currency, timezone, status, status_reason, has_write_access, login_account_id, is_selected,
  read_from_day, read_to_day, is_first_sync_done, spend_due_at, restatement_due_at, catalogue_due_at, failures,
  catalogue_read_at, catalogue_error,
  changes_read_at, log_since, log_read_at, log_error, studies_read_at, studies_error, outcome_sources
from connection_accounts
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_unselect_elsewhere
-- An account that another connection of the profile reads from now on.
update connection_accounts
set is_selected = 0
where profile_id = $profile_id
  and account_id = $account_id
  and connection_id <> $connection_id
  and connection_id in (select connection_id from connections where profile_id = $profile_id and provider = $provider);

-- name: accounts_unselect
-- No account of a connection is read.
update connection_accounts
set is_selected = 0
where connection_id = $connection_id;

-- name: connections_with_account
-- One row per connection of the profile and provider that has one of these accounts selected, the one with the most first.
select c.connection_id
from connections as c
inner join connection_accounts as a
  on a.connection_id = c.connection_id
  and a.is_selected = 1
where c.profile_id = $profile_id
  and c.provider = $provider
  and c.removed_at is null
  and c.status <> 'pending'
  and a.account_id in (select value from json_each($account_ids))
group by c.connection_id
order by count(*) desc, c.created_at, c.connection_id;

-- name: accounts_due
-- One row per account whose spend or ads are to be read now.
select
  a.connection_id, a.account_id, c.profile_id, c.provider, a.spend_due_at, a.catalogue_due_at, a.failures
from connection_accounts as a
inner join connections as c on c.connection_id = a.connection_id
where a.is_selected = 1
  and c.status in ('active', 'needs_action')
  and (a.spend_due_at <= $now or a.catalogue_due_at <= $now);

-- name: account_catalogue_due_set
-- The time of the next reading of the account's ads.
update connection_accounts
set catalogue_due_at = $due_at
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_catalogue_put
-- The result of a reading of the account's ads: complete, or the reason why not.
update connection_accounts
set catalogue_due_at = $due_at, catalogue_read_at = coalesce($read_at, catalogue_read_at), catalogue_error = $error
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_log_put
-- The result of a reading of the platform's log of changes: complete, or the reason why not.
update connection_accounts
set log_since = coalesce($since, log_since), log_read_at = coalesce($read_at, log_read_at), log_error = $error
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_studies_put
-- The result of a reading of the platform's list of studies: complete, or the reason why not.
update connection_accounts
set studies_read_at = coalesce($read_at, studies_read_at), studies_error = $error
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_spend_due_set
-- The time of the next reading of the account's spend, and the number of failures in a row.
update connection_accounts
set spend_due_at = $due_at, failures = $failures
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_restatement_due_set
-- The time of the next reading of the account's corrected days.
update connection_accounts
set restatement_due_at = $due_at
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_read_put
-- Which days were read.
update connection_accounts
set read_from_day = $read_from_day, read_to_day = $read_to_day, is_first_sync_done = $is_done
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_changes_read_put
-- Up to when changed records were read.
update connection_accounts
set changes_read_at = $changes_read_at
where connection_id = $connection_id
  and account_id = $account_id;

-- name: account_outcome_sources_put
-- The stages and forms that an account has.
update connection_accounts
set outcome_sources = $outcome_sources
where connection_id = $connection_id
  and account_id = $account_id;

-- name: accounts_read_anew
-- Everything of a connection's accounts is read again, as after another mapping.
update connection_accounts
set read_from_day = null, read_to_day = null, is_first_sync_done = 0, changes_read_at = null, spend_due_at = $now
where connection_id = $connection_id;

-- name: shops_list
-- One row per account of these providers that a connection of a profile reads, or would read if it worked.
-- params: providers text
select c.connection_id, c.provider, c.status, a.account_id, a.name
from connections as c
inner join connection_accounts as a
  on a.connection_id = c.connection_id
  and a.is_selected = 1
where c.profile_id = $profile_id
  and c.removed_at is null
  and c.status <> 'pending'
  and c.provider in (select value from json_each($providers))
order by c.created_at, c.connection_id, a.account_id;
