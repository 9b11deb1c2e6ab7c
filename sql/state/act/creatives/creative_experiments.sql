-- name: experiment_put
-- One row: a study that is registered; once, whoever registers it again.
insert into creative_experiments (
  experiment_id, workspace_id, profile_id, platform, account_id, kind, name, first_day, last_day, evidence_url, result, created_by, created_at
)
values (
  $experiment_id, $workspace_id, $profile_id, $platform, $account_id, $kind, $name, $first_day, $last_day, $evidence_url, $result,
  $created_by, $now
)
on conflict (profile_id, platform, account_id, kind, name, first_day) do update
set last_day = excluded.last_day, evidence_url = excluded.evidence_url, result = excluded.result;

-- name: experiment_find
-- One row at most: the study of this name.
select experiment_id from creative_experiments
where
  profile_id = $profile_id and platform = $platform and account_id = $account_id and kind = $kind and name = $name
  and first_day = $first_day;

-- name: experiment_get
-- One row at most.
select experiment_id, platform, account_id, kind, name, first_day, last_day, evidence_url, result, created_at from creative_experiments
where experiment_id = $experiment_id and profile_id = $profile_id;

-- name: experiments_list
-- One row per study of a profile, the newest first.
select experiment_id, platform, account_id, kind, name, first_day, last_day, evidence_url, result, created_at from creative_experiments
where profile_id = $profile_id
order by first_day desc, experiment_id
limit $row_limit;
