-- One row per new event that is to be an outcome, where no decision was made and no money reported.
-- needs: new_events, outcome_types
-- makes: affected_outcomes (new)
create temp table affected_outcomes as
select seq as outcome_seq
from new_events
where type_key in (select type_key from outcome_types) or refund_of_key is not null or installment_of_key is not null or type_key = 'message_received'
