-- One row per active merge of the batch.
-- needs: batch_edges
insert into merge_edges
select customer_a, customer_b, latest_no from batch_edges where is_active;
