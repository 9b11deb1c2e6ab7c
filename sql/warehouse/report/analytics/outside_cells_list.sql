-- One row per cell that may leave sign-in: a kind of figure, a day, and where the people came from as far as $people of them did. Money is times
-- millionths. Cells of a day share no row and add up to the day. Of a day with fewer people there is one row, which names them in `people_of`.
-- needs: converted, day_rates, lacks_rate, weighted_credit
-- columns: kind 'visits'|'outcomes'|'cash'
-- columns: channel?, source?, medium?, campaign?
with
counted as (
  select
    conversions.conversion_no,
    conversions.converted_day as day,
    conversions.person_key,
    conversions.is_attributed,
    coalesce(converted(conversions.net_amount, day_rates.rate), 0) as amount,
    lacks_rate(conversions.net_amount, day_rates.rate) as is_unpriced
  from conversions
  join definitions using (definition_no)
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where
    definitions.is_default
    and definitions.is_active
    and conversions.is_counted
    and conversions.converted_day between $date_from::date and $date_to::date
),

flows as (
  select
    cash_flows.payment_seq,
    cash_flows.flow_day as day,
    cash_flows.kind <> 'refund' as is_payment,
    cash_flows.person_key,
    coalesce(converted(cash_flows.amount, day_rates.rate), 0) as amount,
    lacks_rate(cash_flows.amount, day_rates.rate) as is_unpriced
  from cash_flows
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  where cash_flows.flow_day between $date_from::date and $date_to::date
),

-- Whose credit a movement of cash follows, as in the overview.
paying_conversions as (
  select
    conversions.outcome_seq as payment_seq,
    min_by(conversions.conversion_no, (not definitions.is_default, conversions.definition_no)) as conversion_no
  from conversions
  join definitions using (definition_no)
  where conversions.revenue_type = 'cash' and conversions.is_counted and conversions.outcome_seq in (select payment_seq from flows)
  group by conversions.outcome_seq
),

credited as (
  select conversion_no, origin_id, weight::decimal(7, 0) as weight
  from weighted_credit
  where
    weight > 0
    and conversion_no in (select conversion_no from counted union all select conversion_no from paying_conversions)
),

-- What no touch earned has no origin.
parts as (
  select
    'visits' as kind, session_day as day, origin_id, person_key, page_views, is_bounce, engaged_ms,
    0::decimal(7, 0) as weight, 0::decimal(28, 6) as amount, false as is_attributed, false as is_unpriced, null::bigint as conversion_no
  from sessions
  where session_day between $date_from::date and $date_to::date
  union all
  select
    'outcomes', counted.day, credited.origin_id, counted.person_key, 0, false, 0,
    coalesce(credited.weight, 1000000), counted.amount, counted.is_attributed, counted.is_unpriced, counted.conversion_no
  from counted
  left join credited using (conversion_no)
  union all
  select
    'cash', flows.day, credited.origin_id, flows.person_key, 0, false, 0,
    coalesce(credited.weight, 1000000), flows.amount, flows.is_payment, flows.is_unpriced, null
  from flows
  left join paying_conversions using (payment_seq)
  left join credited on credited.conversion_no = paying_conversions.conversion_no
),

placed as materialized (
  select
    parts.*,
    coalesce(origins.channel, '') as channel,
    coalesce(origins.source, '') as source,
    coalesce(origins.medium, '') as medium,
    if(origins.origin_id is null, '', coalesce(origins.campaign, '(none)')) as campaign,
    coalesce(origins.is_paid, false) as is_paid
  from parts
  left join origins using (origin_id)
),

-- Of each day the channels with enough people are shown. The others are one cell, which takes the smallest of the shown ones with it where it
-- has too few people itself: else it would be the total less the rest. The same again for sources and campaigns within each.
channels as (
  select kind, day, channel, count(distinct person_key) as people
  from placed
  group by kind, day, channel
),

channel_rests as (
  select placed.kind, placed.day, count(distinct placed.person_key) as people
  from placed
  join channels using (kind, day, channel)
  where channels.people < $people::integer
  group by placed.kind, placed.day
),

channels_taken as (
  select channels.kind, channels.day, min_by(channels.channel, (channels.people, channels.channel)) as channel
  from channels
  join channel_rests using (kind, day)
  where channels.people >= $people::integer and channel_rests.people < $people::integer
  group by channels.kind, channels.day
),

channels_shown as (
  select kind, day, channel from channels where people >= $people::integer
  except
  select kind, day, channel from channels_taken
),

by_channel as materialized (
  select placed.*, channels_shown.channel as shown_channel
  from placed
  left join channels_shown using (kind, day, channel)
),

sources as (
  select kind, day, channel, source, medium, count(distinct person_key) as people
  from by_channel
  where shown_channel is not null
  group by kind, day, channel, source, medium
),

