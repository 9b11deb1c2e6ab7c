-- One row per new event that repeated an id.
-- needs: batch_facts, repeats
insert into repeated_events
select seq, received_at
from batch_facts
where kind = 'event' and seq in (select seq from repeats);
