-- Which installation the journal belongs to, and the opening that is under way.
insert into installation (id, opening) values (?, ?);
