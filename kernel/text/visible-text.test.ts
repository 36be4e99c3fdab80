import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zName, zText } from '../contract.ts'
import { visibleText } from './visible-text.ts'

test.each([
  ['a zero width space', 'Κερί\u200bάσπρο'],
  ['a zero width joiner between letters', 'Κερί\u200dάσπρο'],
  ['a zero width non-joiner', 'Κερί\u200cάσπρο'],
  ['a byte order mark', '\ufeffΚερίάσπρο'],
  ['a soft hyphen', 'Κερί\u00adάσπρο'],
  ['a word joiner', 'Κερί\u2060άσπρο'],
  ['marks of the writing direction', '\u202dΚερί\u202c\u200e\u200f\u2066άσπρο\u2069'],
  ['a variation selector after a letter', 'Κερί\ufe0fάσπρο'],
  ['a filler that looks like nothing', 'Κερί\u3164άσπρο'],
  ['letters of a tag without a flag', 'Κερί\u{e0067}\u{e007f}άσπρο'],
])('%s is removed', (_, text) => {
  expect(visibleText(text)).toBe('Κερίάσπρο')
})

test('an accent of its own becomes one letter with its accent, and blanks of other widths become plain ones', () => {
  expect(visibleText('Κερι\u0301')).toBe('Κερί')
  expect(visibleText('Κερί\u00a0λευκό\u202f10\u2009cm')).toBe('Κερί λευκό 10 cm')
})

test('a text of the empty pattern of Braille is no text', () => {
  expect(zName(10).parse('\u2800')).toBe('')
  expect(zText(10).parse('\u2800\u2800')).toBe('')
})

test.each([
  'Λαμπάδα «Ἀνάστασις» 40 cm, ροζ/σομόν – 3η',
  'Ώρα ᾠδῆς, ΐ ΰ ϊ ϋ ς',
  'Свећа бела № 4',
  'niño, così, €5 & 1½"',
  'first\tcolumn\nnext line',
  'Family 👨‍👩‍👧‍👦, heart ❤️, fire ❤️‍🔥, hand 👋🏽, cook 👩🏽‍🍳, flags 🇬🇷 🏴󠁧󠁢󠁥󠁮󠁧󠁿, key 1️⃣',
])('“%s” stays as it is', (text) => {
  expect(visibleText(text)).toBe(text)
})

test('a joiner at the end of an emoji and one between an emoji and a letter are removed', () => {
  expect(visibleText('👩\u200d')).toBe('👩')
  expect(visibleText('👩\u200dα')).toBe('👩α')
})

test('what was cleaned once stays as it is', () => {
  const signs = fc.constantFrom(
    'α',
    'ί',
    '\u0301',
    '1',
    ' ',
    '\u00a0',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\u20e3',
    '👩',
    '❤',
    '🏽',
    '🏴',
    '\u{e0067}',
    '\u{e007f}',
  )
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }), (parts) => {
      const once = visibleText(parts.join(''))
      expect(visibleText(once)).toBe(once)
    }),
    { numRuns: 3000 },
  )
})

test('every name of a contract is cleaned, one of invisible characters is empty, and other texts stay as they are', () => {
  expect(zName(50).parse('\ufeffΚερί\u200b \u200e')).toBe('Κερί')
  expect(zName(50).parse('\u200b\u2060')).toBe('')
  expect(zText(50).parse('Κερί\u200b')).toBe('Κερί\u200b')
})
