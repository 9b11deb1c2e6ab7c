-- Ended jobs older than a moment, the newest of each kind and profile kept.
delete from jobs
where finished_at < $before
  and rowid not in (select max(rowid) from jobs group by profile_id, kind);
