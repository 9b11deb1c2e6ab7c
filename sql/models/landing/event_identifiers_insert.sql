-- One row per new event and identifier it carries.
-- needs: parsed_events
insert into event_identifiers
with listed as (
  select seq, unnest(body.identifiers) as identifier from parsed_events where body.identifiers is not null
)
select seq, identifier.priority, identifier.type, identifier.identifier_key from listed order by seq
