-- One row per conversion of the period whose last touch is a visit with an anomaly.
-- needs: flagged_visits, quality_outcomes
-- fills: doubted_outcomes
insert into doubted_outcomes
select distinct flagged_visits.kind, quality_outcomes.conversion_no
from quality_outcomes
join credit on credit.conversion_no = quality_outcomes.conversion_no and credit.last_touch > 0
join touches on touches.touch_seq = credit.touch_seq and touches.is_synthetic = credit.is_synthetic
join flagged_visits on flagged_visits.session_seq = touches.session_seq
where quality_outcomes.is_current
