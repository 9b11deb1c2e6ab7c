-- One row per affected outcome and click id that it, or another report of the same sale, names.
-- needs: affected_outcomes
insert into outcome_clicks
select click_key, seq
from event_clicks
where seq in (select outcome_seq from outcomes where outcome_seq in (select outcome_seq from affected_outcomes))
union
select event_clicks.click_key, sale_members.sale_seq
from sale_members
join event_clicks using (seq)
where sale_members.sale_seq in (select outcome_seq from outcomes where outcome_seq in (select outcome_seq from affected_outcomes))
