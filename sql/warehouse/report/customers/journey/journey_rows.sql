-- One row per event that may be the person's, and where it lies; `is_elsewhere` when it happened on a browser that is not theirs.
-- needs: journey_keys, journey_named
-- makes: journey_rows
create temp table journey_rows as
select seq, rowid as row_no, false as is_elsewhere
from events
where visitor_key in (select unnest(getvariable('journey_keys').browsers))
union all
select seq, rowid, visitor_key is not null
from events
where
  seq in (select unnest(getvariable('journey_named')))
  and not coalesce(list_contains(getvariable('journey_keys').browsers, visitor_key), false)
