-- One row per payment that a payment it is joined to, or the least payment that it knows, brings to a lesser one. Run in four rounds: all of a sale
-- within eight joins of its least payment have that one then.
-- needs: sale_edges
-- fills: sale_labels
insert into sale_labels
with leasts as (
  select seq, min(label) as label from sale_labels group by seq
),
near as (
  select sale_edges.here as seq, leasts.label as label
  from sale_edges join leasts on leasts.seq = sale_edges.there
  union all
  select mine.seq as seq, theirs.label as label
  from leasts as mine join leasts as theirs on theirs.seq = mine.label
)
select near.seq as seq, min(near.label) as nearer
from near join leasts on leasts.seq = near.seq
group by near.seq
having min(near.label) < any_value(leasts.label)
