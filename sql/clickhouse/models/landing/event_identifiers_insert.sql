-- One row per new event and identifier it carries.
-- needs: parsed_events
insert into event_identifiers
select seq, identifier.priority, identifier.type, identifier.identifier_key
from parsed_events
array join body.identifiers as identifier;
