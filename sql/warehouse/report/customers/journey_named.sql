-- Sets `journey_named`: the events that name the person otherwise than by a browser, and touches that earned the asked conversion's credit
-- from elsewhere.
set variable journey_named = (
  select coalesce(list(seq), [])
  from (
    select seq
    from event_identifiers
    where identifier_key in (
      select identifier_key
      from identifier_map
      where customer_no in (select unnest(getvariable('journey_keys').customers))
    )
    union all
    select payment_seq from payment_payers where customer_no in (select unnest(getvariable('journey_keys').customers))
    union all
    select touch_seq from credit where conversion_no = getvariable('journey').conversion_no and not is_synthetic
    union all
    select -4611686018427387904 - getvariable('journey').person_key
    where getvariable('journey').person_key <= -4611686018427387904
  )
)
