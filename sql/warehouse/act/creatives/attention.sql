-- One row per ad that was shown in the window: how often, and what people did. `hooked` are views of a video of at least three seconds and `held` those to its end or of
-- fifteen seconds, of the days on which the platform reports them, with how often it was shown on these.
-- columns: hooked?, held?
select
  spend_rows.platform,
  spend_rows.account_id,
  spend_rows.ad_id,
  coalesce(sum(spend_rows.impressions), 0)::double as impressions,
  coalesce(sum(spend_rows.clicks), 0)::double as clicks,
  coalesce(sum(spend_rows.impressions) filter (where spend_rows.video_3s_views is not null), 0)::double as filmed,
  sum(spend_rows.video_3s_views)::double as hooked,
  coalesce(sum(spend_rows.video_3s_views) filter (where spend_rows.thruplays is not null), 0)::double as holdable,
  sum(spend_rows.thruplays)::double as held
from spend_rows
where spend_rows.spend_day between $from_day::date and $to_day::date and spend_rows.ad_id is not null
group by all
order by spend_rows.platform, spend_rows.account_id, spend_rows.ad_id
