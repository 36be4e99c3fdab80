/**
 * Converts cards to one document of pdfmake. Each card is A5 and begins on a new page. Its codes stand at the foot of each of its
 * pages, far enough apart for a hand scanner to meet only one of them.
 */
import bars from 'bwip-js/node'
import type { Content, createPdf, TableCell } from 'pdfmake'
import { type Card, CARD_PAGE, type Cards } from '#kernel/paper.ts'
import { breakable, FONT, mm } from './parts.ts'

type Definition = Parameters<typeof createPdf>[0]

const INK = { text: '#000000', quiet: '#333333', line: '#8a8a8a' } as const
const SIZE = { large: 40, title: 20, mark: 18, text: 12, small: 9 } as const
const WIDTH = CARD_PAGE.width - 2 * CARD_PAGE.margin
/** The height of the codes with their labels, and the largest picture, in millimetres. */
const CODES = 56
const PICTURE = 42
/** A capital letter of the font is at most about this many times as wide as its size is high. */
const WIDEST_LETTER = 0.72

/** Returns the document of several cards. */
export const cardsDefinition = ({ title, cards }: Cards): Definition => ({
  info: { title, creator: 'Kerino', producer: 'Kerino' },
  language: 'el',
  displayTitle: true,
  version: '1.7',
  pageSize: 'A5',
  pageMargins: marginsOf(true),
  defaultStyle: { ...FONT, fontSize: SIZE.text, color: INK.text },
  content: cards.map(section),
})

const marginsOf = (hasCodes: boolean): [number, number, number, number] => {
  const side = mm(CARD_PAGE.margin)
  return [side, side, side, hasCodes ? mm(CARD_PAGE.margin + CODES + 6) : mm(CARD_PAGE.margin + 6)]
}

const section = (card: Card): Content => ({
  pageSize: 'A5',
  pageMargins: marginsOf(card.codes.length > 0),
  header: () => null,
  footer: () => foot(card),
  section: [
    ...head(card),
    ...card.marks.map(mark),
    facts(card),
    ...(card.ticks.rows.length === 0 ? [] : [ticks(card)]),
  ],
})

/** Returns a text on one line: at 40 pt, or as large as the width allows. */
const large = (text: string, width: number): Content => ({
  text,
  bold: true,
  fontSize: Math.max(SIZE.title, Math.min(SIZE.large, mm(width) / (WIDEST_LETTER * Math.max(1, text.length)))),
  lineHeight: 1,
})

function head({ heading, figure, title, picture }: Card): Content[] {
  const texts = (width: number): Content[] => [
    large(figure, width),
    { text: title, bold: true, fontSize: SIZE.title, lineHeight: 1, margin: [0, 2, 0, 0] },
  ]
  const gap = 4
  return [
    large(heading, WIDTH),
    picture === null
      ? { stack: texts(WIDTH) }
      : {
          columnGap: mm(gap),
          columns: [
            { width: '*', stack: texts(WIDTH - PICTURE - gap) },
            { width: mm(PICTURE), image: picture, fit: [mm(PICTURE), mm(PICTURE)], alignment: 'right' },
          ],
        },
  ]
}

const mark = (text: string): Content => ({
  margin: [0, mm(4), 0, 0],
  layout: { hLineWidth: () => 2, vLineWidth: () => 2, paddingTop: () => 6, paddingBottom: () => 6 },
  table: { widths: ['*'], body: [[{ text, bold: true, fontSize: SIZE.mark, alignment: 'center' }]] },
})

const facts = ({ facts: rows }: Card): Content => ({
  margin: [0, mm(3), 0, 0],
  layout: 'noBorders',
  table: {
    widths: ['auto', '*'],
    body: rows.map(({ label, value }): TableCell[] => [
      { text: label, color: INK.quiet, margin: [0, -2, 4, -2] },
      { text: breakable(value), bold: true, margin: [0, -2, 0, -2] },
    ]),
  },
})

const ticks = ({ ticks: { heading, rows } }: Card): Content => ({
  margin: [0, mm(3), 0, 0],
  layout: {
    hLineWidth: (line) => (line === 1 ? 0.9 : line === 0 ? 0 : 0.35),
    hLineColor: (line) => (line === 1 ? INK.text : INK.line),
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : 5),
    paddingRight: (column) => (column === 2 ? 0 : 5),
    paddingTop: () => 3,
    paddingBottom: () => 2.4,
  },
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: [mm(5), '*', 'auto'],
    body: [
      [{ text: heading, fontSize: SIZE.small, color: INK.quiet, colSpan: 3 }, '', ''],
      ...rows.map(({ label, value }): TableCell[] => [
        box(),
        { text: breakable(label) },
        { text: value, bold: true, alignment: 'right' },
      ]),
    ],
  },
})

/** Returns an empty box to tick. */
const box = (): Content => ({
  canvas: [{ type: 'rect', x: 0.5, y: 1.5, w: mm(3.6), h: mm(3.6), lineWidth: 1, lineColor: INK.text }],
})

/** Returns the codes of a card in two columns, and the day on which it was printed. */
function foot({ codes, number, printed }: Card): Content {
  const last: Content = {
    margin: [0, mm(2), 0, 0],
    fontSize: SIZE.small,
    color: INK.quiet,
    columns: [
      { text: number, width: '*' },
      { text: printed, width: 'auto' },
    ],
  }
  const pairs = codes.flatMap((code, at) => (at % 2 === 0 ? [[code, codes[at + 1]] as const] : []))
  return {
    margin: [mm(CARD_PAGE.margin), 0, mm(CARD_PAGE.margin), 0],
    stack: [
      ...pairs.map(([left, right]) => ({
        margin: [0, 0, 0, mm(6)] as [number, number, number, number],
        columnGap: mm(20),
        columns: [code(left), right === undefined ? { text: '' } : code(right)],
      })),
      last,
    ],
  }
}

/** The width of the thinnest bar and the height of the bars, in points. A cheap hand scanner reads bars from 0.25 mm on. */
const BAR = mm(0.36)
const BARS_HEIGHT = mm(14)

const code = ({ label, value }: Card['codes'][number]): Content => ({
  stack: [
    { text: label, bold: true, fontSize: 14, lineHeight: 1, margin: [0, 0, 0, 2] },
    { canvas: barsOf(value).map(({ x, w }) => ({ type: 'rect', x, y: 0, w, h: BARS_HEIGHT, color: INK.text })) },
  ],
})

/** Returns the place and width of each bar of a code, Code 128, in points. */
function barsOf(text: string): { x: number; w: number }[] {
  const [drawn] = bars.raw({ bcid: 'code128', text })
  if (drawn === undefined || !('sbs' in drawn)) throw new Error(`no bars for ${text}`)
  let x = 0
  return drawn.sbs.flatMap((units, place) => {
    const bar = { x, w: units * BAR }
    x += bar.w
    return place % 2 === 0 ? [bar] : []
  })
}
