-- One row at most: the decision that links a browser.
select decision_no from browsers where profile_id = $profile_id and visitor_key = $visitor_key;
