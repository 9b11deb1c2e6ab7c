-- One row per kind of anomaly and ad or campaign of the period's spend whose visits mostly have it.
-- needs: flagged_visits, quality_sessions
-- fills: doubted_spend
insert into doubted_spend
with
visits as (
  select quality_sessions.session_seq, origins.ad_id, origins.campaign_id
  from quality_sessions
  join origins using (origin_id)
  where origins.ad_id is not null or origins.campaign_id is not null
),

shares as (
  select visits.ad_id, visits.campaign_id, count(*) as visits from visits group by all
),

flagged as (
  select flagged_visits.kind, visits.ad_id, visits.campaign_id, count(distinct visits.session_seq) as visits
  from flagged_visits
  join visits using (session_seq)
  group by all
)

select distinct flagged.kind, spend_rows.platform, spend_rows.account_id, spend_rows.campaign_id, spend_rows.ad_id
from flagged
join shares on shares.ad_id is not distinct from flagged.ad_id and shares.campaign_id is not distinct from flagged.campaign_id
join spend_rows on spend_rows.ad_id = flagged.ad_id or (flagged.ad_id is null and spend_rows.campaign_id = flagged.campaign_id)
where flagged.visits * 2 > shares.visits and spend_rows.spend_day between $date_from::date and $date_to::date
