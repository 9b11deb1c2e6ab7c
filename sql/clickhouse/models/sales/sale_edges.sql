-- One row per two payments that certainly report one sale, either way round. An id that one system gives to several payments is of none of
-- them (a payout, a deposit and the rest of an order). An id of the payment is certain, and so is the number of an order within one provider; between
-- two providers such a number is certain where amount and currency agree as well, and the minute or, within a week, person or browser.
-- needs: sale_reports
-- makes: sale_edges
create table sale_edges engine = MergeTree order by here as
with
holders as (
  select
    sale_keys.kind as kind, sale_keys.sale_key as sale_key, sale_reports.seq as seq, sale_reports.type_key as type_key, sale_reports.occurred_at as occurred_at,
    sale_reports.value_amount as value_amount, sale_reports.currency as currency, sale_reports.visitor_key as visitor_key, sale_reports.system as system,
    sale_reports.provider as provider
  from sale_keys
  join sale_reports on sale_reports.seq = sale_keys.seq
),
sound as (
  select kind, sale_key, type_key from holders group by kind, sale_key, type_key having count() > 1 and count() = uniqExact(system)
),
sounded as (
  select * from holders where (kind, sale_key, type_key) in (select kind, sale_key, type_key from sound)
),
pairs as (
  select
    one.seq as here, other.seq as there,
    one.kind = 'payment' or one.provider = other.provider as is_certain,
    one.value_amount = other.value_amount and one.currency = other.currency as is_same_money,
    other.occurred_at between one.occurred_at - toIntervalMinute(1) and one.occurred_at + toIntervalMinute(1) as is_same_minute,
    other.occurred_at between one.occurred_at - toIntervalDay(7) and one.occurred_at + toIntervalDay(7) as is_same_week,
    coalesce(one.visitor_key = other.visitor_key, false) as is_same_browser
  from sounded as one
  join sounded as other on other.kind = one.kind and other.sale_key = one.sale_key and other.type_key = one.type_key
  where one.seq < other.seq
),
of_one_person as (
  select pairs.here as here, pairs.there as there
  from pairs
  join event_identifiers as ones on ones.seq = pairs.here
  join event_identifiers as others on others.seq = pairs.there and others.identifier_key = ones.identifier_key
  where not pairs.is_certain
),
joined as (
  select here, there
  from pairs
  where
    is_certain
    or (
      is_same_money
      and (is_same_minute or (is_same_week and (is_same_browser or (here, there) in (select here, there from of_one_person))))
    )
  union distinct
  select payment_a as here, payment_b as there
  from sale_pairs
  where is_same and payment_a in (select seq from sale_reports) and payment_b in (select seq from sale_reports)
),
kept as (
  select here, there from joined
  where (here, there) not in (select payment_a, payment_b from sale_pairs where not is_same)
)
select here, there from kept
union all
select there as here, here as there from kept;
