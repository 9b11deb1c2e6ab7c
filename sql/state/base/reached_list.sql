-- One row per profile that is not archived: how many facts of the journal state has seen.
select profile_id, max(value) as seq
from cursors
where
  name in ('stitched', 'landed')
  and profile_id not in (select profile_id from access_profiles where archived_at is not null)
group by profile_id;
