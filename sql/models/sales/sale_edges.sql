-- One row per two payments that certainly report one sale, either way round. An id that one system gives to several payments is of none of
-- them (a payout, a deposit and the rest of an order). An id of the payment is certain, and so is the number of an order within one provider; between
-- two providers such a number is certain where amount and currency agree as well, and the minute or, within a week, person or browser.
-- needs: sale_reports
-- makes: sale_edges
create temp table sale_edges as
with
holders as (
  select sale_keys.kind, sale_keys.sale_key, sale_reports.*
  from sale_keys
  join sale_reports using (seq)
),

sound as (
  select kind, sale_key, type_key from holders group by all having count(*) > 1 and count(*) = count(distinct system)
),

-- TRICKY: without this the engine may first join all reports of one id, and a payout may have a million.
sounded as materialized (
  select holders.* from holders join sound using (kind, sale_key, type_key)
),

pairs as (
  select
    one.seq as here, other.seq as there,
    one.kind = 'payment' or one.provider = other.provider as is_certain,
    one.value_amount = other.value_amount and one.currency = other.currency as is_same_money,
    other.occurred_at between one.occurred_at - interval 1 minute and one.occurred_at + interval 1 minute as is_same_minute,
    other.occurred_at between one.occurred_at - interval 7 day and one.occurred_at + interval 7 day as is_same_week,
    coalesce(one.visitor_key = other.visitor_key, false) as is_same_browser
  from sounded as one
  join sounded as other using (kind, sale_key, type_key)
  where one.seq < other.seq
),

of_one_person as (
  select pairs.here, pairs.there
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
  union
  select payment_a, payment_b
  from sale_pairs
  where is_same and payment_a in (select seq from sale_reports) and payment_b in (select seq from sale_reports)
),

kept as (
  select here, there from joined
  where (here, there) not in (select payment_a, payment_b from sale_pairs where not is_same)
)

select here, there from kept
union all
select there, here from kept
