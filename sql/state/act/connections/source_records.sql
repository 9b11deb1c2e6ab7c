-- name: record_get
-- One row: a record as it was last read.
select read_at, content_hash
from source_records
where profile_id = $profile_id
  and provider = $provider
  and account_id = $account_id
  and record_id = $record_id;

-- name: record_put
-- A record as it was read now.
insert into source_records (profile_id, provider, account_id, record_id, read_at, content_hash)
values ($profile_id, $provider, $account_id, $record_id, $read_at, $content_hash)
on conflict (profile_id, provider, account_id, record_id) do update set
  read_at = excluded.read_at, content_hash = excluded.content_hash;

-- name: record_forget
-- A record that is compared again at its next reading.
delete from source_records
where profile_id = $profile_id
  and provider = $provider
  and account_id = $account_id
  and record_id = $record_id;
