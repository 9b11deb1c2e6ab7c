-- One row per affected outcome and click id it names.
-- needs: affected_outcomes
insert into outcome_clicks
select click_key, seq from event_clicks
where seq in (select outcome_seq from outcomes where outcome_seq in (select outcome_seq from affected_outcomes));
