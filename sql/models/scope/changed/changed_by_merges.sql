-- One row per browser, identifier and payment of those customers: whose person may be another now.
-- needs: changed_customers
-- fills: changed_visitors (dirty), changed_identifiers (dirty), changed_outcomes (dirty)
insert into changed_visitors
select visitor_key from browser_map where customer_no in (select customer_no from changed_customers);
insert into changed_identifiers
select identifier_key from identifier_map where customer_no in (select customer_no from changed_customers);
insert into changed_outcomes
select payment_seq from payment_payers where customer_no in (select customer_no from changed_customers)
