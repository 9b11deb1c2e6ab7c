-- name: figure_change_put
-- One row: a change of figures by other code. The same comparison, repeated after a crash, replaces it.
insert into figure_changes (
  profile_id, through_seq, through_decision, from_code, to_code, from_version, to_version, changed_at, differences
)
values (
  $profile_id, $through_seq, $through_decision, $from_code, $to_code, $from_version, $to_version, $changed_at, $differences
)
on conflict do update set
  from_version = excluded.from_version,
  to_version = excluded.to_version,
  changed_at = excluded.changed_at,
  differences = excluded.differences;

-- name: figure_changes_list
-- One row per change of a profile's figures by other code, oldest first.
select through_seq, through_decision, from_code, to_code, from_version, to_version, changed_at, differences
from figure_changes
where profile_id = $profile_id
order by changed_at, through_seq, through_decision;
