-- One row per new event that repeated an id.
-- needs: batch_facts, repeats
insert into repeated_events
select batch_facts.seq, repeats.first_seq, batch_facts.received_at
from batch_facts
join repeats using (seq)
where batch_facts.kind = 'event'
