-- Rows leave the index at once again.
insert into search_index (search_index, rank) values ('secure-delete', 1)
