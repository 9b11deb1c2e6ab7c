-- One row: how many browsers one token may link from now on.
insert into link_token_limits (profile_id, decision_no, after_seq, browsers)
values ($profile_id, $decision_no, $after_seq, $browsers);
