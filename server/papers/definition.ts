/**
 * Converts papers to one document of pdfmake. pdfmake changes the object that it receives, so it is built anew for
 * each PDF.
 */
import type { Content, createPdf, CustomTableLayout, TableCell } from 'pdfmake'
import {
  capitals,
  HEAD_FACTS,
  LOGO,
  PAGE,
  type Paper,
  type PaperBlock,
  type PaperTable,
  titleHeight,
} from '#kernel/paper.ts'
import { breakable, FONT, mm } from './parts.ts'

export type Definition = Parameters<typeof createPdf>[0]
type ContentTable = Extract<Content, { readonly table: unknown }>

const INK = { text: '#111111', quiet: '#444444', line: '#b4b4b4' } as const
const SIZE = { text: 8.5, small: 7, party: 9.5, company: 13, mark: 11 } as const
const GAP = mm(5)
const SIGNATURE_GAP = mm(24)
/** The width between the margins. */
const SHEET_WIDTH = mm(PAGE.width - 2 * PAGE.side)
/** The padding on both sides of a column, left out at the edges of the table. */
const CELL_PADDING = 3.5
/** The widest table beside totals, the width of the totals, and the space between them. */
const BESIDE_WIDTH = mm(77)
const TOTALS_WIDTH = mm(70)

/** A digit of the font is so many times as wide as its size is high. */
const WIDEST_DIGIT = 0.65

/** Returns how large a figure is written, so that it stays on one line of its column. */
const fittingSize = (text: string, width: number): number =>
  Math.min(SIZE.text, width / (WIDEST_DIGIT * Math.max(1, text.length)))

/** Returns the document of one or several papers. Each paper starts on a new page and has its own page numbers. */
export const definitionOf = (papers: readonly Paper[]): Definition => ({
  info: { title: titleOf(papers), author: papers[0]?.company.name ?? '', creator: 'Kerino', producer: 'Kerino' },
  language: 'el',
  displayTitle: true,
  version: '1.7',
  ...SHEET,
  defaultStyle: { ...FONT, fontSize: SIZE.text, color: INK.text },
  content: papers.map(section),
})

const SHEET = {
  pageSize: 'A4',
  pageMargins: [mm(PAGE.side), mm(PAGE.top), mm(PAGE.side), mm(PAGE.bottom)],
} satisfies Partial<Definition>

/** Returns the titles of the first and the last paper. */
const titleOf = (papers: readonly Paper[]): string =>
  [...new Set([papers[0], papers.at(-1)].map((paper) => (paper ? `${paper.title} ${paper.number}` : '')))].join(' – ')

/**
 * Returns the pages of one paper. pdfmake asks for the headers of all pages before it asks for the first footer, so the
 * headers tell which pages the paper has.
 */
function section(paper: Paper): Content {
  let first = Number.POSITIVE_INFINITY
  let last = 0
  return {
    ...SHEET,
    header: (page: number) => {
      first = Math.min(first, page)
      last = Math.max(last, page)
      return page === first ? null : runningHead(paper)
    },
    footer: (page: number) => foot(paper, page - first + 1, last - first + 1),
    section: [
      head(paper),
      ...paper.marks.map(mark),
      ...(paper.parties.length === 0 ? [] : [parties(paper.parties)]),
      ...paper.blocks.map(block),
    ],
  }
}

/** The space below the logo, in points. */
const LOGO_MARGIN: [number, number, number, number] = [0, 0, 0, 6]

/** Returns the head of the pages after the first: the company and the paper. */
const runningHead = ({ company, title, number, marks }: Paper): Content => ({
  margin: [mm(PAGE.side), mm(7), mm(PAGE.side), 0],
  columns: [
    { text: company.name, fontSize: SIZE.small, color: INK.quiet, width: SHEET_WIDTH / 2 },
    {
      text: [...marks, `${title} ${number}`].join(' · '),
      fontSize: SIZE.small,
      bold: true,
      alignment: 'right',
      width: SHEET_WIDTH / 2,
    },
  ],
})

const foot = ({ foot: { printed, page, of }, marks }: Paper, at: number, count: number): Content => ({
  margin: [mm(PAGE.side), mm(6), mm(PAGE.side), 0],
  fontSize: SIZE.small,
  columns: [
    { text: printed, color: INK.quiet, width: mm(40) },
    { text: marks.join(' · '), bold: true, alignment: 'center', width: SHEET_WIDTH - mm(80) },
    { text: `${page} ${at} ${of} ${count}`, color: INK.quiet, alignment: 'right', width: mm(40) },
  ],
})

