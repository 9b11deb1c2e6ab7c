-- One row per outcome.
-- needs: outcomes
-- makes: scope_outcomes (full)
create view scope_outcomes as select * from outcomes;
