// Identifiers: one spelling each, and no value that means nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { key62 } from '../../../src/base/kit/ids.ts';
import { earlierSpellings, type IdentifierType, normaliseIdentifier } from '../../../src/collect/identity/identifiers.ts';
import { identifierKeyOf, visitorKeyOf } from '../../../src/collect/identity/index.ts';

const value = (type: IdentifierType | 'anonymous_id', input: unknown, country?: string): string =>
  normaliseIdentifier(type, input, country).value ?? `refused: ${normaliseIdentifier(type, input, country).refused}`;

test('national_id', async (t) => {
  await t.test('a RUT has one spelling, however it is punctuated', () => {
    for (const spelling of [
      '12.345.678-5',
      '12345678-5',
      '123456785',
      ' 12 345 678 – 5 ',
      '012.345.678-5',
      '0012345678‑5',
      '12,345,678−5',
    ])
      assert.equal(value('national_id', spelling), '12345678-5', spelling);
    assert.equal(value('national_id', '10.000.013-k'), '10000013-K');
    assert.equal(value('national_id', 123456785), '12345678-5');
  });
  await t.test('the check digit is checked, modulo 11', () => {
    assert.equal(value('national_id', '12.345.678-4'), 'refused: wrong_check_digit');
    assert.equal(value('national_id', '10.000.013-1'), 'refused: wrong_check_digit');
    assert.equal(value('national_id', '1234'), 'refused: invalid');
    assert.equal(value('national_id', '123456789012'), 'refused: invalid');
    assert.equal(value('national_id', 'A2345678-5'), 'refused: invalid');
  });
  await t.test('numbers that clerks type for nobody are refused', () => {
    for (const dummy of ['66.666.666-6', '11.111.111-1', '00.000.000-0', '0'])
      assert.equal(value('national_id', dummy), 'refused: meaningless');
  });
  await t.test('no other country is read', () => {
    assert.equal(value('national_id', '12.345.678-5', 'AR'), 'refused: unsupported_country');
    assert.equal(value('national_id', '12.345.678-5', 'cl'), '12345678-5');
  });
  await t.test('exactly one of eleven check digits fits a body', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000, max: 99_999_999 }), (body) => {
        fc.pre(!/^(\d)\1+$/.test(String(body)));
        const fits = [...'0123456789K'].filter((digit) => normaliseIdentifier('national_id', `${body}-${digit}`).value);
        assert.equal(fits.length, 1);
      }),
    );
  });
});

test('email', async (t) => {
  await t.test('is trimmed and lower case', () => {
    assert.equal(value('email', '  Ana.Perez@Example.COM\t'), 'ana.perez@example.com');
    assert.equal(value('email', 'o+tag@sub.example.co'), 'o+tag@sub.example.co');
    assert.equal(value('email', 'test@example.com'), 'test@example.com');
  });
  await t.test('what is no address is refused', () => {
    for (const bad of [
      'ana',
      'ana@',
      '@example.com',
      'ana@example',
      'a b@example.com',
      'ana@@example.com',
      'a..b@example.com',
      'a@b@example.com',
    ])
      assert.equal(value('email', bad), 'refused: invalid', bad);
    assert.equal(value('email', `${'a'.repeat(250)}@example.com`), 'refused: too_long');
  });
  await t.test('placeholders are refused', () => {
    for (const bad of [
      'test@test.com',
      'null@example.com',
      'anonymous@shop.example',
      'none@none.com',
      'n/a',
      'noemail@noemail.com',
    ])
      assert.equal(value('email', bad), 'refused: meaningless', bad);
  });
});

