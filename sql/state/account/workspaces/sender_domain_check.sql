-- What DNS said about a sending domain, if it is still the one that was asked about.
update sender_domains
set checked_at = $now, ownership_state = $ownership_state, dkim_state = $dkim_state, verified_at = $verified_at
where workspace_id = $workspace_id
  and ownership = $ownership
