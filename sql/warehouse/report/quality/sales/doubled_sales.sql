-- One row per sale that repeats another of the same goal, amount and currency within ten minutes, under another key: of the same person, or of two
-- senders of which one mostly has the other beside it, though the two may not name the same person. Chance is known from the hour before and
-- after: amounts that come often say nothing, and nor do people who are certainly two. What the merchant called two sales is left out.
-- needs: counted_sales, sale_identifiers
-- makes: doubled_sales
create temp table doubled_sales as
with
sales as (
  select conversion_no, outcome_seq, definition_no, person_key, currency, gross_amount, converted_at, event_type, visitor_key
  from counted_sales
  where net_amount > 0
),

in_order as (
  select
    *,
    lag(conversion_no) over of_amount as before_no,
    lag(converted_at) over of_amount >= converted_at - interval 10 minute as has_before,
    lead(converted_at) over of_amount <= converted_at + interval 10 minute as has_after
  from sales
  window of_amount as (partition by definition_no, currency, gross_amount order by converted_at, conversion_no)
),

-- Few sales have one beside them at all.
beside as (
  select * from in_order where has_before or has_after
),

apart as (
  select payment_a as outcome_seq, payment_b as other_seq from sale_pairs where not is_same
  union all
  select payment_b, payment_a from sale_pairs where not is_same
),

of_one_person as (
  select
    conversion_no, event_type, outcome_seq, converted_at,
    lag(outcome_seq) over of_person as before_seq,
    lag(converted_at) over of_person as before_at
  from beside
  window of_person as (partition by definition_no, person_key, currency, gross_amount order by converted_at, conversion_no)
),

repeated as (
  select conversion_no, event_type as label
  from of_one_person
  where before_at >= converted_at - interval 10 minute and (outcome_seq, before_seq) not in (select outcome_seq, other_seq from apart)
),

-- Of whom a sale is said to be, by what it names.
described as (
  select
    sales.conversion_no, sales.outcome_seq,
    sales.event_type || ' with ' || coalesce(nullif(concat_ws(
      ', ',
      if(email_key is null, null, 'e-mail'),
      if(phone_key is null, null, 'phone'),
      if(external_key is null, null, 'external_id'),
      if(visitor_key is null, null, 'a browser')
    ), ''), 'nobody') as sender,
    email_key, phone_key, external_key
  from sales
  left join sale_identifiers using (outcome_seq)
  where exists (select 1 from beside)
),

-- `near` is of twenty minutes, `around` of two hours beside them. With more of them nearby nobody can tell which belongs to which.
crowded as (
  select
    beside.conversion_no,
    count_if(abs(date_diff('second', beside.converted_at, sales.converted_at)) <= 600) - 1 as near,
    count_if(abs(date_diff('second', beside.converted_at, sales.converted_at)) > 600) as around
  from beside
  join sales
    on sales.definition_no = beside.definition_no and sales.currency is not distinct from beside.currency
    and sales.gross_amount = beside.gross_amount
    and sales.converted_at between beside.converted_at - interval 70 minute and beside.converted_at + interval 70 minute
  group by beside.conversion_no
),

pairs as (
  select
    later.conversion_no, earlier.conversion_no as before_no,
    later_named.sender, earlier_named.sender as before_sender
  from beside as later
  join beside as earlier on earlier.conversion_no = later.before_no
  join described as later_named on later_named.conversion_no = later.conversion_no
  join described as earlier_named on earlier_named.conversion_no = earlier.conversion_no
  join crowded as later_crowd on later_crowd.conversion_no = later.conversion_no
  join crowded as earlier_crowd on earlier_crowd.conversion_no = earlier.conversion_no
  where
    later.has_before and earlier.person_key <> later.person_key
    and (later.outcome_seq, earlier.outcome_seq) not in (select outcome_seq, other_seq from apart)
    and later_crowd.near <= 3 and earlier_crowd.near <= 3
    and not coalesce(earlier_named.email_key <> later_named.email_key, false)
    and not coalesce(earlier_named.phone_key <> later_named.phone_key, false)
    and not coalesce(earlier_named.external_key <> later_named.external_key, false)
),

senders as (
  select sender, count(*) as sales, sum(1 - exp(-coalesce(around, 0) / 6)) as by_chance
  from described
  left join crowded using (conversion_no)
  group by sender
),

both_ways as (
  select sender, before_sender as other, conversion_no from pairs
  union all
  select before_sender, sender, before_no from pairs
),

systematic as (
  select both_ways.sender, both_ways.other
  from both_ways
  join senders using (sender)
  group by all
  having
    count(distinct both_ways.conversion_no) >= 5
    and count(distinct both_ways.conversion_no) > 3 * any_value(senders.by_chance) + 4 * sqrt(any_value(senders.by_chance)) + 2
    and count(distinct both_ways.conversion_no) > 0.1 * any_value(senders.sales)
)

select conversion_no, label from repeated
union all
select conversion_no, least(sender, before_sender) || ' and ' || greatest(sender, before_sender)
from pairs
where
  conversion_no not in (select conversion_no from repeated)
  and ((sender, before_sender) in (from systematic) or (before_sender, sender) in (from systematic))
