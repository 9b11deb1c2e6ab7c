-- One row at most: a refund recorded by hand is taken back.
update payment_refunds set withdrawn_at = $withdrawn_at
where profile_id = $profile_id and payment_seq = $payment_seq and turn = $turn and withdrawn_at is null
