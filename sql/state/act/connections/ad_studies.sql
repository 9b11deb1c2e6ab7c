-- name: studies_put
-- One row per entry of the list written: id of ours for a new one, the platform's id, its study and first day.
insert into ad_studies (experiment_id, profile_id, platform, account_id, study_id, study, first_day, read_at)
select
  json_extract(value, '$[0]'), $profile_id, $platform, $account_id, json_extract(value, '$[1]'), json_extract(value, '$[2]'),
  json_extract(value, '$[3]'), $now
from json_each($rows)
where true
on conflict (profile_id, platform, account_id, study_id) do update
set study = excluded.study, first_day = excluded.first_day, read_at = excluded.read_at;

-- name: studies_list
-- One row per study of a profile, the newest first.
select experiment_id, platform, account_id, study_id, study, read_at from ad_studies
where profile_id = $profile_id
order by first_day desc, experiment_id
limit $row_limit;

-- name: study_get
-- One row at most.
select experiment_id, platform, account_id, study_id, study, read_at from ad_studies
where experiment_id = $experiment_id and profile_id = $profile_id;

-- name: study_accounts
-- One row per account whose studies were read, or could not be.
select c.provider, a.account_id, a.studies_read_at, a.studies_error
from connection_accounts as a
inner join connections as c on c.connection_id = a.connection_id
where c.profile_id = $profile_id and c.removed_at is null and a.is_selected = 1
  and (a.studies_read_at is not null or a.studies_error is not null)
order by c.provider, a.account_id;
