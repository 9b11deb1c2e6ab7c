-- One row per payment of the two, with what the merchant has said of them.
-- columns: is_same?
select money_facts.seq, sale_pairs.is_same
from money_facts
left join sale_pairs on sale_pairs.payment_a = $payment_a::bigint and sale_pairs.payment_b = $payment_b::bigint
where money_facts.seq in ($payment_a::bigint, $payment_b::bigint) and money_facts.refund_of_key is null
