-- One row per ad of the period with at least 50 clicks whose id no visit carries.
-- needs: quality_origins
-- fills: doubted_spend
insert into doubted_spend
select 'ad_ids_seen', spend_rows.platform, spend_rows.account_id, spend_rows.campaign_id, spend_rows.ad_id
from spend_rows
where
  spend_rows.ad_id is not null
  and spend_rows.spend_day between $date_from::date and $date_to::date
  and (spend_rows.platform, spend_rows.account_id, spend_rows.ad_id) not in (
    select (origins.platform, origins.account_id, origins.ad_id)
    from quality_origins
    join origins using (origin_id)
    where origins.ad_id is not null and origins.account_id is not null
  )
group by all
having sum(coalesce(spend_rows.link_clicks, spend_rows.clicks)) >= 50
