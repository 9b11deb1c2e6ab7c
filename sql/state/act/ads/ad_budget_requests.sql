-- name: budget_request_add
-- One request that is about to be sent.
insert into ad_budget_requests (profile_id, write_id, platform, adset_id, sent_at)
values ($profile_id, $write_id, $platform, $adset_id, $now);

-- name: budget_request_drop
-- The last request of a change, which the platform has refused.
delete from ad_budget_requests
where rowid = (select max(rowid) from ad_budget_requests where write_id = $write_id);

-- name: budget_requests_forget
-- Requests of before a moment.
delete from ad_budget_requests where sent_at < $before;

-- name: budget_requests
-- One row per request for a budget of an ad set since a moment, the earliest first.
select sent_at
from ad_budget_requests
where platform = $platform
  and adset_id = $adset_id
  and sent_at > $since
order by sent_at;
