-- One row per text with the letters looked for, the newest first; those of other profiles lie outside the range and are not read.
select rowid as value_no
from search_index
where search_index match $letters and rowid between $first and $last
order by rowid desc
limit $limit;
