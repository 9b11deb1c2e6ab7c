-- One row per origin and parameter that names it: source, medium and campaign.
-- needs: origin_values
-- makes: named_values
create temp table named_values as
select origin_id, source_key, sessions, 'utm_source' as parameter, utm_source as value from origin_values where utm_source is not null
union all
select origin_id, source_key, sessions, 'utm_medium', utm_medium from origin_values where utm_medium is not null
union all
select origin_id, source_key, sessions, 'utm_campaign', utm_campaign from origin_values where utm_campaign is not null
