-- Sets `journey_keys`: the browsers and the customers of the person of `journey`.
-- needs: journey
-- makes: journey_keys
set variable journey_keys = (
  select {
    'browsers': coalesce(list(visitor_key) filter (visitor_key is not null), []),
    'customers': coalesce(list(customer_no) filter (customer_no is not null), [])
  }
  from (
    select visitor_key, null::bigint as customer_no
    from visitor_people
    where person_key = getvariable('journey').person_key
    union all
    select null, customer_no from component_map where person_key = getvariable('journey').person_key
    union all
    -- A browser that nobody linked is a person of its own, and a customer that was never merged.
    select
      case when getvariable('journey').person_key between -4611686018427387903 and -1 then -getvariable('journey').person_key end,
      case when getvariable('journey').person_key > 0 then getvariable('journey').person_key end
  )
)
