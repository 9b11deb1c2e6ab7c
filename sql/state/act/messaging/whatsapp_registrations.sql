-- name: registrations_recent
-- One row: how often a number was registered since a moment, and when first.
-- columns: attempts integer, first_at integer?
select count(*) as attempts, min(attempted_at) as first_at
from whatsapp_registrations
where number = $number and attempted_at > $since;

-- name: registration_add
-- One attempt, before it is made.
insert into whatsapp_registrations (profile_id, number, attempted_at)
values ($profile_id, $number, $now);
