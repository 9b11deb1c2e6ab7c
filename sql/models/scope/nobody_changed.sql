-- No rows: the batch has no decisions, so nobody's browsers and identifiers change hands.
create temp table changed_customers (customer_no bigint);
create temp table changed_visitors (visitor_key bigint);
create temp table changed_identifiers (identifier_key bigint);
create temp table changed_outcomes (outcome_seq bigint)
