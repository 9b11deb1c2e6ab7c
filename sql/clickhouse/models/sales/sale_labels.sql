-- One row per payment that is joined to another, with itself as the least of its sale so far.
-- needs: sale_edges
-- makes: sale_labels
create table sale_labels engine = MergeTree order by seq as
select distinct here as seq, here as label from sale_edges;
