-- One row: what the proposer found about a pair. Nothing is asked anew about a pair that was decided.
update proposals set match_score = $match_score, match_reasons = $match_reasons
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b
returning status;