source_rests as (
  select by_channel.kind, by_channel.day, by_channel.channel, count(distinct by_channel.person_key) as people
  from by_channel
  join sources using (kind, day, channel, source, medium)
  where sources.people < $people::integer
  group by by_channel.kind, by_channel.day, by_channel.channel
),

sources_taken as (
  select
    sources.kind, sources.day, sources.channel,
    min_by({ source: sources.source, medium: sources.medium }, (sources.people, sources.source, sources.medium)) as taken
  from sources
  join source_rests using (kind, day, channel)
  where sources.people >= $people::integer and source_rests.people < $people::integer
  group by sources.kind, sources.day, sources.channel
),

sources_shown as (
  select kind, day, channel, source, medium from sources where people >= $people::integer
  except
  select kind, day, channel, taken.source, taken.medium from sources_taken
),

by_source as materialized (
  select by_channel.*, sources_shown.source as shown_source, sources_shown.medium as shown_medium
  from by_channel
  left join sources_shown using (kind, day, channel, source, medium)
),

campaigns as (
  select kind, day, channel, source, medium, campaign, count(distinct person_key) as people
  from by_source
  where shown_source is not null
  group by kind, day, channel, source, medium, campaign
),

campaign_rests as (
  select by_source.kind, by_source.day, by_source.channel, by_source.source, by_source.medium, count(distinct by_source.person_key) as people
  from by_source
  join campaigns using (kind, day, channel, source, medium, campaign)
  where campaigns.people < $people::integer
  group by by_source.kind, by_source.day, by_source.channel, by_source.source, by_source.medium
),

campaigns_taken as (
  select
    campaigns.kind, campaigns.day, campaigns.channel, campaigns.source, campaigns.medium,
    min_by(campaigns.campaign, (campaigns.people, campaigns.campaign)) as campaign
  from campaigns
  join campaign_rests using (kind, day, channel, source, medium)
  where campaigns.people >= $people::integer and campaign_rests.people < $people::integer
  group by campaigns.kind, campaigns.day, campaigns.channel, campaigns.source, campaigns.medium
),

campaigns_shown as (
  select kind, day, channel, source, medium, campaign from campaigns where people >= $people::integer
  except
  select kind, day, channel, source, medium, campaign from campaigns_taken
)

select
  by_source.kind,
  by_source.day,
  by_source.shown_channel as channel,
  by_source.shown_source as source,
  by_source.shown_medium as medium,
  campaigns_shown.campaign,
  count(distinct by_source.person_key) as people,
  if(count(distinct by_source.person_key) < $people::integer, list_sort(list(distinct by_source.person_key)), []) as people_of,
  count_if(by_source.kind = 'visits') as sessions,
  sum(by_source.page_views)::bigint as pageviews,
  count_if(by_source.is_bounce) as bounces,
  sum(by_source.engaged_ms)::bigint as engaged_ms,
  count_if(by_source.kind = 'outcomes' and by_source.origin_id is not null) as touches,
  count(distinct by_source.conversion_no) filter (where by_source.origin_id is not null) as conversions_touched,
  sum(by_source.weight)::bigint as weight,
  coalesce(sum(by_source.weight) filter (where by_source.is_attributed), 0)::bigint as attributed_weight,
  sum(by_source.amount * by_source.weight)::decimal(38, 6) as value,
  coalesce(sum(by_source.weight) filter (where by_source.is_paid), 0)::bigint as paid_weight,
  coalesce(sum(by_source.amount * by_source.weight) filter (where by_source.is_paid), 0)::decimal(38, 6) as paid_value,
  coalesce(sum(by_source.weight) filter (where by_source.is_unpriced), 0)::bigint as unpriced_weight,
  coalesce(sum(by_source.weight) filter (where by_source.is_unpriced and by_source.is_paid), 0)::bigint as unpriced_paid_weight,
  coalesce(sum(by_source.weight) filter (where not by_source.is_unpriced), 0)::bigint as priced_weight,
  coalesce(sum(by_source.weight) filter (where not by_source.is_unpriced and by_source.is_paid), 0)::bigint as priced_paid_weight
from by_source
left join campaigns_shown
  on campaigns_shown.kind = by_source.kind and campaigns_shown.day = by_source.day and campaigns_shown.channel = by_source.shown_channel
  and campaigns_shown.source = by_source.shown_source and campaigns_shown.medium = by_source.shown_medium
  and campaigns_shown.campaign = by_source.campaign
group by
  by_source.kind, by_source.day, by_source.shown_channel, by_source.shown_source, by_source.shown_medium, campaigns_shown.campaign
order by by_source.kind, by_source.day, by_source.shown_channel, by_source.shown_source, by_source.shown_medium, campaigns_shown.campaign
