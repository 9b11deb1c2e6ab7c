-- One row per credential of the list and day within a range, newest day first.
select usage_day, credential, requests, refused
from credential_usage
where usage_day between $first_day and $last_day
  and credential in (select value from json_each($credentials))
order by usage_day desc, credential