const rule = (weight: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: SHEET_WIDTH, y2: 0, lineWidth: weight, lineColor: INK.text }],
})

const head = ({ company, title, number, facts }: Paper): Content => ({
  stack: [
    {
      columnGap: mm(8),
      columns: [
        {
          width: SHEET_WIDTH - mm(HEAD_FACTS + 8),
          stack: [
            ...(company.logo === undefined
              ? []
              : [
                  {
                    image: company.logo,
                    fit: [mm(LOGO.width), mm(LOGO.height)] as [number, number],
                    margin: LOGO_MARGIN,
                  },
                ]),
            { text: company.name, bold: true, fontSize: SIZE.company, margin: [0, 0, 0, 2] },
            ...company.lines.map((text) => ({ text, fontSize: SIZE.small + 0.5, color: INK.quiet })),
          ],
        },
        {
          width: mm(HEAD_FACTS),
          stack: [
            {
              text: `${capitals(title)} ${number}`,
              bold: true,
              fontSize: mm(titleHeight(title, number)),
              alignment: 'right',
            },
            {
              margin: [0, 3, 0, 0],
              layout: 'noBorders',
              table: {
                widths: ['*', 'auto'],
                body: facts.map(({ label, value }) => [
                  { text: label, color: INK.quiet, alignment: 'right', margin: [0, -2, 0, -2] },
                  { text: breakable(value), bold: true, alignment: 'right', margin: [0, -2, 0, -2] },
                ]),
              },
            },
          ],
        },
      ],
    },
    { ...(rule(1.4) as object), margin: [0, 6, 0, 0] } as Content,
  ],
})

/** What the frame of a mark takes on both sides together: its lines and the padding of pdfmake. */
const MARK_EDGES = 10.4

const mark = (text: string): Content => ({
  margin: [0, mm(3), 0, 0],
  layout: { hLineWidth: () => 1.2, vLineWidth: () => 1.2, paddingTop: () => 4, paddingBottom: () => 4 },
  table: {
    widths: [SHEET_WIDTH - MARK_EDGES],
    body: [[{ text, bold: true, fontSize: SIZE.mark, alignment: 'center' }]],
  },
})

const parties = (all: Paper['parties']): Content => ({
  margin: [0, mm(4), 0, 0],
  columnGap: mm(8),
  columns: all.map(({ heading, name, lines }) => ({
    width: (SHEET_WIDTH - mm(8) * (all.length - 1)) / all.length,
    stack: [
      { text: heading, fontSize: SIZE.small, color: INK.quiet },
      { text: name, bold: true, fontSize: SIZE.party, margin: [0, 1, 0, 1] },
      ...lines.map((text) => ({ text })),
    ],
  })),
})

function block(part: PaperBlock): Content {
  switch (part.kind) {
    case 'table':
      return { ...table(part, SHEET_WIDTH), margin: [0, GAP, 0, 0] }
    case 'totals':
      return totals(part)
    case 'notes':
      return {
        unbreakable: part.lines.length < 12,
        margin: [0, GAP, 0, 0],
        stack: [
          { text: part.heading, fontSize: SIZE.small, color: INK.quiet, margin: [0, 0, 0, 1] },
          ...part.lines.map((text) => ({ text: text === '' ? ' ' : text })),
        ],
      }
    case 'code':
      return {
        unbreakable: true,
        margin: [0, GAP, 0, 0],
        columnGap: mm(5),
        columns: [
          ...(part.content === '' ? [] : [{ width: mm(30), qr: part.content, fit: mm(28) }]),
          {
            width: SHEET_WIDTH - (part.content === '' ? 0 : mm(35)),
            stack: part.rows.map(({ label, value }) => ({
              text: [
                { text: `${label} `, color: INK.quiet },
                { text: value, bold: true },
              ],
              margin: [0, 0, 0, 2] as [number, number, number, number],
            })),
          },
        ],
      }
    case 'signatures':
      return signatures(part.labels)
  }
}

