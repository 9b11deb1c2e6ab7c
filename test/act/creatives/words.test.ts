// What the words of an ad show: each level where a reader of the ad sees it, and nothing where there are no words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelsShown, type Words } from '../../../src/act/creatives/analysis/by-words.ts';
import { levelsOf } from '../../../src/act/creatives/analysis/dimensions.ts';
import { readSeed } from '../../../src/base/kit/seeds.ts';

const shownIn = (words: Partial<Words>) => levelsShown({ copy: [], names: [], places: [], ...words });

const levelsIn = (...copy: string[]) =>
  Object.fromEntries([...shownIn({ copy })].map(([dimension, { level }]) => [dimension, level]));

test('words stand for levels of the lists, in the languages of the list', () => {
  for (const { dimension, level, language, words } of readSeed('creatives/words')) {
    assert.ok(levelsOf(dimension).includes(level), `${dimension} ${level}`);
    assert.ok(language === '' || levelsOf('language').includes(language), `${dimension} ${level} ${language}`);
    assert.equal(new RegExp(words, 'iu').test(''), false, `${dimension} ${level} ${language} matches nothing at all`);
  }
});

test('a hook is what the copy opens with', () => {
  const hooks: [string, string][] = [
    ['Is your ladder older than you? Ours folds.', 'question'],
    ['A ladder that folds. Would you climb it?', 'claim'],
    ['🪜 Wait, that ladder folds?', 'interruption'],
    ['“I stopped fearing the attic the day it arrived.” Ines, Porto. Shop ladders.', 'proof'],
    ['4,7 Sterne aus 900 Bewertungen: die Leiter für den Dachboden.', 'proof'],
    ['Regardez: l’échelle se plie toute seule.', 'demonstration'],
    ['Dos escaleras, 2x1 hasta el domingo.', 'offer'],
    ['Cansada de escadas pesadas. A nossa tem seis quilos.', 'problem'],
    ['Meine Oma stieg auf Stühle. Heute nicht mehr.', 'story'],
    ['Une échelle qui se plie.', 'claim'],
  ];
  for (const [text, level] of hooks) assert.equal(levelsIn(text)['hook'], level, text);
  assert.equal(shownIn({ copy: ['A ladder that folds. Would you climb it?'] }).get('hook')?.evidence, 'A ladder that folds.');
});

test('copy in a language without a list of words, and a name, claim nothing', () => {
  assert.deepEqual(levelsIn('折りたためるはしご。'), {});
  assert.deepEqual([...shownIn({ names: ['Ladder grey'] })], []);
  assert.equal(shownIn({ names: ['Tired of heavy ladders'] }).get('hook')?.level, 'problem');
});

test('an ad argues with what it says most, and with its price where it only has an offer of money', () => {
  assert.equal(levelsIn('Easy to fold, easy to carry, set up in one click. Handmade.')['angle'], 'ease');
  assert.equal(levelsIn('Handmade from premium ash, by hand. Easy to carry.')['angle'], 'quality');
  assert.deepEqual(
    [levelsIn('15 % auf alle Leitern.')['offer'], levelsIn('15 % auf alle Leitern.')['angle']],
    ['percent', 'price'],
  );
  assert.equal(levelsIn('Free trial of our ladder.')['angle'], undefined);
});

test('an ad asks for what it asks last', () => {
  assert.equal(levelsIn('Shop our ladders, or learn more. Book your fitting now.')['call_to_action'], 'book');
  assert.equal(levelsIn('Réservez, puis téléchargez le plan.')['call_to_action'], 'download');
});

test('proof and offer in words of each language', () => {
  const cases: [string, string, string][] = [
    ['proof', 'numbers', 'Already chosen by 12,000 families.'],
    ['proof', 'expert', 'Empfohlen von Physiotherapeuten.'],
    ['proof', 'before_after', 'Antes y después de una tarde.'],
    ['proof', 'review', 'Note de 4,8/5 sur 320 avis.'],
    ['offer', 'shipping', 'Frete grátis em todas as escadas.'],
    ['offer', 'amount', '10\u00a0€ offerts sur la première échelle.'],
    ['offer', 'trial', 'Teste die Leiter 14 Tage kostenlos.'],
    ['offer', 'bundle', 'Buy two, get one free.'],
  ];
  for (const [dimension, level, text] of cases) assert.equal(levelsIn(text)[dimension], level, text);
});

test('the language of a headline needs one word, that of a name two', () => {
  assert.equal(levelsIn('Leitern fürs Leben.')['language'], 'de');
  assert.equal(shownIn({ names: ['Leitern fürs Leben'] }).get('language')?.level, 'de');
  assert.equal(shownIn({ names: ['Ladder for'] }).get('language'), undefined);
});

test('what is made and who sees it is read from names, not from the copy', () => {
  const copy = ['Our yoga studio has warm rooms and a broad view.'];
  assert.deepEqual([shownIn({ copy }).get('production'), shownIn({ copy }).get('funnel_stage')], [undefined, undefined]);
  const shown = shownIn({ copy, names: ['UGC ladder'], places: ['Retargeting 30d'] });
  assert.deepEqual([shown.get('production')?.level, shown.get('funnel_stage')?.level], ['ugc', 'retargeting']);
});
