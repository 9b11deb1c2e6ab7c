-- One row per refund of a payment recorded by hand, in order.
select turn, refund_seq, withdrawn_at
from payment_refunds
where profile_id = $profile_id and payment_seq = $payment_seq
order by turn
