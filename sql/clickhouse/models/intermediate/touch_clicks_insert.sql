-- One row per new touch and click id it carries.
-- needs: session_sums
insert into touch_clicks
select event_clicks.click_key, touches.touch_seq, assumeNotNull(touches.visitor_key)
from touches
join event_clicks on event_clicks.seq = touches.touch_seq
where not touches.is_synthetic and touches.click_hash is not null
  and touches.visitor_key in (select visitor_key from session_sums);
