-- One row per sale that would be the later of two that may be one: of a file (`number`), or of what counts already, and what it is worth as `maybe_twice` would
-- have it. What is certainly one sale is not among them. Of identifiers the first that is known says who paid; those whose rank is a whole hundred are of the sale itself.
-- needs: counted_payments
-- columns: number?
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
  select
    unnest($identifier_numbers::bigint[]) as number, unnest($ranks::bigint[]) as priority, unnest($identifiers::bigint[]) as identifier_key
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

holders as (
  select keys.kind, keys.sale_key, keys.number, null as outcome_seq, [drafts.system] as systems
  from keys
  join drafts using (number)
  union
  select sale_keys.kind, sale_keys.sale_key, null, counted_before.outcome_seq, counted_before.systems
  from sale_keys
  join counted_before on counted_before.outcome_seq = sale_keys.seq
  where (sale_keys.kind, sale_keys.sale_key) in (select (kind, sale_key) from keys)
),

-- An id that one system gives to several payments is of none of them.
sound as (
  select kind, sale_key from holders group by all having count(*) = count(distinct systems)
),

pairs as (
  select
    drafts.number, counted_before.outcome_seq, keys.kind,
    list_contains(counted_before.systems, drafts.system) as is_of_one_system,
    list_contains(list_transform(counted_before.systems, lambda system: split_part(system, ':', 1)), split_part(drafts.system, ':', 1)) as is_of_one_provider,
    counted_before.value_amount = drafts.value_amount and counted_before.currency = drafts.currency as is_same_money,
    abs(epoch_us(counted_before.occurred_at) - epoch_us(drafts.occurred_at)) as apart,
    exists (
      from named
      join event_identifiers using (identifier_key)
      where named.priority % 100 = 0 and named.number = drafts.number and event_identifiers.seq = counted_before.outcome_seq
    ) as has_same_identifier
  from keys
  join sound using (kind, sale_key)
  join drafts using (number)
  join sale_keys using (kind, sale_key)
  join counted_before on counted_before.outcome_seq = sale_keys.seq
),

certain as (
  select number
  from pairs
  where
    not is_of_one_system
    and (
      kind = 'payment' or is_of_one_provider
      or (is_same_money and (apart <= 60000000 or (apart <= 604800000000 and has_same_identifier)))
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

undecided as (
  select drafts.number, counted_before.outcome_seq, 'same_person' as reason
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
  union all
  select number, outcome_seq, 'same_id' from pairs where not is_of_one_system
  union all
  select number, outcome_seq, 'same_moment'
  from at_one_moment
  where number not in (select unnest($payer_numbers::bigint[])) or outcome_seq not in (select seq from of_a_payer)
),

-- Of two at one time the file's is the later, as its fact is.
in_order as (
  select
    undecided.*, drafts.value_amount as own_amount, drafts.currency as own_currency,
    drafts.occurred_at >= counted_before.occurred_at as is_later,
    counted_before.value_amount, counted_before.currency
  from undecided
  join drafts using (number)
  join counted_before using (outcome_seq)
  where undecided.number not in (select number from certain)
),

-- What is likely by more is not proposed by less.
proposed as (
  select *
  from in_order
  where
    reason <> 'same_moment'
    or (is_later and number not in (select number from in_order where reason = 'same_id' and not is_later))
    or (not is_later and outcome_seq not in (select outcome_seq from in_order where reason = 'same_id' and is_later))
),

refunded as (
  select payments.outcome_seq, sum(refunds.value_amount) as amount
  from payments
  join outcomes as refunds
    on refunds.refund_of_key = payments.outcome_key and refunds.currency = payments.currency and refunds.trust = 'server'
  where payments.outcome_seq in (select outcome_seq from proposed where not is_later)
  group by payments.outcome_seq
)

select distinct number, own_amount as amount, own_currency as currency
from proposed
where is_later
union all
select null, greatest(worth.value_amount - coalesce(refunded.amount, 0), 0)::decimal(18, 6), worth.currency
from (select distinct outcome_seq, value_amount, currency from proposed where not is_later) as worth
left join refunded using (outcome_seq)
