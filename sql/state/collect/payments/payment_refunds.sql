-- name: refund_add
-- One row: a refund recorded by hand.
insert into payment_refunds (profile_id, payment_seq, turn, refund_seq) values ($profile_id, $payment_seq, $turn, $refund_seq);

-- name: refund_withdraw
-- One row at most: a refund recorded by hand is taken back.
update payment_refunds set withdrawn_at = $withdrawn_at
where profile_id = $profile_id and payment_seq = $payment_seq and turn = $turn and withdrawn_at is null;

-- name: refunds_among
-- One row per refund recorded by hand of the payments listed.
select payment_refunds.refund_seq
from json_each($payment_seqs) as listed
join payment_refunds on payment_refunds.profile_id = $profile_id and payment_refunds.payment_seq = listed.value;

-- name: refunds_list
-- One row per refund of a payment recorded by hand, in order.
select turn, refund_seq, withdrawn_at
from payment_refunds
where profile_id = $profile_id and payment_seq = $payment_seq
order by turn;
