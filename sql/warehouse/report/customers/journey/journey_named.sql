-- Sets `journey_named`: the events that name the person otherwise than by a browser, and touches that earned the asked conversion's credit
-- from elsewhere. Where link tokens alone identify browsers, what one says of itself names nobody.
-- needs: journey, journey_keys
-- makes: journey_named
set variable journey_named = (
  with
  named as materialized (
    select seq
    from event_identifiers
    where identifier_key in (
      select identifier_key
      from identifier_map
      where customer_no in (select unnest(getvariable('journey_keys').customers))
    )
  ),

  -- Without the setting there is nothing to look for.
  said_by_browsers as (
    select seq
    from events
    where
      trust = 'browser'
      and seq in (
        select seq
        from named
        where exists (select 1 from settings where name = 'identify_browsers_by' and value = 'link_token')
      )
  )

  select coalesce(list(seq), [])
  from (
    select seq from named where seq not in (select seq from said_by_browsers)
    union all
    select payment_seq from payment_payers where customer_no in (select unnest(getvariable('journey_keys').customers))
    union all
    select touch_seq from credit where conversion_no = getvariable('journey').conversion_no and not is_synthetic
    union all
    select -4611686018427387904 - getvariable('journey').person_key
    where getvariable('journey').person_key <= -4611686018427387904
  )
)
