-- One row per outcome and click id it names.
insert into outcome_clicks
select event_clicks.click_key, event_clicks.seq
from event_clicks
join outcomes on outcomes.outcome_seq = event_clicks.seq
where event_clicks.seq in (select seq from outcome_events)
