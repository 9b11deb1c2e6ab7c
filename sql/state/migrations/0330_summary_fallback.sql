-- Why a summary was written by rule though a language model was to write it; null where it was not asked, or wrote it.
alter table journey_summaries add column fallback text;
