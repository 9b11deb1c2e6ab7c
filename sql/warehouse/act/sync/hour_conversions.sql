-- One row per conversion of these definitions in an hour, in order of their numbers.
-- columns: gross_amount?, net_amount?, currency?
select conversion_no, outcome_seq, conversion_key, converted_at, person_key, is_counted, gross_amount, net_amount, currency
from conversions
where
  definition_no in (select unnest($definition_nos::bigint[]))
  and converted_at >= $from::timestamp and converted_at < $until::timestamp
  and conversion_no > $after::bigint
order by conversion_no
limit $limit::bigint
