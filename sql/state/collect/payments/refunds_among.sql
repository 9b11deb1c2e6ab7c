-- One row per refund recorded by hand of the payments listed.
select payment_refunds.refund_seq
from json_each($payment_seqs) as listed
join payment_refunds on payment_refunds.profile_id = $profile_id and payment_refunds.payment_seq = listed.value
