-- One row per kind of anomaly and ad or campaign of the period's spend whose visits mostly have it.
-- needs: flagged_visits, quality_origins, quality_sessions
-- fills: doubted_spend
insert into doubted_spend
with
shares as (
  select origins.platform, origins.account_id, origins.ad_id, origins.campaign_id, sum(quality_origins.visits) as visits
  from quality_origins
  join origins using (origin_id)
  where origins.ad_id is not null or origins.campaign_id is not null
  group by all
),

flagged as (
  select flagged_visits.kind, origins.platform, origins.account_id, origins.ad_id, origins.campaign_id, count(distinct quality_sessions.session_seq) as visits
  from flagged_visits
  join quality_sessions using (session_seq)
  join origins using (origin_id)
  where origins.ad_id is not null or origins.campaign_id is not null
  group by all
)

select distinct flagged.kind, spend_rows.platform, spend_rows.account_id, spend_rows.campaign_id, spend_rows.ad_id
from flagged
join shares
  on shares.platform is not distinct from flagged.platform and shares.account_id is not distinct from flagged.account_id
  and shares.ad_id is not distinct from flagged.ad_id and shares.campaign_id is not distinct from flagged.campaign_id
join spend_rows
  on spend_rows.platform = flagged.platform and spend_rows.account_id = flagged.account_id
  and (spend_rows.ad_id = flagged.ad_id or (flagged.ad_id is null and spend_rows.campaign_id = flagged.campaign_id))
where flagged.visits * 2 > shares.visits and spend_rows.spend_day between $date_from::date and $date_to::date
