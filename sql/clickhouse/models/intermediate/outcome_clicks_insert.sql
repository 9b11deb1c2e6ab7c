-- One row per affected outcome and click id that it, or another report of the same sale, names.
-- needs: affected_outcomes
insert into outcome_clicks
select click_key, seq as outcome_seq from event_clicks
where seq in (select outcome_seq from outcomes where outcome_seq in (select outcome_seq from affected_outcomes))
union distinct
select event_clicks.click_key as click_key, sale_members.sale_seq as outcome_seq
from sale_members
join event_clicks on event_clicks.seq = sale_members.seq
where sale_members.sale_seq in (select outcome_seq from outcomes where outcome_seq in (select outcome_seq from affected_outcomes));
