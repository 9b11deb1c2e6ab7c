-- name: link_token_limit_get
-- One row at most: how many browsers one token may link by the decision in force when a fact came.
select browsers from link_token_limits
where profile_id = $profile_id and after_seq < $seq
order by decision_no desc
limit 1;

-- name: link_token_limit_put
-- One row: how many browsers one token may link from now on.
insert into link_token_limits (profile_id, decision_no, after_seq, browsers)
values ($profile_id, $decision_no, $after_seq, $browsers);
