-- Whose membership it was; at most one row.
select person_id from removed_members
where place_id = $place_id
  and member_id = $member_id
