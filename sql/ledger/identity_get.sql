-- One row: which file this is, and how often it was opened.
select id, opening from identity;
