-- One row per browser of the list that has events.
select distinct visitor_key from events where list_contains($visitor_keys::bigint[], visitor_key)
