-- One row per payment of the scope that reports a sale which others report too: run before and after sales are found anew.
-- needs: sale_scope
-- fills: changed_sales (dirty)
insert into changed_sales
select seq, outcome_key from sale_members where seq in (select seq from sale_scope)