test('email domains with letters of any script have one form', () => {
  for (const spelling of [
    'ana@ñandu.cl',
    'Ana@ÑANDU.CL',
    'ana@n\u0303andu.cl',
    'ana@xn--andu-fqa.cl',
    'ANA@XN--ANDU-FQA.CL',
    'ana@ñandu。cl',
  ])
    assert.equal(value('email', spelling), 'ana@xn--andu-fqa.cl', spelling);
  assert.equal(value('email', 'peña@correo.cl'), 'peña@correo.cl', 'a mailbox is what its server says');
  assert.equal(value('email', 'pen\u0303a@correo.cl'), 'peña@correo.cl');
  assert.equal(value('email', 'a@straße.de'), 'a@xn--strae-oqa.de', 'ß is a letter of its own');
  assert.equal(value('email', 'a@例え.テスト'), 'a@xn--r8jz45g.xn--zckzah');
  for (const plain of ['a@1.2.3.4.com', 'a@b%62.com', 'a@under_score.com']) assert.equal(value('email', plain), plain);
  assert.deepEqual(earlierSpellings('email', 'ana@xn--andu-fqa.cl'), ['ana@ñandu.cl']);
  assert.deepEqual(earlierSpellings('email', 'ana@example.com'), []);
});

test('numbers of an old numbering plan are those of the present one', () => {
  for (const spelling of ['+5215512345678', '+52 1 55 1234 5678', '+525512345678', '005215512345678'])
    assert.equal(value('phone', spelling), '+525512345678', spelling);
  for (const spelling of [
    '044 55 1234 5678',
    '045 55 1234 5678',
    '01 55 1234 5678',
    '1 55 1234 5678',
    '55 1234 5678',
    '52 1 55 1234 5678',
  ])
    assert.equal(value('phone', spelling, 'MX'), '+525512345678', spelling);
  for (const spelling of ['+551187654321', '+55 (11) 8765-4321', '+5511987654321', '+55 11 9 8765-4321'])
    assert.equal(value('phone', spelling), '+5511987654321', spelling);
  for (const spelling of ['11 8765-4321', '(11) 98765-4321', '011 8765 4321', '0 15 11 8765-4321'])
    assert.equal(value('phone', spelling, 'BR'), '+5511987654321', spelling);
  assert.equal(value('phone', '+22997123456'), '+2290197123456');
  // Fixed lines have eight digits, as have radios of São Paulo; and no other country’s numbers change.
  assert.equal(value('phone', '+551137654321'), '+551137654321');
  assert.equal(value('phone', '+551178654321'), '+551178654321');
  assert.equal(value('phone', '+5491123456789'), '+5491123456789');
  assert.equal(value('phone', '+541123456789'), '+541123456789');
  assert.deepEqual(earlierSpellings('phone', '+5511987654321'), ['+551187654321']);
  assert.deepEqual(earlierSpellings('phone', '+525512345678'), []);
  for (const bad of ['+521551234567', '+52155123456789', '+5511887654321'])
    assert.notEqual(value('phone', bad), '+5511987654321', bad);
});

