-- One row per sale of a file that would count beside a payment that may be the same sale: as `maybe_twice` would have the two. What is certainly one sale is not among them.
-- needs: counted_payments
with
counted_before as (
  select * from counted_payments where $before_seq::bigint is null or outcome_seq < $before_seq::bigint
),

drafts as (
  select
    unnest($numbers::bigint[]) as number, make_timestamp(unnest($moments::bigint[])) as occurred_at,
    unnest($amounts::varchar[])::decimal(18, 6) as value_amount, unnest($currencies::varchar[]) as currency,
    unnest($systems::varchar[]) as system
),

named as (
  select unnest($identifier_numbers::bigint[]) as number, unnest($priorities::bigint[]) as priority, unnest($identifiers::bigint[]) as identifier_key
),

people as (
  select named.number, arg_min(coalesce(component_map.person_key, identifier_map.customer_no), named.priority) as person_key
  from named
  join identifier_map using (identifier_key)
  left join component_map using (customer_no)
  group by named.number
),

keys as (
  select unnest($key_numbers::bigint[]) as number, unnest($key_kinds::varchar[]) as kind, unnest($keys::bigint[]) as sale_key
),

pairs as (
  select
    drafts.number, keys.kind,
    list_contains(counted_before.systems, drafts.system) as is_of_one_system,
    list_contains(list_transform(counted_before.systems, lambda system: split_part(system, ':', 1)), split_part(drafts.system, ':', 1)) as is_of_one_provider,
    counted_before.value_amount = drafts.value_amount and counted_before.currency = drafts.currency as is_same_money,
    abs(epoch_us(counted_before.occurred_at) - epoch_us(drafts.occurred_at)) as apart,
    coalesce(counted_before.person_key = people.person_key, false) as is_same_person
  from keys
  join drafts using (number)
  join sale_keys using (kind, sale_key)
  join counted_before on counted_before.outcome_seq = sale_keys.seq
  left join people using (number)
),

certain as (
  select number
  from pairs
  where
    not is_of_one_system
    and (
      kind = 'payment' or is_of_one_provider
      or (is_same_money and (apart <= 60000000 or (apart <= 604800000000 and is_same_person)))
    )
),

at_one_moment as (
  select drafts.number, counted_before.outcome_seq
  from drafts
  join counted_before using (currency, value_amount)
  where
    counted_before.occurred_at between drafts.occurred_at - interval 10 minute and drafts.occurred_at + interval 10 minute
    and not list_contains(counted_before.systems, drafts.system)
),

of_a_payer as (
  select event_identifiers.seq
  from event_identifiers
  join identifier_map using (identifier_key)
  where
    identifier_map.type in ('email', 'phone', 'national_id')
    and event_identifiers.seq in (select outcome_seq from at_one_moment)
  union
  select payment_seq from payment_payers
),

probable as (
  select drafts.number
  from drafts
  join people using (number)
  join counted_before
    on counted_before.person_key = people.person_key and counted_before.currency = drafts.currency
    and counted_before.value_amount = drafts.value_amount
  where
    counted_before.occurred_at between drafts.occurred_at - interval 10 minute and drafts.occurred_at + interval 10 minute
    or (
      counted_before.occurred_at between drafts.occurred_at - interval 7 day and drafts.occurred_at + interval 7 day
      and not list_contains(counted_before.systems, drafts.system)
    )
  union
  select number from pairs where kind = 'order' and not is_of_one_system
  union
  select number
  from at_one_moment
  where number not in (select unnest($payer_numbers::bigint[])) or outcome_seq not in (select seq from of_a_payer)
)

select number from probable where number not in (select number from certain)
