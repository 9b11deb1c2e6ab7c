-- name: closing_find
-- One row at most: the decision on a reason.
select kind, reason, subject, closing_id, decision, decided_by, decided_at
from quality_closings
where profile_id = $profile_id and kind = $kind and reason = $reason and subject = $subject;

-- name: closing_put
-- One decision; an earlier one on the same reason is replaced.
insert into quality_closings (profile_id, kind, reason, subject, closing_id, decision, decided_by, decided_at)
values ($profile_id, $kind, $reason, $subject, $closing_id, $decision, $decided_by, $decided_at)
on conflict (profile_id, kind, reason, subject) do update
set closing_id = excluded.closing_id, decision = excluded.decision, decided_by = excluded.decided_by, decided_at = excluded.decided_at;

-- name: closing_remove
-- One decision of a profile.
delete from quality_closings where profile_id = $profile_id and closing_id = $closing_id;

-- name: closings_count
-- One row: how many decisions a profile has, and when the last was made.
-- columns: closings integer, last integer?
select count(*) as closings, max(decided_at) as last from quality_closings where profile_id = $profile_id;

-- name: closings_list
-- One row per decision of a profile.
select kind, reason, subject, closing_id, decision, decided_by, decided_at
from quality_closings
where profile_id = $profile_id
order by kind, reason, subject;
