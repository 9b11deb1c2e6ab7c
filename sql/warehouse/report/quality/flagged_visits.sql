-- One row per kind of anomaly, parameter, value and session of the period that has it. These kinds follow from stored parts of an
-- origin: spellings, media, ids and referrers; and from
-- what follows a visit.
-- needs: quality_origins, quality_sessions
-- makes: flagged_visits
create temp table flagged_visits as
with
parts as (
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
),

named as (
  select origin_id, source_key, sessions, 'utm_source' as parameter, utm_source as value from parts where utm_source is not null
  union all
  select origin_id, source_key, sessions, 'utm_medium', utm_medium from parts where utm_medium is not null
  union all
  select origin_id, source_key, sessions, 'utm_campaign', utm_campaign from parts where utm_campaign is not null
),

named_values as (
  select
    parameter,
    value,
    -- One key for all spellings of a value.
    regexp_replace(strip_accents(lower(trim(value))), '(%20|[+ _-])+', ' ', 'g') as value_key,
    sum(sessions) as sessions
  from named
  group by all
),

spellings as (
  select parameter, value, first_value(value) over (partition by parameter, value_key order by sessions desc, value) as usual
  from named_values
),

campaigns as (
  select source_key, value, sum(sessions) as sessions
  from named
  where parameter = 'utm_campaign' and length(value) >= 6
  group by all
  order by sessions desc, value
  limit 400
),

-- One letter away from a name of the same source that is seen five times as often: names that differ in digits are different names.
misspelt as (
  select rare.source_key, rare.value, arg_max(usual.value, (usual.sessions, usual.value)) as usual
  from campaigns as rare
  join campaigns as usual
    on usual.source_key is not distinct from rare.source_key
    and usual.sessions >= 5 * rare.sessions
    and abs(length(usual.value) - length(rare.value)) <= 1
  where
    damerau_levenshtein(lower(usual.value), lower(rare.value)) = 1
    and regexp_replace(usual.value, '[0-9]', '', 'g') <> regexp_replace(rare.value, '[0-9]', '', 'g')
  group by all
),

lengths as (
  select parameter, max(length(value)) as longest, count(distinct value) filter (where length(value) = longest_value) as at_longest,
    max(value) filter (where length(value) = longest_value) as last_value, min(value) filter (where length(value) = longest_value) as first_value
  from (select *, max(length(value)) over (partition by parameter) as longest_value from named_values)
  group by parameter
),

spent_campaigns as (
  select platform, account_id, campaign_id, max_by(campaign_name, (spend_day, campaign_name)) as name
  from spend_rows
  where campaign_id is not null
  group by all
),

spent_ads as (
  select platform, account_id, ad_id, any_value(campaign_id order by spend_day desc, campaign_id) as campaign_id
  from spend_rows
  where ad_id is not null and campaign_id is not null
  group by platform, account_id, ad_id
),

disagreeing as (
  select parts.origin_id, parts.utm_campaign as value, own.name as usual
  from parts
  left join spent_ads
    on spent_ads.platform = parts.ad_platform and spent_ads.account_id = parts.ad_account and spent_ads.ad_id = parts.ad_id
  join spent_campaigns as own
    on own.platform = parts.ad_platform and own.account_id = parts.ad_account
    and own.campaign_id = coalesce(spent_ads.campaign_id, parts.campaign_id)
  where
    parts.utm_campaign is not null
    and exists (
      from spent_campaigns as other
      where
        other.platform = own.platform
        and other.campaign_id <> own.campaign_id
        and (other.campaign_id = parts.utm_campaign or lower(trim(other.name)) = lower(trim(parts.utm_campaign)))
    )
    and lower(trim(own.name)) <> lower(trim(parts.utm_campaign))
    and own.campaign_id <> parts.utm_campaign
),

-- Origins are far fewer than visits, and their texts far longer.
seen_before as (
  select distinct origin_parts.utm_source, origin_parts.utm_campaign, origin_parts.referrer_domain
  from (select distinct origin_id from sessions where session_day between $date_from::date - 56 and $date_to::date - 7) as seen
  join origin_parts using (origin_id)
),

