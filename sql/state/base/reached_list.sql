-- One row per profile: how many facts of the journal state has seen.
-- columns: seq integer
select profile_id, max(value) as seq
from cursors
where name in ('stitched', 'landed')
group by profile_id;
