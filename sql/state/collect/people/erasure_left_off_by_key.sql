-- One row per decision that left an identifier off anybody.
-- columns: identifier_key text
select decision_no, json_extract(payload, '$.identifier_key') as identifier_key
from decisions
where profile_id = $profile_id
  and kind = 'identifier_left_off'
  and json_extract(payload, '$.identifier_key') in (select value from json_each($keys));
