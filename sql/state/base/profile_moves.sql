-- name: move_get
-- One row at most: where a profile is in a move.
-- columns: status 'leaving'|'left'|'released'|'arriving'
select profile_id, status, other_installation, address, sealed_key, contents, file
from profile_moves
where profile_id = $profile_id;

-- name: move_put
-- A move as it is now.
insert into profile_moves (profile_id, status, other_installation, address, sealed_key, contents, file, changed_at)
values ($profile_id, $status, $other_installation, $address, $sealed_key, $contents, $file, $now)
on conflict (profile_id) do update set
  status = excluded.status, other_installation = excluded.other_installation, address = excluded.address,
  sealed_key = excluded.sealed_key, contents = excluded.contents, file = excluded.file, changed_at = excluded.changed_at;

-- name: move_remove
-- The end of a move that was undone or came to its end.
delete from profile_moves
where profile_id = $profile_id;

-- name: moves_list
-- One row per profile that nothing is accepted for.
-- columns: status 'leaving'|'left'|'released'|'arriving'
select profile_id, status, address, changed_at
from profile_moves
order by profile_id;
