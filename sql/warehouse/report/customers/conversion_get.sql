-- At most one row: a conversion, or the newest counted one of a person.
select conversion_no, outcome_seq, conversion_key, revenue_type, person_key, converted_at, is_counted, net_amount, currency, join_method
from conversions
where
  conversion_no = $conversion_no::bigint
  or ($conversion_no::bigint is null and person_key = $person_key::bigint and is_counted)
order by converted_at desc, conversion_no desc
limit 1
