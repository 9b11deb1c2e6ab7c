-- Sets `journey`: the person whose journey is asked, by a customer, a browser or an outcome that names nobody.
-- What is asked next takes it as a constant: joins with a table of one row would each cost as much as what they find.
-- makes: journey (of_person)
set variable journey = (
  select {
    'person_key': coalesce(max(person_key), $customer_no::bigint, -$visitor_key::bigint, $lone_outcome_key::bigint),
    'conversion_no': null::bigint,
    'until': null::timestamp
  }
  from (
    select person_key from component_map where customer_no = $customer_no::bigint
    union all
    select person_key from visitor_people where visitor_key = $visitor_key::bigint
  )
)
