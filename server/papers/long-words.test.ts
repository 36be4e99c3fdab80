/** Tests that no text pushes a figure off a paper: each text lies between the margins, and each figure is on the page. */
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { type Cards, PAGE, type Paper } from '#kernel/paper.ts'
import { onePdfOf } from './pdf.ts'

const WORD = 'Ωκεανοπλοΐα'.repeat(10)
const POINTS = 72 / 25.4

type Item = { readonly str: string; readonly transform: readonly number[]; readonly width: number }

/** Returns the texts of a PDF with where they begin and end from the left edge, in millimetres. */
async function textsOf(pdf: Uint8Array): Promise<{ text: string; left: number; right: number }[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => (await document.getPage(at + 1)).getTextContent()),
  )
  return pages.flatMap(({ items }) =>
    (items as Item[])
      .filter(({ str }) => str.trim() !== '')
      .map(({ str, transform, width }) => {
        const left = (transform[4] ?? 0) / POINTS
        return { text: str, left, right: left + width / POINTS }
      }),
  )
}

/** A document as it is issued, in which every text that people type is one long word. */
const paper = (word: string, amount: string): Paper => ({
  fileName: 'a.pdf',
  title: 'Τιμολόγιο',
  number: 'ΤΙΜ 1',
  company: { name: word, lines: [word] },
  facts: [{ label: 'Οδηγός', value: word }],
  marks: [`ΑΚΥΡΟ ${word}`],
  parties: [
    { heading: 'Πελάτης', name: word, lines: [word] },
    { heading: 'Παράδοση', name: word, lines: [word] },
  ],
  blocks: [
    {
      kind: 'table',
      heading: '',
      columns: [
        { heading: 'Α/Α', width: 8, align: 'right' },
        { heading: 'SKU', width: 26, align: 'left' },
        { heading: 'Περιγραφή', width: null, align: 'left' },
        { heading: 'Ποσότητα', width: 20, align: 'right' },
        { heading: 'Τιμή', width: 20, align: 'right' },
        { heading: 'ΦΠΑ', width: 14, align: 'right' },
        { heading: 'Αξία', width: 24, align: 'right' },
      ],
      rows: [['1', word, word, '7,25', '3,75', '24%', amount]],
      sums: [['', '', word, '', '', '', amount]],
    },
    {
      kind: 'totals',
      rows: [
        { label: 'ΦΠΑ', value: '11,11' },
        { label: 'Σύνολο', value: '22,22' },
      ],
      beside: {
        kind: 'table',
        heading: '',
        columns: [
          { heading: 'Ποιος', width: null, align: 'left' },
          { heading: 'Ποσό', width: 24, align: 'right' },
        ],
        rows: [[word, '33,33']],
        sums: [],
      },
    },
    { kind: 'notes', heading: 'Σημειώσεις', lines: [word] },
    { kind: 'code', content: 'https://mydata.aade.gr/q', rows: [{ label: 'MARK', value: word }] },
    { kind: 'signatures', labels: [word, word] },
  ],
  foot: { printed: '20/11/2026', page: 'Σελίδα', of: 'από' },
})

test.each([
  ['ordinary words', 'Κερί με άρωμα', '1.234,56'],
  ['a word of sixty letters', WORD.slice(0, 60), '1.234,56'],
  ['a word of a hundred letters and a very large amount', WORD.slice(0, 100), '123.456.789.012,34'],
  ['a word of wide letters', 'W'.repeat(70), '-99.999.999,99'],
])('with %s every text of a paper is between its margins, and every figure is there', async (_title, word, amount) => {
  const texts = await textsOf(await onePdfOf(paper(word, amount), false))
  for (const { text, left, right } of texts)
    expect(left >= PAGE.side - 0.5 && right <= PAGE.width - PAGE.side + 0.5, `${text}: ${left} to ${right}`).toBe(true)
  const all = texts.map(({ text }) => text.trim())
  for (const figure of ['7,25', '3,75', '24%', '11,11', '22,22', '33,33', 'Αξία', 'ΦΠΑ']) expect(all).toContain(figure)
  expect(all.filter((text) => text === amount)).toHaveLength(2)
  // the letters of the word are all there, on several lines
  expect(all.join('').replaceAll(' ', '')).toContain(word.replaceAll(' ', ''))
})

test('with a long word the quantities of a card stay between its margins', async () => {
  const word = WORD.slice(0, 70)
  const cards: Cards = {
    fileName: 'c.pdf',
    title: 'Κάρτα',
    cards: [
      {
        heading: 'ΧΥΤΑ',
        figure: '40',
        title: word,
        number: '7',
        picture: null,
        marks: [],
        facts: [{ label: 'Πελάτης', value: word }],
        ticks: { heading: 'Υλικά', rows: [{ label: word, value: '12,5 kg' }] },
        codes: [],
        printed: '20/11/2026',
      },
    ],
  }
  const texts = await textsOf(await onePdfOf(cards, false))
  for (const { text, left, right } of texts)
    expect(left >= 7.5 && right <= 140.5, `${text}: ${left} to ${right}`).toBe(true)
  expect(texts.map(({ text }) => text).join(' ')).toMatch(/12,5\s+kg/)
})
