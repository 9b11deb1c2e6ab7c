-- Texts of a profile's range into the index: many with one statement, in the index's own order, which has the newest first.
insert into search_index (rowid, words, codes)
select
  -value_no,
  case when kind in ('name', 'email') then ' ' || value end,
  case when kind not in ('name', 'email') then ' ' || value end
from search_values
where value_no between $from and $to
order by value_no desc;