function signatures(labels: readonly string[]): Content {
  const width = (SHEET_WIDTH - SIGNATURE_GAP * (labels.length - 1)) / labels.length
  return {
    unbreakable: true,
    margin: [0, mm(16), 0, 0],
    columnGap: SIGNATURE_GAP,
    columns: labels.map((text) => ({
      width,
      layout: {
        hLineWidth: (line: number) => (line === 0 ? 0.6 : 0),
        vLineWidth: () => 0,
        paddingLeft: () => 0,
        paddingRight: () => 0,
      },
      table: { widths: [width], body: [[{ text, fontSize: SIZE.small, color: INK.quiet, alignment: 'center' }]] },
    })),
  }
}

/** Returns the lines of a table: below the head, thin ones between rows, and a thick one above the sums. */
const lines = (headRows: number, rowCount: number, sumRows: number): CustomTableLayout => ({
  hLineWidth: (line) =>
    line === headRows || (sumRows > 0 && line === rowCount - sumRows) ? 0.9 : line < headRows ? 0 : 0.35,
  hLineColor: (line) => (line === headRows || (sumRows > 0 && line === rowCount - sumRows) ? INK.text : INK.line),
  vLineWidth: () => 0,
  paddingLeft: (column) => (column === 0 ? 0 : CELL_PADDING),
  paddingRight: (column, node) => (column === (node.table.widths?.length ?? 0) - 1 ? 0 : CELL_PADDING),
  paddingTop: () => 2.6,
  paddingBottom: () => 2,
})

/**
 * Returns the widths of the columns of a table in points. They are all numbers, so that a long word is broken in its column and no text
 * pushes the columns beside it off the paper.
 */
function widthsOf(columns: PaperTable['columns'], whole: number): number[] {
  const open = columns.filter(({ width }) => width === null).length
  const taken = columns.reduce((sum, { width }) => sum + mm(width ?? 0), 2 * CELL_PADDING * (columns.length - 1))
  return columns.map(({ width }) => (width === null ? Math.max(0, whole - taken) / open : mm(width)))
}

/** Returns a table of a width in points, whose head is repeated on every page. */
function table({ heading, columns, rows, sums }: PaperTable, whole: number): ContentTable {
  const widths = widthsOf(columns, whole)
  const cells = (texts: readonly string[], more: object = {}): TableCell[] =>
    columns.map(({ align }, at) => {
      const text = texts[at] ?? ''
      const isFigure = align === 'right' && !/\s/.test(text.trim())
      return { text, alignment: align, ...(isFigure && { fontSize: fittingSize(text, widths[at] ?? 0) }), ...more }
    })
  const headings = cells(
    columns.map((column) => column.heading),
    { fontSize: SIZE.small, color: INK.quiet },
  )
  const over: TableCell[][] =
    heading === ''
      ? []
      : [[{ text: heading, bold: true, colSpan: columns.length }, ...columns.slice(1).map(() => ({ text: '' }))]]
  const headRows = over.length + 1
  const body = [...over, headings, ...rows.map((row) => cells(row)), ...sums.map((row) => cells(row, { bold: true }))]
  return {
    layout: lines(headRows, body.length, sums.length),
    table: {
      headerRows: headRows,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths,
      body,
    },
  }
}

const totals = ({ rows, beside }: Extract<PaperBlock, { kind: 'totals' }>): Content => ({
  unbreakable: true,
  margin: [0, GAP, 0, 0],
  columnGap: mm(10),
  columns: [
    beside ? { width: BESIDE_WIDTH, ...table(beside, BESIDE_WIDTH) } : { width: '*', text: '' },
    { width: '*', text: '' },
    {
      width: TOTALS_WIDTH,
      layout: {
        hLineWidth: (line) => (line === rows.length - 1 ? 0.9 : 0),
        vLineWidth: () => 0,
        paddingLeft: () => 0,
        paddingRight: () => 0,
        paddingTop: (row) => (row === rows.length - 1 ? 4 : 2),
        paddingBottom: () => 2,
      },
      table: {
        widths: ['*', 'auto'],
        body: rows.map(({ label, value }, at) => {
          const counts = at === rows.length - 1
          const more = counts ? { bold: true, fontSize: SIZE.text + 2.5 } : {}
          return [
            { text: label, ...more },
            { text: value, alignment: 'right', ...more },
          ]
        }),
      },
    },
  ],
})
