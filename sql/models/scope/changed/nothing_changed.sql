-- No rows yet: what the steps to come may find changed, and what stays empty where they have nothing to do.
-- makes: changed_origins, affected_rows, dirty_people (dirty), dirty_clicks, summed_people (dirty), touches_before, changed_sales (dirty)
create temp table changed_origins (origin_id bigint);
create temp table affected_rows (person_key bigint, outcome_key bigint, refund_of_key bigint, installment_of_key bigint, deal_key bigint, is_message boolean);
create temp table dirty_people (person_key bigint);
create temp table dirty_clicks (click_key bigint);
create temp table summed_people (person_key bigint);
create temp table changed_sales (seq bigint, outcome_key bigint);
create temp table touches_before as select * from touches limit 0
