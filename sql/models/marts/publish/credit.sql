-- One row per conversion and touch in reach, with its weight under each model in millionths.
-- month: touched_at
select credit.*, origins.channel, origins.source, origins.medium, origins.campaign
from credit
join origins using (origin_id)
order by credit.conversion_no, credit.touched_at, credit.touch_seq, credit.is_synthetic
