-- name: search_candidates
-- One row per text with the letters looked for, the newest first; those of other profiles lie outside the range and are not read.
-- TRICKY: in the index's own order; backwards it cannot skip, and took 20 to 100 ms among a million customers in place of 3 to 11.
-- columns: value_no integer
select -rowid as value_no
from search_index
where search_index match $letters and rowid between -$last and -$first
order by rowid
limit $limit;

-- name: search_index_add
-- Texts of a profile's range into the index: many with one statement, in the index's own order, which has the newest first.
insert into search_index (rowid, words, codes)
select -value_no, words, codes
from search_values
where value_no between $from and $to
order by value_no desc;

-- name: search_marking_begin
-- Until the end of the batch, rows are only marked as deleted in the index.
insert into search_index (search_index, rank) values ('secure-delete', 0);

-- name: search_marking_end
-- Rows leave the index at once again.
insert into search_index (search_index, rank) values ('secure-delete', 1);

-- name: search_merge
-- Some pages of the index are rewritten without the rows marked as deleted.
insert into search_index (search_index, rank) values ('merge', $pages);

-- name: search_terms
-- One row per three letters of the index that begin with two: those of every profile.
-- columns: term text
select term
from search_index_terms
where term >= $from and term < $to;
