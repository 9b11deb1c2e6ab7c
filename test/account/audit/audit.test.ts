// The audit chain: every change is in it, nothing personal or secret is, and tampering shows.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { checkAudit, writeAudit } from '../../../src/account/audit/index.ts';
import { canonicalJson } from '../../../src/base/kit/canonical.ts';
import { openWorld } from '../world.ts';

test('audit', async (t) => {
  const { base, ann } = await openWorld(t);
  const { db } = base.state;
  const all = (): Record<string, unknown>[] =>
    db.prepare('select * from audit order by audit_no').all() as Record<string, unknown>[];

  await t.test('an installation leaves a row per change, in a chain that holds', () => {
    const actions = all()
      .slice(0, all().length / 2)
      .map((row) => row['action']);
    assert.deepEqual(actions, [
      'person.created',
      'workspace_member.set',
      'workspace.created',
      'profile.created',
      'tracking_key.created',
      'api_key.created',
      'session.created',
    ]);
    assert.deepEqual(checkAudit(base), { rows: all().length });
  });

  await t.test('it contains no address and no secret', () => {
    const text = JSON.stringify(all());
    for (const word of ['ann@north.example', 'North Shop', ann.api_key, ann.session_token]) assert.ok(!text.includes(word), word);
  });

  await t.test('a row stands or falls with its change', () => {
    const before = all().length;
    assert.throws(() =>
      base.state.tx(() => {
        writeAudit(base, { actor: 'system', action: 'test.undone', subject: 'x' });
        throw new Error('no');
      }),
    );
    assert.equal(all().length, before);
  });

  await t.test('rows can neither be changed nor deleted', () => {
    assert.throws(() => db.prepare("update audit set actor = 'me' where audit_no = 2").run(), /never changed/);
    assert.throws(() => db.prepare('delete from audit where audit_no = 2').run(), /never deleted/);
    assert.throws(() => db.prepare('insert or replace into audit select * from audit where audit_no = 2').run(), /never deleted/);
  });

  await t.test('a change or a gap behind the triggers shows at its row', () => {
    db.exec('drop trigger audit_is_never_changed; drop trigger audit_is_never_deleted; begin');
    db.prepare("update audit set actor = 'me' where audit_no = 3").run();
    assert.equal(checkAudit(base).brokenAt, 3);
    db.exec('rollback; begin');
    db.prepare('delete from audit where audit_no = 4').run();
    assert.equal(checkAudit(base).brokenAt, 4);
    db.exec('rollback; begin');
    const { hash: _old, ...forged } = { ...all()[2], actor: 'me' } as Record<string, unknown>;
    const hash = createHash('sha256').update(canonicalJson(forged)).digest('hex');
    db.prepare("update audit set actor = 'me', hash = ? where audit_no = 3").run(hash);
    assert.equal(checkAudit(base).brokenAt, 4); // the forged row fits itself, but the next one stood on the old hash
    db.exec('rollback');
    assert.equal(checkAudit(base).brokenAt, undefined);
  });
});
