-- One entry by its key: its new state, when it is due again, and its body where there is a new one. The member $kept of the body stays as it is
-- stored; where that is not what the new body has, an erasure came in between, and the member $ended of the new body goes.
update entries
set
  state = $state, updated_at = $at, due_at = $due_at, checksum = null,
  body = case
    when $body is null then body
    when $kept is null or json_extract(body, $kept) is json_extract($body, $kept) then $body
    else json_set($body, $kept, json_extract(body, $kept), $ended, null)
  end
where profile_id = $profile_id and ledger = $ledger and key = $key;
