-- One row: how many facts between two places of the journal became events.
select count(*) as events
from events
where seq > $after and seq <= $through
