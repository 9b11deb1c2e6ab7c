-- name: quality_fix_add
-- One row: a fix of a finding, with the finding as it was before. A second fix within the same 72 hours is the same trial.
insert into quality_fixes (profile_id, name, applied_at, operation, before)
select $profile_id, $name, $applied_at, $operation, $before
where not exists (
  select 1 from quality_fixes where profile_id = $profile_id and name = $name and applied_at > $applied_at - 259200000
);

-- name: quality_fix_measure
-- One row: the finding as it is 72 hours after the fix.
update quality_fixes set after = $after, measured_at = $measured_at
where profile_id = $profile_id and name = $name and applied_at = $applied_at;

-- name: quality_fixes_due
-- One row per fix that is 72 hours old and was not measured again.
select name, applied_at from quality_fixes
where profile_id = $profile_id and after is null and applied_at <= $now - 259200000;

-- name: quality_fixes_list
-- One row per finding with a fix of the last 60 days: the latest one.
-- columns: applied_at integer
select name, max(applied_at) as applied_at, operation, before, after, measured_at
from quality_fixes
where profile_id = $profile_id and applied_at > $now - 5184000000
group by name;
