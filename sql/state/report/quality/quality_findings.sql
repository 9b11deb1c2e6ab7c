-- name: quality_findings_list
-- One row per finding of the profile that was ever not ok: how it was when it was last measured.
-- columns: status 'ok'|'attention'|'problem'
select name, status, since, is_alerted, measured_at from quality_findings where profile_id = $profile_id;

-- name: quality_finding_put
-- One row: the finding as it was measured now.
insert into quality_findings (profile_id, name, status, since, is_alerted, measured_at)
values ($profile_id, $name, $status, $since, $is_alerted, $measured_at)
on conflict (profile_id, name) do update set
  status = excluded.status, since = excluded.since, is_alerted = excluded.is_alerted, measured_at = excluded.measured_at;

-- name: quality_problems_new_count
-- One row: how many findings are a problem and began after a moment.
-- columns: problems integer
select count(*) as problems from quality_findings where profile_id = $profile_id and status = 'problem' and since > $since;
