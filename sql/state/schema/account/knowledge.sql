-- Documents that a profile keeps for reference: their text alone, never the file.
create table knowledge_documents (
  document_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  title text not null,
  kind text not null check (kind in ('text', 'markdown', 'pdf', 'docx')),
  bytes integer not null,                 -- of what was sent
  characters integer not null,
  personal_data text not null check (json_valid(personal_data)), -- kinds that were found, no values
  content_hash blob not null,             -- SHA-256 of what was sent
  created_by text not null,               -- as in the audit
  created_at integer not null,
  updated_at integer not null,
  unique (profile_id, content_hash)
) strict;
create index knowledge_documents_by_age on knowledge_documents (profile_id, created_at, document_id);

-- A document's title, at position 0, and its text in passages, which joined are the text.
create table knowledge_passages (
  passage_no integer primary key,
  profile_id text not null references access_profiles (profile_id),
  document_id text not null references knowledge_documents (document_id),
  position integer not null,
  text text not null,
  -- One word of the index, by which a search reads the passages of its profile alone.
  owner text generated always as (replace(profile_id, '-', '')) virtual,
  unique (document_id, position)
) strict;
create index knowledge_passages_of_profile on knowledge_passages (profile_id);

-- TRICKY: without `secure-delete`, which took six seconds to remove a document of a million characters. Its words are marked as deleted, and leave the
-- index when that is merged (account/knowledge/merge-index.ts).
create virtual table knowledge_index using fts5 (
  owner, text, content = 'knowledge_passages', content_rowid = 'passage_no', tokenize = 'porter unicode61 remove_diacritics 2'
);

create trigger knowledge_passages_added after insert on knowledge_passages begin
  insert into knowledge_index (rowid, owner, text) values (new.passage_no, new.owner, new.text);
end;
create trigger knowledge_passages_removed after delete on knowledge_passages begin
  insert into knowledge_index (knowledge_index, rowid, owner, text) values ('delete', old.passage_no, old.owner, old.text);
end;
create trigger knowledge_passages_changed after update on knowledge_passages begin
  insert into knowledge_index (knowledge_index, rowid, owner, text) values ('delete', old.passage_no, old.owner, old.text);
  insert into knowledge_index (rowid, owner, text) values (new.passage_no, new.owner, new.text);
end;
