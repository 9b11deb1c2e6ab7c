-- One row per day with purchases and book (connected shops, imported statements): how many the book has and other senders reported, and what
-- one side lacks of the other.
-- needs: outcome_flags
-- columns: book 'shop'|'statement'
with
shared as (
  select unnest($shared::bigint[]) as outcome_seq
),

ranges as (
  select
    unnest($imports::varchar[]) as import_id,
    unnest($first_seqs::bigint[]) as first_seq,
    unnest($last_seqs::bigint[]) as last_seq,
    unnest($is_own::bigint[]) = 1 as is_own
),

-- What an import found that another one had brought was brought by an import.
stated as (
  select outcome_flags.outcome_seq, bool_or(ranges.is_own) as is_brought
  from outcome_flags
  join ranges on outcome_flags.outcome_seq between ranges.first_seq and ranges.last_seq
  group by outcome_flags.outcome_seq
),

purchases as (
  select
    outcome_flags.conversion_no,
    outcome_flags.outcome_seq,
    outcome_flags.converted_day,
    outcome_flags.net_amount,
    outcome_flags.currency,
    outcome_flags.is_of_shop,
    outcome_flags.is_of_shop or shared.outcome_seq is not null as is_in_shop,
    stated.outcome_seq is not null as is_stated,
    coalesce(stated.is_brought, false) as is_brought
  from outcome_flags
  left join shared using (outcome_seq)
  left join stated using (outcome_seq)
  where outcome_flags.is_current
),

-- The days of each statement. Its last one may have ended after the statement did.
spans as (
  select min(purchases.converted_day) as first_day, max(purchases.converted_day) as last_day
  from ranges
  join purchases on purchases.outcome_seq between ranges.first_seq and ranges.last_seq
  group by ranges.import_id
),

covered as (
  select distinct unnest(generate_series(first_day::timestamp, greatest(first_day, last_day - 1)::timestamp, interval 1 day))::date as converted_day
  from spans
),

sides as (
  select 'shop' as book, conversion_no, outcome_seq, converted_day, net_amount, currency, is_in_shop as is_in_book, not is_of_shop and not is_brought as is_sent
  from purchases
  where not is_brought or is_in_shop
  union all
  select 'statement', conversion_no, outcome_seq, converted_day, net_amount, currency, is_stated, not is_of_shop and not is_brought
  from purchases
  join covered using (converted_day)
  where is_stated or (not is_of_shop and not is_brought)
),

-- Amounts and days of what only one side has. One row each, however many purchases have one price.
alone as (
  select distinct book, net_amount, currency, converted_day, is_sent
  from sides
  where is_in_book <> is_sent
),

near as (
  select distinct alone.book, alone.net_amount, alone.currency, alone.converted_day + days.away as converted_day, alone.is_sent
  from alone
  cross join (select unnest([-1, 0, 1]) as away) as days
),

-- What both sides have under keys of their own is the same amount within a day.
compared as (
  select sides.*, near.is_sent is not null as is_paired
  from sides
  left join near
    on near.book = sides.book
    and near.net_amount = sides.net_amount
    and near.currency is not distinct from sides.currency
    and near.converted_day = sides.converted_day
    and near.is_sent = sides.is_in_book
)

select
  book,
  converted_day::varchar as day,
  count_if(is_in_book)::integer as orders,
  count_if(is_sent)::integer as outcomes,
  count_if(not is_sent and not is_paired)::integer as missing_count,
  count_if(not is_in_book and not is_paired)::integer as surplus_count,
  coalesce((list(outcome_seq order by outcome_seq) filter (where not is_sent and not is_paired))[:5], []) as missing,
  coalesce((list(conversion_no order by conversion_no) filter (where not is_sent and not is_paired))[:5], []) as missing_conversions,
  coalesce((list(conversion_no order by conversion_no) filter (where not is_in_book and not is_paired))[:5], []) as surplus
from compared
group by book, converted_day
order by book, converted_day
