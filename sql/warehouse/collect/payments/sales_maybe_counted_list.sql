-- One row per sale of a file that would count beside a payment that may be the same sale: as `maybe_twice` would have the two. What is certainly one sale is not among them.
-- needs: counted_payments
with
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
    list_contains(counted_payments.systems, drafts.system) as is_of_one_system,
    list_contains(list_transform(counted_payments.systems, lambda system: split_part(system, ':', 1)), split_part(drafts.system, ':', 1)) as is_of_one_provider,
    counted_payments.value_amount = drafts.value_amount and counted_payments.currency = drafts.currency as is_same_money,
    abs(epoch_us(counted_payments.occurred_at) - epoch_us(drafts.occurred_at)) as apart,
    coalesce(counted_payments.person_key = people.person_key, false) as is_same_person
  from keys
  join drafts using (number)
  join sale_keys using (kind, sale_key)
  join counted_payments on counted_payments.outcome_seq = sale_keys.seq
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

probable as (
  select drafts.number
  from drafts
  join people using (number)
  join counted_payments
    on counted_payments.person_key = people.person_key and counted_payments.currency = drafts.currency
    and counted_payments.value_amount = drafts.value_amount
  where
    counted_payments.occurred_at between drafts.occurred_at - interval 10 minute and drafts.occurred_at + interval 10 minute
    or (
      counted_payments.occurred_at between drafts.occurred_at - interval 7 day and drafts.occurred_at + interval 7 day
      and not list_contains(counted_payments.systems, drafts.system)
    )
  union
  select number from pairs where kind = 'order' and not is_of_one_system
)

select number from probable where number not in (select number from certain)
