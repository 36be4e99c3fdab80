import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTexts, type TextRow, writeTexts } from './table.ts'

const HEAD = 'key,as,el,en,it,es,ru,sr,note'
const row = (key: string, en: string, rest: Partial<TextRow> = {}): TextRow => ({
  key,
  as: '',
  texts: { el: '', en, it: '', es: '', ru: '', sr: '' },
  note: '',
  ...rest,
})

test('what is written is read again, with line breaks, quotes, spaces at the ends and signs of formulas', () => {
  // a cell has no carriage return: a spreadsheet adds it to each line break
  const anyText = fc
    .oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', ' ', "'", '=', '+', '-', '@', 'α', 'я') }),
    )
    .map((text) => text.replaceAll('\r', ''))
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, anyText, anyText)), (texts) => {
      const rows = texts.map(([en, el, note], at) =>
        row(`key-${at}`, en, { texts: { el, en, it: '', es: '', ru: '', sr: '' }, note }),
      )
      expect(parseTexts(writeTexts(rows))).toEqual(rows)
    }),
  )
})

test('each row is one line, unless its texts have several', () => {
  expect(writeTexts([row('a', 'Yes, "now"'), row('b', '+1')])).toBe(
    `\uFEFF${HEAD}\na,,,"Yes, ""now""",,,,,\nb,,,'+1,,,,,\n`,
  )
})

test('a table that a spreadsheet saved with semicolons and other line ends is read alike', () => {
  const saved = `\uFEFF${HEAD.replaceAll(',', ';')}\r\na;;Ποιος;Who;;;;;\r\nb;;"Α\r\nΒ";"A, B";;;;;\r\n`
  expect(parseTexts(saved)).toEqual([
    row('a', 'Who', { texts: { el: 'Ποιος', en: 'Who', it: '', es: '', ru: '', sr: '' } }),
    row('b', 'A, B', { texts: { el: 'Α\nΒ', en: 'A, B', it: '', es: '', ru: '', sr: '' } }),
  ])
})

test('a table without a language is refused', () => {
  expect(() => parseTexts('key,as,el,en,it,es,ru,note\na,,α,a,a,a,а,\n')).toThrow('lacks the columns sr')
})
