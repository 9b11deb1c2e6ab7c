-- One row at most: the merge that makes a pair one, while it stands.
select merge_no from merges indexed by merges_of_a
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b and undo_no is null;
