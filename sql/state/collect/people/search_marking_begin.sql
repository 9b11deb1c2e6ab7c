-- Until the end is told, rows are only marked as gone in the index.
insert into search_index (search_index, rank) values ('secure-delete', 0)
