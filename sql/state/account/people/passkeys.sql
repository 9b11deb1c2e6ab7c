-- name: passkey_create
-- One new passkey of a person.
insert into passkeys (passkey_id, person_id, credential_id, name, public_key, counter, transports, is_synced, created_at)
values ($passkey_id, $person_id, $credential_id, $name, $public_key, $counter, $transports, $is_synced, $now)
on conflict (credential_id) do nothing;

-- name: passkey_delete
-- A passkey of this person, gone.
delete from passkeys
where passkey_id = $passkey_id
  and person_id = $person_id;

-- name: passkey_find
-- One row: the passkey that its authenticator calls so.
select passkey_id, person_id, credential_id, public_key, counter, transports
from passkeys
where credential_id = $credential_id;

-- name: passkey_rename
-- A passkey of this person under another name.
update passkeys
set name = $name
where passkey_id = $passkey_id
  and person_id = $person_id;

-- name: passkey_used
-- The passkey, used now; its counter unless another use was quicker.
update passkeys
set
  counter = $counter,
  is_synced = $is_synced,
  last_used_at = $now
where passkey_id = $passkey_id
  and counter = $before;

-- name: passkeys_list
-- One row per passkey of a person, the oldest first.
select passkey_id, credential_id, name, transports, is_synced, created_at, last_used_at
from passkeys
where person_id = $person_id
order by created_at, passkey_id;
