-- One row per new event and click id it carries.
-- needs: parsed_events
insert into event_clicks
select seq, click.kind, click.click_key
from parsed_events
array join body.clicks as click;
