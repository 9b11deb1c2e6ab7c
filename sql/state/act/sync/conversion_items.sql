-- name: item_add
-- A conversion that a destination has not had.
insert into conversion_items (
  destination_id, conversion_no, profile_id, hour, occurred_at, person_key, revision, amount, currency, is_counted, is_queued
)
values ($destination_id, $conversion_no, $profile_id, $hour, $occurred_at, $person_key, 1, $amount, $currency, 1, 1)
on conflict do nothing;

-- name: item_change
-- A conversion as it is now. What is not known of an attempt of the revision before stays so.
update conversion_items
set
  is_known = if(revision < $revision, max(is_known, tried_at is not null), is_known),
  tried_at = if(revision < $revision, null, tried_at),
  hour = $hour, occurred_at = $occurred_at, person_key = $person_key, revision = $revision, amount = $amount, currency = $currency,
  is_counted = $is_counted, is_queued = $is_queued
where destination_id = $destination_id
  and conversion_no = $conversion_no;

-- name: items_of_hour
-- Rows: conversions of a destination in an hour, of numbers in a range.
select conversion_no, hour, occurred_at, person_key, revision, amount, currency, is_counted, is_queued, tried_at
from conversion_items
where profile_id = $profile_id
  and hour = $hour
  and destination_id = $destination_id
  and conversion_no > $after
  and conversion_no <= $up_to;

-- name: item_get
-- One row at most: a conversion of a destination.
select conversion_no, hour, occurred_at, person_key, revision, amount, currency, is_counted, is_erased, is_queued, is_known, tried_at
from conversion_items
where destination_id = $destination_id
  and conversion_no = $conversion_no;

-- name: items_queued
-- Rows: conversions of a destination whose last revision is not in the ledger, or is of another person there.
select conversion_no, occurred_at, person_key, revision, amount, currency, is_counted, tried_at
from conversion_items
where destination_id = $destination_id
  and is_queued = 1
order by conversion_no
limit $limit;

-- name: item_moved
-- A revision that the ledger has, of this person, and that has not ended.
update conversion_items
set is_queued = 0, is_open = 1
where destination_id = $destination_id
  and conversion_no = $conversion_no
  and revision = $revision
  and person_key = $person_key;

-- name: item_opened
-- A revision that had ended and is pending again.
update conversion_items
set is_open = 1
where destination_id = $destination_id
  and conversion_no = $conversion_no
  and revision = $revision;

-- name: item_tried
-- A revision that is sent now, and may have been accepted from here on.
update conversion_items
set tried_at = $tried_at
where destination_id = $destination_id
  and conversion_no = $conversion_no
  and revision = $revision;

-- name: item_untried
-- A revision that was surely not accepted.
update conversion_items
set tried_at = null
where destination_id = $destination_id
  and conversion_no = $conversion_no
  and revision = $revision;

-- name: item_ended
-- A revision that has ended; the destination has it, or may have it, or not.
update conversion_items
set is_queued = 0, is_open = 0, is_known = max(is_known, $is_known), tried_at = null
where destination_id = $destination_id
  and conversion_no = $conversion_no
  and revision = $revision;

-- name: items_ended
-- All conversions of a destination that the ledger has: it has ended them.
update conversion_items
set is_open = 0, is_known = max(is_known, tried_at is not null), tried_at = null
where destination_id = $destination_id
  and is_open = 1;

-- name: items_open
-- Rows: conversions of a destination that the ledger has and that have not ended, from a number on.
select conversion_no, profile_id, revision
from conversion_items
where destination_id = $destination_id
  and is_open = 1
  and conversion_no > $after
order by conversion_no
limit $limit;

-- name: item_return
-- A revision that the ledger does not have any more.
update conversion_items
set is_queued = 1
where destination_id = $destination_id
  and conversion_no = $conversion_no
  and revision = $revision
  and is_open = 1;

-- name: items_return
-- The ledger was lost: conversions that have not ended go to the next one.
update conversion_items set is_queued = 1 where is_open = 1 and is_queued = 0;

-- name: items_waiting
-- One row per destination with something that the ledger has not.
select distinct destination_id, profile_id from conversion_items where is_queued = 1;

-- name: items_forget
-- Conversions that nothing is compared with any more.
delete from conversion_items where occurred_at < $before and is_queued = 0;

-- name: items_erase
-- Conversions of an erased person: what waits is not sent.
update conversion_items
set is_erased = 1
where profile_id = $profile_id
  and person_key in (select value from json_each($person_keys));

-- name: items_of_outcome
-- Rows: conversions of a destination that are of one outcome, by the range of their numbers.
select conversion_no, revision, is_queued
from conversion_items
where destination_id = $destination_id
  and conversion_no >= $from
  and conversion_no < $until;

-- name: items_of_erased
-- Rows: conversions of these persons.
select conversion_no
from conversion_items
where profile_id = $profile_id
  and person_key in (select value from json_each($person_keys));
