-- One row per hour with conversions of these definitions since a moment, of facts up to a number, with a digest of them.
select
  epoch_ms(converted_at) // 3600000 as hour,
  bit_xor(hash(conversion_no, is_counted, net_amount, currency, person_key))::varchar || ' ' || count(*)::varchar as digest
from conversions
where
  definition_no in (select unnest($definition_nos::bigint[]))
  and converted_at >= $since::timestamp
  and outcome_seq <= $up_to::bigint
group by 1
order by 1
