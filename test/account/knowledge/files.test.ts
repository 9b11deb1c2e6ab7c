// Files as documents, through the door: the kind is what the bytes say, and what cannot be read is refused in words, with nothing stored.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readBeside } from '../../../src/account/knowledge/read/document-thread.ts';
import { zip } from '../../collect/payments/workbook.ts';
import { type ApiAnswer, startTestApp, type TestApp } from '../../harness.ts';
import { body, docx, paragraph, pdf } from './files.ts';

const PATH = '/profile/knowledge-base/documents';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

const send = (file: Buffer, file_name = 'file.bin'): Promise<ApiAnswer> =>
  app.api(app.session).post(PATH, { file_name, content: file.toString('base64') }, { profile_id: app.profileId });

async function read(file: Buffer, fileName?: string): Promise<{ kind: string; title: string; text: string }> {
  const { status, body: sent } = await send(file, fileName);
  assert.equal(status, 201, JSON.stringify(sent));
  const { kind, title, text } = (await app.api(app.session).get(`${PATH}/${sent.data.id}`, { profile_id: app.profileId })).body
    .data;
  return { kind, title, text };
}

test('a PDF is read page by page, under whatever name', async () => {
  assert.deepEqual(await read(pdf(['Our first page.', 'Our second page.']), 'notes.txt'), {
    kind: 'pdf',
    title: 'notes.txt',
    text: 'Our first page.\n\nOur second page.',
  });
});

test('a Word document is read with its headers and notes, as a reader sees it', async () => {
  const inner = [
    paragraph('First &amp; last'),
    '<w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>',
    '<w:p><w:del><w:r><w:delText>taken out</w:delText></w:r></w:del><w:ins><w:r><w:t>put in</w:t></w:r></w:ins></w:p>',
    '<w:p><w:r><w:instrText>INCLUDETEXT file:///etc/passwd</w:instrText></w:r></w:p>',
    '<mc:AlternateContent xmlns:mc="m"><mc:Choice><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>box again</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>',
  ].join('');
  const header = { name: 'word/header1.xml', text: body(paragraph('The header')) };
  const picture = { name: 'word/media/a.bin', text: Buffer.from([1, 2, 3]) };
  assert.deepEqual(await read(docx(body(inner), [header, picture]), 'x.pdf'), {
    kind: 'docx',
    title: 'x.pdf',
    text: 'First & last\none\ttwo\nthree\nput in\n\nbox\nThe header',
  });
});

test('text is text or Markdown by what it contains', async () => {
  assert.equal((await read(Buffer.from('Plain words: 1 # 2'), 'a.md')).kind, 'text');
  assert.equal((await read(Buffer.from('Intro\n\n## Heading\n\nwords'), 'a.txt')).kind, 'markdown');
  assert.equal((await read(Buffer.from('A PDF begins with %PDF-1.7'))).kind, 'text');
  assert.equal(
    (await read(Buffer.from('\ufeff<svg><script>alert(1)</script></svg>'), 'a.svg')).text,
    '<svg><script>alert(1)</script></svg>',
  );
  assert.equal((await read(Buffer.from('\ufeffGr\u00fc\u00dfe', 'utf16le'))).text, 'Gr\u00fc\u00dfe');
});

test('what cannot be read is refused by its reason, and nothing is stored', async () => {
  const count = () => app.base.state.db.prepare('select count(*) from knowledge_documents').pluck().get();
  const before = count();
  const sound = docx(body(paragraph('sound')));
  const whole = pdf(['whole']);
  const macros =
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
  const refusals: [Buffer, RegExp][] = [
    [pdf(['secret'], { isEncrypted: true }), /PDF is encrypted/],
    [pdf(['', '']), /no text: its pages are pictures/],
    [Buffer.from('%PDF-1.7\nnothing of it'), /PDF is damaged/],
    [Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(20_000, 7)]), /PDF is damaged/],
    [whole.subarray(0, 40), /PDF is damaged/],
    [docx(body(paragraph('x')), [{ name: 'word/vbaProject.bin', text: 'x' }]), /macros/],
    [docx(body(paragraph('x')), [], macros), /macros/],
    [docx(body(paragraph(' '))), /contains no text/],
    [docx(`<!DOCTYPE w [<!ENTITY a "aaaa">]>${body(paragraph('&a;'))}`), /entities/],
    [docx(body('<w:p>'.repeat(100))), /elements have no end|breaks off/],
    [docx(body('<w:p>').slice(0, -20)), /damaged/],
    [sound.subarray(0, sound.length - 30), /damaged or breaks off/],
    [
      zip([
        { name: 'word/document.xml', text: body(paragraph('x')), claims: 10 },
        { name: '[Content_Types].xml', text: '<Types/>' },
      ]),
      /more than its stated size|damaged/,
    ],
    [docx(Buffer.alloc(11 * 1024 * 1024, ' ')), /more than 500 times its size/],
    [
      docx(
        body(''),
        Array.from({ length: 11 }, (_, at) => ({ name: `f${at}`, text: 'x', claims: 10 * 1024 * 1024 })),
      ),
      /larger than 100 MB|stated size/,
    ],
    [
      docx(
        body(''),
        Array.from({ length: 2_001 }, (_, at) => ({ name: `f${at}`, text: '' })),
      ),
      /zip of 2003 parts/,
    ],
    [zip([{ name: 'a.txt', text: 'x' }]), /not a Word document/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /older Office format/],
    [Buffer.from('{\\rtf1 words}'), /RTF/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47]), /neither a PDF/],
    [Buffer.from('with\0nul'), /neither a PDF/],
    [Buffer.from([0x66, 0xfc, 0x72]), /neither a PDF/],
    [Buffer.from(' \n '), /contains no text/],
    [Buffer.from('word '.repeat(200_001)), /more than 1000000 characters/],
    [docx(body(paragraph('word '.repeat(200_001)))), /more than 1000000 characters/],
  ];
  for (const [file, reason] of refusals) {
    app.clock.advance(10_000);
    const { status, body: sent } = await send(file, 'sound.docx');
    assert.equal(`${status} ${sent.error?.code}`, '400 invalid_content', `${reason}: ${JSON.stringify(sent)}`);
    assert.match(sent.error.message, reason);
  }
  assert.equal(count(), before);
});

test('a file that takes too long is ended, and the next is read', async () => {
  const file = docx(body(paragraph('words ').repeat(20_000)));
  await assert.rejects(readBeside(app.base, file, 0), /takes too long/);
  assert.equal((await readBeside(app.base, docx(body(paragraph('next'))))).text, 'next');
});
