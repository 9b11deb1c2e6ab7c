-- Some pages of the index are written anew without what is marked as gone.
insert into search_index (search_index, rank) values ('merge', $pages)
