-- One row per payment that is joined to another, with itself as the least of its sale so far.
-- needs: sale_edges
-- makes: sale_labels
create temp table sale_labels as
select distinct here as seq, here as label from sale_edges
