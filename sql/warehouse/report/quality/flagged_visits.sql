-- One row per kind of anomaly, parameter, value and session of the period that has it. These kinds follow from stored parts of an
-- origin: spellings, media, ids and referrers; and from
-- what follows a visit.
-- needs: disagreeing_origins, misnamed_origins, origin_values, quality_sessions, sudden_origins
-- makes: flagged_visits
create temp table flagged_visits as
with
-- Visits from a host that mostly convert within five minutes: they were in the middle of a purchase.
converting as (
  select
    origin_parts.referrer_host, touches.session_seq,
    exists (
      from conversions
      where
        conversions.is_counted and conversions.person_key = touches.person_key
        and conversions.converted_at between touches.touched_at and touches.touched_at + interval 5 minutes
    ) as is_converting
  from touches
  join quality_sessions using (session_seq)
  join origins on origins.origin_id = touches.origin_id
  join origin_parts on origin_parts.origin_id = touches.origin_id
  where origins.may_return and not origins.is_direct
),

return_hosts as (
  select referrer_host from converting group by referrer_host having count(*) >= 10 and count(*) filter (is_converting) * 2 > count(*)
),

by_origin as (
  select 'medium_unknown' as kind, 'utm_medium' as parameter, utm_medium as value, origin_id, utm_source || ' / ' || utm_medium as example
  from origin_values as parts
  where utm_medium is not null and utm_source is not null and channel in ('Paid Other', 'Unassigned')
  union all
  select 'paid_without_medium', 'utm_source', utm_source, origin_id, coalesce(utm_campaign, ad_id, campaign_id)
  from origin_values as parts
  where utm_source is not null and utm_medium is null and (ad_id is not null or campaign_id is not null) and is_paid
  union all
  select 'id_and_name_disagree', 'utm_campaign', value, origin_id, 'id of ' || usual from disagreeing_origins
  union all
  select 'autotag_lost', 'gclid', source_key, origin_id, coalesce(utm_campaign, '(none)')
  from origin_values as parts
  where source_key in ('google', 'adwords', 'googleads') and utm_medium is not null and is_paid
    and not list_has_any(string_split(coalesce(click_kinds, ''), ','), ['gclid', 'gbraid', 'wbraid'])
  union all
  select 'self_referral', 'referrer', referrer_domain, origin_id, referrer_host
  from origin_values as parts
  where utm_source is null and click_kinds is null and (
    referrer_domain in (select domain from own_domains)
    or exists (from own_domains where ends_with(referrer_host, '.' || own_domains.domain))
  )
  union all
  select 'payment_referral', 'referrer', referrer_domain, origin_id, referrer_host
  from origin_values as parts
  where utm_source is null and click_kinds is null and exists (
    from source_seeds where source_seeds.category = 'payment' and source_seeds.domain in (referrer_domain, referrer_host)
  )
  union all
  select 'sudden_source', 'utm_source', value, origin_id, value from sudden_origins
  union all
  select * from misnamed_origins
)

select by_origin.kind, by_origin.parameter, by_origin.value, quality_sessions.session_seq, by_origin.example
from by_origin
join quality_sessions using (origin_id)
union all
select distinct 'return_host', 'referrer', referrer_host, session_seq, null
from converting
where referrer_host in (select referrer_host from return_hosts)
