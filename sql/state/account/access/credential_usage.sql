-- name: credential_usage_add
-- Adds to the calls of a credential on a day.
insert into credential_usage (usage_day, credential, requests, refused)
values ($usage_day, $credential, $requests, $refused)
on conflict (usage_day, credential) do update set
  requests = requests + excluded.requests,
  refused = refused + excluded.refused;

-- name: credential_usage_forget
-- Days before this one are forgotten.
delete from credential_usage
where usage_day < $before;

-- name: credential_usage_list
-- One row per credential of the list and day within a range, newest day first.
select usage_day, credential, requests, refused
from credential_usage
where usage_day between $first_day and $last_day
  and credential in (select value from json_each($credentials))
order by usage_day desc, credential;
