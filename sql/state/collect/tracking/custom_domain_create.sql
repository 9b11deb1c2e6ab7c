-- One new claim of a host.
insert into custom_domains (custom_domain_id, profile_id, host, proof, created_by, created_at, next_check_at)
values ($custom_domain_id, $profile_id, $host, $proof, $created_by, $created_at, $next_check_at)
