-- One row per person with an outcome that names a click of the dirty browsers' touches.
-- needs: dirty_clicks
-- fills: dirty_people (dirty)
insert into dirty_people
select outcomes.person_key
from outcome_clicks join outcomes using (outcome_seq)
where outcome_clicks.click_key in (select click_key from dirty_clicks)
