-- One row per event that facts between two places of the journal repeat.
select distinct first_seq
from repeated_events
where seq > $after and seq <= $through
order by first_seq
