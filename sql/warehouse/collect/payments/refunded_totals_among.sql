-- One row per total of refunds of the payments asked, undone ones left out.
select
  payments.seq,
  totals.value_amount::varchar as amount,
  totals.currency,
  epoch_us(totals.occurred_at) as at_micros
from money_facts as payments
join money_facts as totals on totals.refund_of_key = payments.outcome_key
where
  payments.seq in (select unnest($seqs::bigint[]))
  and totals.type_key = 'refunded_total'
  and totals.seq not in (select seq from withdrawn_facts)
