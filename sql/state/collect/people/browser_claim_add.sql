-- One row per identifier that a browser named and browser that named it.
insert into browser_claims (profile_id, identifier_key, visitor_key)
values ($profile_id, $identifier_key, $visitor_key)
on conflict do nothing;
