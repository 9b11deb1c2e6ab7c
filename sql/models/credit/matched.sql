-- One row per outcome of the scope and definition it matches, and what refunds take from it.
-- needs: definitions, outcomes, scoped
-- makes: matched
create temp table matched as
with listed as (
  select distinct
    definition_no, conversion_key, revenue_type, counting, value_rule, fixed_value, fixed_currency,
    unnest(type_keys) as type_key
  from definitions
  where is_active
),
candidates as (
  select
    scoped.outcome_seq * 4096 + listed.definition_no as conversion_no,
    scoped.*,
    listed.definition_no,
    listed.conversion_key,
    listed.revenue_type,
    listed.counting,
    listed.value_rule,
    case listed.value_rule when 'event' then scoped.value_amount when 'fixed' then listed.fixed_value end as amount,
    case listed.value_rule when 'event' then scoped.currency when 'fixed' then listed.fixed_currency end as amount_currency
  from scoped
  join listed on listed.type_key = scoped.type_key
  where scoped.refund_of_key is null
    and scoped.continues_seq is null
    and (listed.revenue_type <> 'cash' or scoped.trust = 'server')
    and not (scoped.trust = 'browser' and scoped.visitor_key in (select visitor_key from automated_visitors))
),
words as (
  -- What browsers report of things that a server may report too, or that a page shows again. Page views are visits: each is one of its own.
  select * from candidates where trust = 'browser' and type_key not in ('page_view', 'pageview', '$pageview', 'page')
),
repeated as (
  -- What a browser says of a deal that a server reports under the same definition, whosever the two are.
  select distinct listed.definition_no, servers.deal_key
  from outcomes as servers
  join listed on listed.type_key = servers.type_key
  where servers.trust = 'server' and servers.refund_of_key is null
    and servers.deal_key in (select deal_key from candidates where trust = 'browser')
),
beside as (
  -- What a browser says within a day of what a server reports of the same person, where not both name deals: then the deals tell.
  select distinct browsers.conversion_no
  from words as browsers
  join candidates as servers on servers.person_key = browsers.person_key and servers.definition_no = browsers.definition_no
  where servers.trust = 'server'
    and (browsers.deal_key is null or servers.deal_key is null)
    and servers.occurred_at between browsers.occurred_at - interval 1 day and browsers.occurred_at + interval 1 day
),
seen as (
  select
    browsers.conversion_no, browsers.outcome_seq, browsers.visitor_key, browsers.definition_no, browsers.type_key, browsers.deal_key,
    browsers.occurred_at,
    if(browsers.occurred_at <= sessions.ended_at + interval 30 minute, sessions.session_seq, null) as session_seq
  from (select * from words where visitor_key is not null) as browsers
  asof left join sessions on sessions.visitor_key = browsers.visitor_key and sessions.started_at <= browsers.occurred_at
),
reloaded as (
  -- A page that one browser has shown again: with the same deal, or with none in the same session.
  select conversion_no
  from seen
  where deal_key is not null or session_seq is not null
  qualify row_number() over (
    partition by visitor_key, definition_no, type_key, deal_key, if(deal_key is null, session_seq, null) order by occurred_at, outcome_seq
  ) > 1
),
ranked as (
  select
    candidates.*,
    candidates.trust = 'browser' and (
      repeated.deal_key is not null
      or candidates.conversion_no in (select conversion_no from beside)
      or candidates.conversion_no in (select conversion_no from reloaded)
    ) as is_repeated
  from candidates
  left join repeated on repeated.definition_no = candidates.definition_no and repeated.deal_key = candidates.deal_key
),
counted as (
  select
    * exclude (is_repeated),
    not is_repeated and (
      counting = 'every'
      or row_number() over (
        partition by person_key, definition_no order by is_repeated, trust = 'browser', occurred_at, outcome_seq
      ) = 1
    ) as is_counted
  from ranked
),
sold as (
  select distinct person_key, deal_key from counted where revenue_type = 'cash' and deal_key is not null
),
reversed as (
  select
    refunds.refund_of_key,
    refunds.currency,
    sum(refunds.value_amount) as amount
  from outcomes as refunds
  where refunds.refund_of_key in (select outcome_key from counted)
    and refunds.trust = 'server' and refunds.value_amount is not null
  group by all
)
select
  counted.* exclude (amount, amount_currency, counting),
  case when sold.deal_key is null then counted.amount end as gross_amount,
  case when sold.deal_key is null and counted.amount is not null then counted.amount_currency end as amount_currency,
  case
    when sold.deal_key is null and counted.value_rule = 'event' and reversed.amount is not null then least(reversed.amount, counted.amount)
    else 0
  end as refunded_amount,
  (counted.occurred_at + to_seconds(zone_shifts.shift_seconds))::date as converted_day
from counted
asof join zone_shifts on counted.occurred_at >= zone_shifts.from_at
left join sold
  on counted.revenue_type = 'pipeline' and sold.person_key = counted.person_key and sold.deal_key = counted.deal_key
left join reversed on reversed.refund_of_key = counted.outcome_key and reversed.currency = counted.amount_currency
