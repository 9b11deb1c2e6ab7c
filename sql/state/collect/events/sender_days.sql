-- name: sender_days_list
-- One row per sender, result and reason of some days of a profile.
-- columns: kind 'tracking_key'|'api_key'|'person'|'connection'|'file', result 'accepted'|'repeated'|'refused'|'flagged'
select day, kind, credential, origin, result, why, events, last_at
from sender_days
where profile_id = $profile_id and day between $from_day and $to_day
order by day, kind, credential, origin, result, why;

-- name: sender_days_count
-- One row: how many rows a day of a profile has.
-- columns: rows_of_day integer
select count(*) as rows_of_day
from sender_days
where profile_id = $profile_id and day = $day;

-- name: sender_day_add
-- Adds to a row that exists; no row otherwise.
update sender_days
set events = events + $events, last_at = max(last_at, $last_at)
where
  profile_id = $profile_id and day = $day and kind = $kind and credential = $credential and origin = $origin
  and result = $result and why = $why;

-- name: sender_day_create
-- One row of a sender, result and reason on a day.
insert into sender_days (profile_id, day, kind, credential, origin, result, why, events, last_at)
values ($profile_id, $day, $kind, $credential, $origin, $result, $why, $events, $last_at)
on conflict (profile_id, day, kind, credential, origin, result, why) do update set
  events = events + excluded.events, last_at = max(last_at, excluded.last_at);

-- name: sender_days_forget
-- What was counted long ago.
delete from sender_days where day < $before;
