-- One row per browser of whose visits the batch takes an event out, or gives one back.
-- needs: batch_withdrawals
-- fills: changed_visitors (dirty)
insert into changed_visitors
select distinct visitor_key
from events
where seq in (select seq from batch_withdrawals) and (has_page or event_type = 'ad_view') and visitor_key is not null
