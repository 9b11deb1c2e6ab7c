-- Ended jobs older than a moment; the newest of each kind and profile is kept, and so is what must not be dropped.
delete from jobs
where finished_at < $before
  and not (status = 'failed' and is_mandatory = 1)
  and rowid not in (select max(rowid) from jobs group by profile_id, kind);