recent as (
  select utm_source, utm_campaign, referrer_domain, sum(sessions) as sessions, sum(bounces) as bounces, list(origin_id) as origin_ids
  from parts
  where coalesce(utm_source, referrer_domain) is not null and first_day > $date_to::date - 7
  group by all
),

sold as (
  select distinct credit.origin_id
  from credit
  join conversions using (conversion_no)
  where conversions.converted_day between $date_from::date and $date_to::date
),

sudden as (
  select unnest(recent.origin_ids) as origin_id, coalesce(recent.utm_source, recent.referrer_domain) as value
  from recent
  where
    recent.sessions >= 30
    and recent.sessions >= 0.02 * (select count(*) from quality_sessions where session_day > $date_to::date - 7)
    and recent.bounces > 0.95 * recent.sessions
    and not exists (
      from seen_before
      where
        seen_before.utm_source is not distinct from recent.utm_source
        and seen_before.utm_campaign is not distinct from recent.utm_campaign
        and seen_before.referrer_domain is not distinct from recent.referrer_domain
    )
    and not exists (from sold where list_contains(recent.origin_ids, sold.origin_id))
),

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
  select 'variants' as kind, named.parameter, spellings.usual as value, named.origin_id, named.value as example
  from named
  join spellings on spellings.parameter = named.parameter and spellings.value = named.value
  where spellings.usual <> named.value
  union all
  select 'variants', 'utm_campaign', misspelt.usual, named.origin_id, named.value
  from named
  join misspelt on misspelt.value = named.value and misspelt.source_key is not distinct from named.source_key
  where named.parameter = 'utm_campaign'
  union all
  select 'medium_unknown', 'utm_medium', utm_medium, origin_id, utm_source || ' / ' || utm_medium
  from parts
  where utm_medium is not null and utm_source is not null and channel in ('Paid Other', 'Unassigned')
  union all
  select 'paid_without_medium', 'utm_source', utm_source, origin_id, coalesce(utm_campaign, ad_id, campaign_id)
  from parts
  where utm_source is not null and utm_medium is null and (ad_id is not null or campaign_id is not null) and is_paid
  union all
  select 'id_and_name_disagree', 'utm_campaign', value, origin_id, 'id of ' || usual from disagreeing
  union all
  select 'autotag_lost', 'gclid', source_key, origin_id, coalesce(utm_campaign, '(none)')
  from parts
  where source_key in ('google', 'adwords', 'googleads') and utm_medium is not null and is_paid
    and not list_has_any(string_split(coalesce(click_kinds, ''), ','), ['gclid', 'gbraid', 'wbraid'])
  union all
  select 'self_referral', 'referrer', referrer_domain, origin_id, referrer_host
  from parts
  where utm_source is null and click_kinds is null and (
    referrer_domain in (select domain from own_domains)
    or exists (from own_domains where ends_with(referrer_host, '.' || own_domains.domain))
  )
  union all
  select 'payment_referral', 'referrer', referrer_domain, origin_id, referrer_host
  from parts
  where utm_source is null and click_kinds is null and exists (
    from source_seeds where source_seeds.category = 'payment' and source_seeds.domain in (referrer_domain, referrer_host)
  )
  union all
  select 'truncated', named.parameter, left(named.value, 10) || '…', named.origin_id, named.value
  from named
  left join lengths on lengths.parameter = named.parameter
  where
    length(named.value) >= 255
    or (
      length(named.value) = lengths.longest and lengths.longest >= 30 and lengths.at_longest >= 5
      and left(lengths.first_value, 10) = left(lengths.last_value, 10)
    )
  union all
  select 'sudden_source', 'utm_source', value, origin_id, value from sudden
)

select by_origin.kind, by_origin.parameter, by_origin.value, quality_sessions.session_seq, by_origin.example
from by_origin
join quality_sessions using (origin_id)
union all
select distinct 'return_host', 'referrer', referrer_host, session_seq, null
from converting
where referrer_host in (select referrer_host from return_hosts)
