-- One row per outcome of the scope and definition it matches, and what refunds take from it.
-- needs: definitions, outcomes, scoped
-- makes: matched
create table matched engine = MergeTree order by conversion_no as
with listed as (
  select distinct
    definition_no, conversion_key, revenue_type, counting, value_rule, fixed_value, fixed_currency,
    arrayJoin(type_keys) as type_key
  from definitions
  where is_active
),
candidates as (
  select
    scoped.outcome_seq * 4096 + listed.definition_no as conversion_no,
    scoped.*,
    listed.definition_no as definition_no,
    listed.conversion_key as conversion_key,
    listed.revenue_type as revenue_type,
    listed.counting as counting,
    listed.value_rule as value_rule,
    multiIf(listed.value_rule = 'event', scoped.value_amount, listed.value_rule = 'fixed', listed.fixed_value, null) as amount,
    multiIf(listed.value_rule = 'event', scoped.currency, listed.value_rule = 'fixed', listed.fixed_currency, null) as full_amount_currency
  from scoped
  join listed on listed.type_key = scoped.type_key
  where scoped.refund_of_key is null
    and scoped.continues_seq is null
    and (listed.revenue_type <> 'cash' or scoped.trust = 'server')
    and not (scoped.trust = 'browser' and coalesce(scoped.visitor_key in (select visitor_key from automated_visitors), false))
),
words as (
  -- What browsers report of things that a server may report too, or that a page shows again. Page views are visits: each is one of its own.
  select * from candidates where trust = 'browser' and type_key not in ('page_view', 'pageview', '$pageview', 'page')
),
repeated as (
  -- What a browser says of a deal that a server reports under the same definition, whosever the two are.
  select distinct listed.definition_no as repeated_no, servers.deal_key as repeated_key
  from outcomes as servers
  join listed on listed.type_key = servers.type_key
  where servers.trust = 'server' and servers.refund_of_key is null
    and servers.deal_key in (select deal_key from candidates where trust = 'browser')
),
beside as (
  -- What a browser says within a day of what a server reports of the same person, where not both name deals: then the deals tell.
  select distinct browsers.conversion_no as beside_no
  from (select conversion_no, person_key, definition_no, deal_key, occurred_at from words) as browsers
  join (select person_key, definition_no, deal_key, occurred_at from candidates where trust = 'server') as servers
    on servers.person_key = browsers.person_key and servers.definition_no = browsers.definition_no
  where (browsers.deal_key is null or servers.deal_key is null)
    and servers.occurred_at between browsers.occurred_at - toIntervalDay(1) and browsers.occurred_at + toIntervalDay(1)
),
seen as (
  select
    browsers.conversion_no as seen_no, browsers.outcome_seq as outcome_seq, browsers.visitor_key as visitor_key,
    browsers.definition_no as definition_no, browsers.type_key as type_key, browsers.deal_key as deal_key, browsers.occurred_at as occurred_at,
    if(browsers.occurred_at <= visits.ended_at + toIntervalMinute(30), visits.session_seq, null) as session_seq
  from (select * from words where visitor_key is not null) as browsers
  asof left join (select toNullable(visitor_key) as session_visitor, started_at, ended_at, toNullable(session_seq) as session_seq from sessions) as visits
    on visits.session_visitor = browsers.visitor_key and browsers.occurred_at >= visits.started_at
),
reloaded as (
  -- A page that one browser has shown again: with the same deal, or with none in the same session.
  select seen_no as reloaded_no
  from (
    select
      seen_no,
      row_number() over (
        partition by visitor_key, definition_no, type_key, deal_key, if(deal_key is null, session_seq, null) order by occurred_at, outcome_seq
      ) as place
    from seen
    where deal_key is not null or session_seq is not null
  )
  where place > 1
),
ranked as (
  select
    candidates.*,
    candidates.trust = 'browser' and (
      repeated.repeated_key is not null
      or candidates.conversion_no in (select beside_no from beside)
      or candidates.conversion_no in (select reloaded_no from reloaded)
    ) as is_repeated
  from candidates
  left join repeated on repeated.repeated_no = candidates.definition_no and repeated.repeated_key = candidates.deal_key
),
counted as (
  select
    * except (is_repeated),
    not is_repeated and (
      counting = 'every'
      or row_number() over (
        partition by person_key, definition_no order by is_repeated, trust = 'browser', occurred_at, outcome_seq
      ) = 1
    ) as is_counted
  from ranked
),
sold as (
  select distinct person_key as sold_to, deal_key as sold_deal from counted where revenue_type = 'cash' and deal_key is not null
),
reversed as (
  select refunds.refund_of_key as refunded_key, refunds.currency as refund_currency, sum(refunds.value_amount) as refund_amount
  from outcomes as refunds
  where refunds.refund_of_key in (select outcome_key from counted)
    and refunds.trust = 'server' and refunds.value_amount is not null
  group by refunds.refund_of_key, refunds.currency
)
select
  counted.* except (amount, full_amount_currency, counting, one),
  if(sold.sold_deal is null, counted.amount, null) as gross_amount,
  if(sold.sold_deal is null and counted.amount is not null, counted.full_amount_currency, null) as amount_currency,
  cast(if(
    sold.sold_deal is null and counted.value_rule = 'event' and reversed.refund_amount is not null, assumeNotNull(least(reversed.refund_amount, counted.amount)), 0
  ), 'Decimal(38, 6)') as refunded_amount,
  toDate32(counted.occurred_at + toIntervalSecond(shifts.shift_seconds)) as converted_day
from (select *, 1 as one from counted) as counted
asof join (select 1 as one, from_at, shift_seconds from zone_shifts) as shifts on shifts.one = counted.one and counted.occurred_at >= shifts.from_at
left join sold on sold.sold_to = counted.person_key and sold.sold_deal = counted.deal_key and counted.revenue_type = 'pipeline'
left join reversed on reversed.refunded_key = counted.outcome_key and reversed.refund_currency = counted.full_amount_currency;
