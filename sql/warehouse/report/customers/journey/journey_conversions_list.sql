-- One row per counted conversion of the person of `journey`, newest first.
-- needs: journey
-- columns: revenue_type 'cash'|'pipeline'|'gross', net_amount?, currency?
select conversion_no, outcome_seq, conversion_key, revenue_type, converted_at, net_amount, currency
from conversions
where person_key = getvariable('journey').person_key and is_counted
order by converted_at desc, conversion_no desc
limit $newest::bigint