test('every spelling of an earlier version is that of the value it leads to, and every spelling is its own', () => {
  const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
  const codes = fc.constantFrom('+52', '+521', '+5511', '+5548', '+5561', '+54', '+56', '+229', '+34');
  fc.assert(
    fc.property(codes, digits(7), digits(5), (code, first, more) => {
      for (const text of more.map((_, at) => code + first.join('') + more.slice(0, at).join(''))) {
        const normal = normaliseIdentifier('phone', text).value;
        if (normal === undefined) continue;
        assert.equal(normaliseIdentifier('phone', normal).value, normal, text);
        for (const earlier of earlierSpellings('phone', normal))
          assert.equal(normaliseIdentifier('phone', earlier).value, normal, `${text}: ${earlier}`);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('phone', async (t) => {
  await t.test('becomes E.164 by the hint of its country', () => {
    for (const spelling of ['961234567', '9 6123 4567', '+56 9 6123 4567', '56961234567', '0056961234567', '(+56) 9-6123-4567'])
      assert.equal(value('phone', spelling, 'CL'), '+56961234567', spelling);
    assert.equal(value('phone', '(415) 555-2671', 'US'), '+14155552671');
    assert.equal(value('phone', '+49 1512 3456789'), '+4915123456789');
  });
  await t.test('what cannot be read never matches', () => {
    for (const bad of ['abc', '123', '12', 'call +56961234567', '961234567x'])
      assert.equal(value('phone', bad, 'CL'), 'refused: unparseable', bad);
    assert.equal(value('phone', '961234567'), 'refused: unparseable', 'without a country a bare number could be anybody’s');
  });
});

test('identifiers of others', async (t) => {
  await t.test('are kept to the letter, trimmed', () => {
    assert.equal(value('external_id', ' Cust-007 '), 'Cust-007');
    assert.equal(value('crm_contact_id', 42), '42');
    assert.equal(value('anonymous_id', 'pd-0'), 'pd-0');
    assert.equal(value('external_id', 'Jose\u0301'), 'José');
  });
  await t.test('values that mean nothing are refused, in any dress', () => {
    for (const nothing of [
      'null',
      'NULL',
      '(null)',
      'undefined',
      'none',
      'None ',
      'n/a',
      'N/A',
      'guest',
      'Anonymous',
      'anónimo',
      '-1',
      '0',
      '0000-0000',
      '00000000-0000-0000-0000-000000000000',
      '-',
      '[object Object]',
      'NaN',
    ])
      for (const type of ['external_id', 'crm_contact_id', 'anonymous_id'] as const)
        assert.equal(value(type, nothing), 'refused: meaningless', nothing);
    assert.equal(value('external_id', '   '), 'refused: blank');
    assert.equal(value('external_id', null), 'refused: blank');
    assert.equal(value('external_id', undefined), 'refused: blank');
  });
  await t.test('values no store should hold are refused', () => {
    assert.equal(value('external_id', 'a\u0000b'), 'refused: invalid');
    assert.equal(value('external_id', 'a\ud800b'), 'refused: invalid');
    assert.equal(value('external_id', { a: 1 }), 'refused: invalid');
    assert.equal(value('external_id', 'x'.repeat(257)), 'refused: too_long');
  });
});

test('what nobody sees makes nobody another person', () => {
  for (const [type, plain] of [
    ['email', 'zoe@example.com'],
    ['phone', '+34600111222'],
    ['national_id', '12345678-5'],
    ['external_id', 'C-81'],
    ['anonymous_id', 'browser-1'],
  ] as const)
    for (const sign of ['\u200b', '\u2060', '\u00ad', '\u202a', '\u2066', '\ufeff'])
      for (const input of [sign + plain, plain + sign, plain.slice(0, 4) + sign + plain.slice(4)])
        assert.equal(value(type, input), plain, JSON.stringify([type, input]));
  for (const text of ['\u200b', '\u202a\u202c']) assert.equal(value('external_id', text), 'refused: blank');
  assert.equal(value('external_id', 'null\u200b'), 'refused: meaningless');
  assert.equal(value('email', 'null\u200b@acme.example'), 'refused: meaningless');
});

test('digits of other scripts are digits', () => {
  assert.equal(value('phone', '+٣٤٦٠٠١١١٢٢٢'), '+34600111222');
  assert.equal(value('phone', '+۳۴۶۰۰۱۱۱۲۲۲'), '+34600111222');
  assert.equal(value('phone', '١٢'), 'refused: unparseable');
  assert.equal(value('external_id', '٤٢٧٧'), '٤٢٧٧');
  for (const zeros of ['٠٠٠', '۰۰', '0-0']) assert.equal(value('external_id', zeros), 'refused: meaningless');
});

test('normalising twice changes nothing', () => {
  const types = fc.constantFrom(
    'external_id',
    'crm_contact_id',
    'national_id',
    'email',
    'phone',
    'anonymous_id',
  ) as fc.Arbitrary<IdentifierType>;
  const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.emailAddress(), fc.integer().map(String));
  fc.assert(
    fc.property(types, texts, (type, text) => {
      const once = normaliseIdentifier(type, text, 'CL').value;
      if (once !== undefined) assert.equal(normaliseIdentifier(type, once, 'CL').value, once);
    }),
    { numRuns: 2_000 },
  );
});

test('the keys of identifiers and browsers are those that stand in archives already', () => {
  assert.equal(identifierKeyOf('email', 'token'), key62('email:token'));
  assert.equal(visitorKeyOf('token'), key62('browser:token'));
});
