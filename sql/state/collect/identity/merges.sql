-- name: merge_add
-- One row: a merge that was made.
insert into merges (profile_id, merge_no, customer_a, customer_b, into_customer_no, merged_customer_no, merged_at, merged_by)
values ($profile_id, $merge_no, $customer_a, $customer_b, $into_customer_no, $merged_customer_no, $merged_at, $merged_by);

-- name: merge_get
-- One row at most: a merge, by its number.
select customer_a, customer_b, into_customer_no, merged_customer_no, merged_at, merged_by, undo_no, undone_at, undone_by
from merges
where profile_id = $profile_id and merge_no = $merge_no;

-- name: merge_of_pair
-- One row at most: the current merge that joins a pair.
select merge_no from merges indexed by merges_of_a
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b and undo_no is null;

-- name: merge_undo
-- One row at most: a merge that is taken back.
update merges set undo_no = $undo_no, undone_at = $undone_at, undone_by = $undone_by
where profile_id = $profile_id and merge_no = $merge_no and undo_no is null;

-- name: merges_across
-- One row per current merge between one of these customers and a customer outside of them.
with those as (select value as customer_no from json_each($customer_nos))
select m.merge_no, m.customer_a, m.customer_b
from those as t
cross join merges as m indexed by merges_of_a on m.profile_id = $profile_id and m.customer_a = t.customer_no
where m.undo_no is null and m.customer_b not in (select customer_no from those)
union all
select m.merge_no, m.customer_a, m.customer_b
from those as t
cross join merges as m indexed by merges_of_b on m.profile_id = $profile_id and m.customer_b = t.customer_no
where m.undo_no is null and m.customer_a not in (select customer_no from those);

-- name: merges_list
-- One row per merge that one of the customers had a part in, newest first.
with parts (merge_no) as (
  select m.merge_no from json_each($customer_nos) as asked
  cross join merges as m on m.profile_id = $profile_id and m.customer_a = asked.value
  union
  select m.merge_no from json_each($customer_nos) as asked
  cross join merges as m on m.profile_id = $profile_id and m.customer_b = asked.value
)
select
  m.merge_no, m.customer_a, m.customer_b, m.into_customer_no, m.merged_customer_no, m.merged_at, m.merged_by, m.undone_at, m.undone_by
from parts
cross join merges as m on m.profile_id = $profile_id and m.merge_no = parts.merge_no
where $before is null or m.merge_no < $before
order by m.merge_no desc
limit $limit;
