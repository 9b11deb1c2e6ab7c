-- New reports of a profile are counted for the navigation.
create index sent_reports_by_profile on sent_reports (profile_id, created_at);
