-- One row: click-to-message ads of the period, first messages of people and how many of them an ad led to, and the cash of customers whose first
-- contact is a message without an ad, in the 30 days after it.
-- needs: converted, day_rates
-- columns: spend?, started?, ads.spend?, ads.started?, ads.ad_name?
with
message_ads as (
  select platform, account_id, ad_id from ads
  where
    regexp_matches(coalesce(objective, ''), '(?i)messag|conversation|whatsapp')
    or regexp_matches(coalesce(landing_page_url, ''), '(?i)//(wa\.me|api\.whatsapp\.com|m\.me|ig\.me)(/|$)')
),

messages as (
  select
    events.seq,
    events.occurred_at,
    if(origins.ad_id is null, null, { platform: origins.platform, account_id: origins.account_id, ad_id: origins.ad_id }) as ad,
    origins.ad_id is not null or list_contains(string_split(coalesce(origin_parts.click_kinds, ''), ','), 'ctwa_clid') as is_referred
  from events
  join origin_parts using (origin_id)
  join origins using (origin_id)
  where
    events.trust = 'server'
    and not events.is_excluded
    -- An ad leads to a chat, not to a mail.
    and events.action_source is distinct from 'email'
    and (events.event_type = 'message_received' or list_contains(string_split(coalesce(origin_parts.click_kinds, ''), ','), 'ctwa_clid'))
),

senders as (
  select
    messages.seq,
    any_value(coalesce(component_map.person_key, identifier_map.customer_no) order by event_identifiers.priority) as person_key
  from messages
  join event_identifiers using (seq)
  join identifier_map using (identifier_key)
  left join component_map using (customer_no)
  group by messages.seq
),

-- A sender who is unknown is a person of one message.
first_messages as (
  select
    coalesce(senders.person_key, -messages.seq) as person_key,
    min(messages.occurred_at) as sent_at,
    arg_min(messages.is_referred, (messages.occurred_at, messages.seq)) as is_referred,
    arg_min(messages.ad, (messages.occurred_at, messages.seq)) as ad
  from messages
  left join senders using (seq)
  group by all
  having min(messages.occurred_at) >= $date_from::timestamp and min(messages.occurred_at) < $date_to::timestamp + interval 1 day
),

bought as (
  select
    { platform: spend_rows.platform, account_id: spend_rows.account_id, ad_id: spend_rows.ad_id } as ad,
    max_by(spend_rows.ad_name, (spend_rows.spend_day, spend_rows.ad_name)) as ad_name,
    sum(converted(spend_rows.spend, day_rates.rate)) as spend,
    sum(spend_rows.platform_conversions) as started
  from spend_rows
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  where
    spend_rows.spend_day between $date_from::date and $date_to::date
    and (
      (spend_rows.platform, spend_rows.account_id, spend_rows.ad_id) in (select (platform, account_id, ad_id) from message_ads)
      or (spend_rows.platform, spend_rows.account_id, spend_rows.ad_id)
      in (select (ad.platform, ad.account_id, ad.ad_id) from first_messages where is_referred and ad is not null)
    )
  group by all
),

referrals as (
  select ad, count(*) as people from first_messages where is_referred and ad is not null group by ad
),

dark as (
  select first_messages.person_key, first_messages.sent_at
  from first_messages
  where
    not first_messages.is_referred
    and first_messages.person_key > 0
    and not exists (
      from touches where touches.person_key = first_messages.person_key and touches.touched_at <= first_messages.sent_at
    )
),

earned as (
  select sum(converted(cash_flows.amount, day_rates.rate)) as cash
  from dark
  join cash_flows using (person_key)
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  where cash_flows.flowed_at >= dark.sent_at and cash_flows.flowed_at <= dark.sent_at + interval 30 day
)

select
  (select sum(spend) from bought)::decimal(38, 6) as spend,
  (select sum(started) from bought)::double as started,
  (select count(*) from first_messages)::integer as first_messages,
  (select count(*) from first_messages where is_referred)::integer as referred,
  (select count(*) from events where event_type = 'message_received' and action_source is distinct from 'email')::integer as message_events,
  coalesce((select cash from earned), 0)::decimal(38, 6) as revenue,
  coalesce((
    select list({
      ad_id: bought.ad.ad_id, ad_name: bought.ad_name, platform: bought.ad.platform, spend: bought.spend::decimal(38, 6),
      started: bought.started::double, referred: coalesce(referrals.people, 0)::integer
    } order by bought.spend desc, bought.ad.ad_id, bought.ad.platform)
    from bought
    left join referrals using (ad)
  ), []) as ads
