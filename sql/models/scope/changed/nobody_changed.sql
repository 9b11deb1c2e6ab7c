-- No rows: whom decisions of the batch may change. Most batches decide little, and many nothing.
-- makes: changed_customers, changed_visitors, changed_identifiers, changed_outcomes
create temp table changed_customers (customer_no bigint);
create temp table changed_visitors (visitor_key bigint);
create temp table changed_identifiers (identifier_key bigint);
create temp table changed_outcomes (outcome_seq bigint)
