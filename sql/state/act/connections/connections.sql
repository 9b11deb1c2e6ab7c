-- name: connection_create
-- One new connection that waits for its grant.
insert into connections (connection_id, profile_id, provider, status, created_by, created_at)
values ($connection_id, $profile_id, $provider, 'pending', $created_by, $now);

-- name: connection_get
-- One row: a connection, removed ones too.
select
  connection_id, profile_id, provider, status, status_reason, grant_no, tokens, scopes, missing_scopes, created_by, created_at, connected_at,
  sync_started_at, sync_finished_at, sync_from_day, sync_to_day, sync_rows, sync_error, mapping, mail_import, removed_at, revocation
from connections
where connection_id = $connection_id;

-- name: connections_list
-- One row per connection of a profile that was not removed, oldest first.
select
  connection_id, profile_id, provider, status, status_reason, grant_no, tokens, scopes, missing_scopes, created_by, created_at, connected_at,
  sync_started_at, sync_finished_at, sync_from_day, sync_to_day, sync_rows, sync_error, mapping, mail_import, removed_at, revocation
from connections
where profile_id = $profile_id
  and removed_at is null
order by created_at, connection_id;

-- name: connection_grant
-- A grant of a person, in the place of an earlier one.
update connections
set tokens = $tokens, scopes = $scopes, missing_scopes = $missing_scopes, grant_no = grant_no + 1, created_by = $created_by, connected_at = $now
where connection_id = $connection_id
  and removed_at is null;

-- name: connection_tokens_put
-- Refreshed tokens, unless another grant has come or the connection was removed.
update connections
set tokens = $tokens
where connection_id = $connection_id
  and grant_no = $grant_no
  and removed_at is null;

-- name: connection_status_set
-- Another status, of a connection that was not removed.
update connections
set status = $status, status_reason = $status_reason
where connection_id = $connection_id
  and removed_at is null;

-- name: connection_mail_import_put
-- Of which folder or label and to which alias all mails of a mailbox are kept.
update connections
set mail_import = $mail_import
where connection_id = $connection_id
  and removed_at is null;

-- name: connection_sync_put
-- The result of the last sync of one of its accounts.
update connections
set
  sync_started_at = $started_at, sync_finished_at = $finished_at, sync_from_day = $from_day, sync_to_day = $to_day,
  sync_rows = $rows, sync_error = $error
where connection_id = $connection_id;

-- name: connection_remove
-- The end of a connection: its secrets go, and the row says when.
update connections
set removed_at = $now, tokens = null, status = 'disabled', status_reason = 'removed', scopes = '[]', missing_scopes = '[]'
where connection_id = $connection_id
  and removed_at is null;

-- name: connection_revocation_put
-- The result of the grant at the provider.
update connections
set revocation = $revocation
where connection_id = $connection_id;

-- name: connection_forget
-- A connection that was not granted.
delete from connections
where connection_id = $connection_id
  and status = 'pending';

-- name: connections_abandoned
-- One row per connection that waits for a grant and has no link that could bring one.
select c.connection_id
from connections as c
where c.status = 'pending'
  and not exists (
    select 1
    from connect_links as l
    where l.connection_id = c.connection_id
      and l.ended_at is null
      and l.expires_at > $now
  );

-- name: connections_archive
-- Connections of profiles that are archived: nothing of them is read any more.
update connections
set status = 'disabled', status_reason = 'archived'
where profile_id in (select value from json_each($profile_ids))
  and status in ('pending', 'active', 'needs_action', 'reconnect_required');

-- name: connections_waiting_count
-- One row: connections of a profile that wait for a person.
-- columns: connections integer
select count(*) as connections
from connections
where profile_id = $profile_id and removed_at is null and status in ('needs_action', 'reconnect_required');

-- name: connections_open
-- One row per connection of the installation that was not removed.
select connection_id, profile_id, provider, status, status_reason
from connections
where removed_at is null
order by created_at, connection_id;

-- name: connections_of_provider
-- One row per connection of the installation to a provider, removed ones too, oldest first.
select connection_id, profile_id, tokens
from connections
where provider = $provider
order by created_at, connection_id;

-- name: connections_sharing
-- A row per other connection of the installation, to the same provider, whose grant sees an account of this one.
select o.connection_id
from connection_accounts as a
inner join connections as c on c.connection_id = a.connection_id
inner join connection_accounts as b
  on b.account_id = a.account_id
  and b.connection_id <> a.connection_id
inner join connections as o
  on o.connection_id = b.connection_id
  and o.provider = c.provider
where a.connection_id = $connection_id
  and o.removed_at is null
  and o.tokens is not null
limit 1;

-- name: connection_mapping_put
-- The meaning of stages and forms, as a person has confirmed it.
update connections
set mapping = $mapping
where connection_id = $connection_id
  and removed_at is null;

-- name: connections_of_account
-- One row per connection to an account that webhooks of a whole app name, and that is read.
select c.connection_id, a.account_id, c.profile_id
from connection_accounts as a
inner join connections as c on c.connection_id = a.connection_id
where a.account_id = $account_id
  and c.provider = $provider
  and a.is_selected = 1
  and c.removed_at is null
  and c.status in ('active', 'needs_action');

-- name: connections_through
-- One row per connection that works and reaches its accounts through this one.
select distinct c.connection_id, c.status
from connection_accounts as a
inner join connections as c on c.connection_id = a.connection_id
where a.login_account_id = $login_account_id
  and c.provider = $provider
  and a.is_selected = 1
  and c.removed_at is null
  and c.status in ('active', 'needs_action')
order by c.connection_id;

-- name: mailboxes_read
-- One row per mailbox that can be read, of all profiles.
-- params: providers text
select connection_id, profile_id
from connections
where status in ('active', 'needs_action') and removed_at is null
  and provider in (select value from json_each($providers))
order by connection_id;
