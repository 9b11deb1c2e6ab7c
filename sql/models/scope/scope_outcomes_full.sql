-- One row per outcome.
create temp view scope_outcomes as
select * from outcomes
