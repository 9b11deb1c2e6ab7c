-- name: quality_findings_list
-- One row per finding of the profile that was ever not ok: how it was when it was last measured.
-- columns: status 'ok'|'attention'|'problem'
select name, status, since, is_alerted, measured_at from quality_findings where profile_id = $profile_id;

-- name: quality_finding_put
-- One row: the finding as it was measured now. It may have been not ok for long before it became a problem.
insert into quality_findings (profile_id, name, status, since, is_alerted, measured_at, problem_since)
values ($profile_id, $name, $status, $since, $is_alerted, $measured_at, case when $status = 'problem' then $measured_at end)
on conflict (profile_id, name) do update set
  problem_since = case
    when excluded.status = 'problem' and quality_findings.status = 'problem' then coalesce(quality_findings.problem_since, quality_findings.since)
    else excluded.problem_since
  end,
  status = excluded.status, since = excluded.since, is_alerted = excluded.is_alerted, measured_at = excluded.measured_at;

-- name: quality_problems_new_count
-- One row: how many findings are a problem and became one after a moment.
-- columns: problems integer
select count(*) as problems
from quality_findings
where profile_id = $profile_id and status = 'problem' and coalesce(problem_since, since) > $since;
