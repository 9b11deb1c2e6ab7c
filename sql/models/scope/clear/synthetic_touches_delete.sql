-- One row per synthetic touch of a dirty person.
-- needs: affected_rows, conversions_before, scope_outcomes
delete from touches where is_synthetic and person_key in (
  -- Nobody has any but for a conversion or a message; where there are none the touches are not read.
  select person_key from conversions_before
  union all
  select person_key from scope_outcomes where type_key = 'message_received'
  union all
  select person_key from affected_rows where is_message
)
