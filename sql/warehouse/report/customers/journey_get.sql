-- One row: the person, how many steps its journey has, and a page of them in order of time; touches with what they earned of the
-- conversion asked, or of the person's newest. Money is a server's word alone: what a browser says of it is null.
with
credited_conversion as (
  select coalesce(
    journey_person.conversion_no,
    (
      select max_by(conversions.conversion_no, (conversions.converted_at, conversions.conversion_no))
      from conversions
      where conversions.is_counted and conversions.person_key = (select person_key from journey_person)
    )
  ) as conversion_no
  from journey_person
),

page as (
  select * from journey_steps order by occurred_at, seq, is_synthetic limit $limit::bigint offset $offset::bigint
),

-- TRICKY: by row number. A join by seq reads every column of all rows between the first and the last seq of each row group.
page_events as (
  select *
  from events
  where rowid in (select rowid from events where seq in (select seq from page))
),

steps as (
  select
    page.seq,
    page.is_synthetic,
    page.occurred_at,
    page.is_touch,
    if(page.is_synthetic, 'ad_click', page_events.event_type) as event_type,
    if(page.is_synthetic, 'ad_click', coalesce(page_events.event_name, page_events.event_type)) as event_name,
    if(page.is_synthetic, null, page_events.url) as url,
    if(page.is_synthetic, null, page_events.path) as path,
    case
      when page.is_synthetic or page_events.trust <> 'server' then null
      when page_events.refund_of_key is null then page_events.value_amount
      else -page_events.value_amount
    end as value_amount,
    if(page.is_synthetic or page_events.trust <> 'server', null, page_events.currency) as currency,
    if(page.is_synthetic, null, page_events.browser) as browser,
    if(page.is_synthetic, null, page_events.os) as os,
    if(page.is_synthetic, null, page_events.city) as city,
    page_events.device,
    page_events.country,
    origins.channel,
    origins.rule_id,
    origins.is_paid,
    origins.spend_match,
    origins.source,
    origins.medium,
    origins.campaign,
    origins.campaign_id,
    origins.adset_id,
    origins.ad_id,
    origin_click_kinds.click_id_kind,
    credit.conversion_no,
    credit.join_method,
    credit.in_window,
    credit.first_touch,
    credit.last_touch,
    credit.last_non_direct,
    credit.first_paid,
    credit.last_paid,
    credit.linear,
    credit.position_based,
    credit.time_decay,
    credit.data_driven
  from page
  join page_events on page_events.seq = page.seq
  left join origins on origins.origin_id = page.origin_id
  left join origin_click_kinds on origin_click_kinds.origin_id = page.origin_id
  left join credit
    on credit.conversion_no = (select conversion_no from credited_conversion)
    and credit.touch_seq = page.seq
    and credit.is_synthetic = page.is_synthetic
    and page.is_touch
)

select
  journey_person.person_key,
  (select conversion_no from credited_conversion) as conversion_no,
  (select count(*) from journey_steps) as total_count,
  (select list(steps order by steps.occurred_at, steps.seq, steps.is_synthetic) from steps) as steps
from journey_person
