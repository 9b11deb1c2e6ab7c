-- Sets `journey_strangers`: of `journey_rows`, what was taken back and what is another's. An event belongs to whom the merchant named, else
-- to its strongest known identifier, and only without one to its browser. Where link tokens alone identify browsers, what one says of itself
-- names nobody.
-- needs: journey, journey_keys, journey_rows
-- makes: journey_strangers
set variable journey_strangers = (
  with
  told as materialized (
    select seq, priority, identifier_key from event_identifiers where seq in (select seq from journey_rows)
  ),

  -- Without the setting there is nothing to look for.
  said_by_browsers as (
    select seq
    from events
    where
      trust = 'browser'
      and seq in (
        select seq from told where exists (select 1 from settings where name = 'identify_browsers_by' and value = 'link_token')
      )
  ),

  named as (
    select told.seq, told.priority, identifier_map.customer_no
    from told
    join identifier_map using (identifier_key)
    where told.seq not in (select seq from said_by_browsers)
    union all
    select payment_seq, 0, customer_no from payment_payers where payment_seq in (select seq from journey_rows)
  ),

  strongest as (
    select seq, min_by(customer_no, priority) as customer_no from named group by seq
  )

  select coalesce(list(seq), [])
  from (
    select seq
    from strongest
    where
      not list_contains(getvariable('journey_keys').customers, customer_no)
      and seq not in (
        select touch_seq from credit where conversion_no = getvariable('journey').conversion_no and not is_synthetic
      )
    union all
    select seq from withdrawn_facts where seq in (select seq from journey_rows)
  )
)
