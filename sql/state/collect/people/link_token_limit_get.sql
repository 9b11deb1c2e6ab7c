-- One row at most: how many browsers one token may link by the decision in force when a fact came.
select browsers from link_token_limits
where profile_id = $profile_id and after_seq < $seq
order by decision_no desc
limit 1;
