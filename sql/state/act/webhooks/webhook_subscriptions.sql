-- name: subscription_add
-- One new subscription.
insert into webhook_subscriptions (
  subscription_id, profile_id, url, description, event_types, includes_personal_data, personal_data_by, status, secrets, created_by,
  created_at, updated_at
)
values (
  $subscription_id, $profile_id, $url, $description, $event_types, $includes_personal_data, $personal_data_by, 'active', $secrets, $created_by,
  $now, $now
);

-- name: subscription_get
-- One row at most: a subscription by its id, a removed one too.
select
  subscription_id, profile_id, url, description, event_types, includes_personal_data, personal_data_by, status, status_reason, secrets,
  created_by, created_at, updated_at, failing_since, throttled_until, removed_at
from webhook_subscriptions
where subscription_id = $subscription_id;

-- name: subscriptions_list
-- One row per subscription of a profile that is not removed, the oldest first.
select
  subscription_id, profile_id, url, description, event_types, includes_personal_data, personal_data_by, status, status_reason, secrets,
  created_by, created_at, updated_at, failing_since, throttled_until, removed_at
from webhook_subscriptions
where profile_id = $profile_id
  and removed_at is null
order by created_at, subscription_id;

-- name: subscription_change
-- The fields of a subscription that a user may change.
update webhook_subscriptions
set
  url = $url, description = $description, event_types = $event_types, includes_personal_data = $includes_personal_data,
  personal_data_by = $personal_data_by, secrets = $secrets, updated_at = $now
where subscription_id = $subscription_id;

-- name: subscription_status_set
-- A subscription in another status; one that is active again begins without failures.
update webhook_subscriptions
set
  status = $status, status_reason = $status_reason, updated_at = $now, throttled_until = null,
  failing_since = case when $status = 'active' then null else failing_since end
where subscription_id = $subscription_id
  and removed_at is null;

-- name: subscription_remove
-- A removed subscription; its secrets go.
update webhook_subscriptions
set removed_at = $now, secrets = null
where subscription_id = $subscription_id
  and removed_at is null;

-- name: subscriptions_archive
-- Subscriptions of archived profiles: nothing is sent any more.
update webhook_subscriptions
set status = 'paused', status_reason = 'archived', updated_at = $now
where removed_at is null
  and status = 'active'
  and profile_id in (select value from json_each($profile_ids));

-- name: subscription_failing_set
-- Since when attempts fail; null where the last one was accepted.
update webhook_subscriptions set failing_since = $failing_since where subscription_id = $subscription_id;

-- name: subscription_throttle
-- Nothing is sent before a moment.
update webhook_subscriptions set throttled_until = $until where subscription_id = $subscription_id;

-- name: subscriptions_sending
-- One row per subscription that may have something to send or to cancel.
select subscription_id, profile_id from webhook_subscriptions where removed_at is null;

-- name: subscription_seen
-- A tail that still reads.
update webhook_subscriptions set updated_at = $now where subscription_id = $subscription_id;

-- name: tail_remove
-- A tail with what it has not read.
delete from webhook_subscriptions where subscription_id = $subscription_id and url = $url;

-- name: tails_remove
-- Tails that have not read since a moment, with what they have not read.
delete from webhook_subscriptions where url = $url and updated_at < $before;
