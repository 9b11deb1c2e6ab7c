-- One row per payment of the scope that reported a sale which others report too.
-- needs: sale_scope
delete from sale_members where seq in (select seq from sale_scope)
