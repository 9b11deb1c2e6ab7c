-- One row per origin of the period with the parts that its links had, and how many of its visits were there.
-- needs: quality_origins
-- makes: origin_values
create temp table origin_values as
select
  origin_parts.*,
  origins.channel,
  origins.is_paid,
  origins.platform as ad_platform,
  origins.account_id as ad_account,
  origin_parts.source_key,
  quality_origins.visits as sessions,
  quality_origins.bounces,
  quality_origins.first_day
from quality_origins
join origin_parts using (origin_id)
join origins using (origin_id)
