-- name: quality_outages_list
-- One row per outage of a profile that overlaps a time, the oldest first.
select sender, from_at, to_at, events, usual
from quality_outages
where profile_id = $profile_id and from_at < $until and coalesce(to_at, $until) > $since
order by from_at, sender;

-- name: quality_outage_put
-- One row: an outage as it was found last.
insert into quality_outages (profile_id, sender, from_at, to_at, events, usual, found_at)
values ($profile_id, $sender, $from_at, $to_at, $events, $usual, $now)
on conflict (profile_id, sender, from_at) do update set
  to_at = excluded.to_at, events = excluded.events, usual = excluded.usual
where to_at is not excluded.to_at or events <> excluded.events or usual <> excluded.usual;

-- name: quality_outage_forget
-- An outage that is not found any more: what was missing arrived later.
delete from quality_outages where profile_id = $profile_id and sender = $sender and from_at = $from_at;
