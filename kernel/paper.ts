/** A printable paper: texts and figures, ready to be drawn. The print view and the PDF draw the same content. */
import { z } from 'zod'

const zFact = z.object({ label: z.string(), value: z.string() })

const zTable = z.object({
  kind: z.literal('table'),
  heading: z.string(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** In millimetres; null takes the width that the other columns leave. */
      width: z.number().nullable(),
      align: z.enum(['left', 'right']),
    }),
  ),
  rows: z.array(z.array(z.string())),
  /** Rows of totals below the others. */
  sums: z.array(z.array(z.string())),
})

const zBlock = z.discriminatedUnion('kind', [
  zTable,
  /** Totals, the last row being the final amount. `beside` shows how the totals are made up. */
  z.object({ kind: z.literal('totals'), rows: z.array(zFact), beside: zTable.nullable() }),
  z.object({ kind: z.literal('notes'), heading: z.string(), lines: z.array(z.string()) }),
  /** An address as a QR code, with facts beside it. Without an address only the facts. */
  z.object({ kind: z.literal('code'), content: z.string(), rows: z.array(zFact) }),
  /** Empty lines for signatures, one for each label. */
  z.object({ kind: z.literal('signatures'), labels: z.array(z.string()) }),
])

export const zPaper = z.object({
  /** Includes the file ending. */
  fileName: z.string(),
  title: z.string(),
  number: z.string(),
  /** The issuing company; `lines` stand below its name. */
  company: z.object({
    name: z.string(),
    lines: z.array(z.string()),
    /** A PNG or JPEG as a `data:` URL, above the name. */
    logo: z.string().optional(),
  }),
  facts: z.array(zFact),
  /** Warnings that are printed at the top of every page. */
  marks: z.array(z.string()),
  parties: z.array(z.object({ heading: z.string(), name: z.string(), lines: z.array(z.string()) })),
  blocks: z.array(zBlock),
  /** Printed at the foot of every page. The page number follows `page`, the number of pages follows `of`. */
  foot: z.object({ printed: z.string(), page: z.string(), of: z.string() }),
})

export type Paper = z.output<typeof zPaper>

/** Several papers that are printed together, each with its own page numbers. */
export const zPapers = z.object({
  /** Includes the file ending. */
  fileName: z.string(),
  papers: z.array(zPaper).min(1),
})
export type Papers = z.output<typeof zPapers>
export type PaperBlock = Paper['blocks'][number]
export type PaperTable = z.output<typeof zTable>

/** A card that stays with its work: A5, in large letters, with codes for a scanner. */
const zCard = z.object({
  /** The two largest texts, on lines of their own. */
  heading: z.string(),
  figure: z.string(),
  title: z.string(),
  number: z.string(),
  /** A JPEG as a `data:` URL, or its name in the object store; null without a picture. */
  picture: z.string().nullable(),
  /** Warnings in frames. */
  marks: z.array(z.string()),
  facts: z.array(zFact),
  /** Things to tick, each with a box before it. */
  ticks: z.object({ heading: z.string(), rows: z.array(zFact) }),
  /** Barcodes at the foot, in two columns. `value` is what a scanner reads. */
  codes: z.array(zFact),
  printed: z.string(),
})
export type Card = z.output<typeof zCard>

/** Several cards that are printed together. */
export const zCards = z.object({
  /** Includes the file ending. */
  fileName: z.string(),
  title: z.string(),
  cards: z.array(zCard).min(1),
})
export type Cards = z.output<typeof zCards>

/** The size of A5 and the margin on all sides, in millimetres. */
export const CARD_PAGE = { width: 148, height: 210, margin: 8 } as const

/** Returns a text in capitals, without the accents that Greek capitals do not have. */
export const capitals = (text: string): string => text.toLocaleUpperCase('el')

/** The width of the title and the facts in the head of a paper, in millimetres. */
export const HEAD_FACTS = 86

/** The height of the letters of a title, in millimetres, and how many times as wide as high a capital is. */
const TITLE = { most: 6, least: 4.2, widest: 0.69 } as const

/** Returns how high the letters of a title are, in millimetres, so that it stays on one line if it can. */
export const titleHeight = (title: string, number: string): number =>
  Math.max(TITLE.least, Math.min(TITLE.most, HEAD_FACTS / (TITLE.widest * `${title} ${number}`.length)))

/** The most space of the logo, in millimetres. */
export const LOGO = { width: 60, height: 20 } as const

/** The size of A4 and the margins, in millimetres. */
export const PAGE = { width: 210, height: 297, top: 15, side: 14, bottom: 18 } as const
