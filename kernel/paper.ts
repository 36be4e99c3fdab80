/** A paper as people get it: texts and figures ready to be drawn. The print view and the PDF draw the same one. */
import { z } from 'zod'

const zFact = z.object({ label: z.string(), value: z.string() })

const zTable = z.object({
  kind: z.literal('table'),
  heading: z.string(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** Millimetres; null takes what the others leave. */
      width: z.number().nullable(),
      align: z.enum(['left', 'right']),
    }),
  ),
  rows: z.array(z.array(z.string())),
  /** Rows that sum up the others. */
  sums: z.array(z.array(z.string())),
})

const zBlock = z.discriminatedUnion('kind', [
  zTable,
  /** What it comes to: the last row is the one that counts. Beside it, how it comes about. */
  z.object({ kind: z.literal('totals'), rows: z.array(zFact), beside: zTable.nullable() }),
  z.object({ kind: z.literal('notes'), heading: z.string(), lines: z.array(z.string()) }),
  /** Lines to sign on. */
  z.object({ kind: z.literal('signatures'), labels: z.array(z.string()) }),
])

export const zPaper = z.object({
  /** With its ending. */
  fileName: z.string(),
  title: z.string(),
  number: z.string(),
  /** Who issues it; lines below the name. */
  company: z.object({ name: z.string(), lines: z.array(z.string()) }),
  facts: z.array(zFact),
  /** What must be seen first, on every page. */
  marks: z.array(z.string()),
  parties: z.array(z.object({ heading: z.string(), name: z.string(), lines: z.array(z.string()) })),
  blocks: z.array(zBlock),
  /** At the foot of every page; the page's number and their count stand after `page` and after `of`. */
  foot: z.object({ printed: z.string(), page: z.string(), of: z.string() }),
})

export type Paper = z.output<typeof zPaper>
export type PaperBlock = Paper['blocks'][number]
export type PaperTable = z.output<typeof zTable>

/** A4 and what stays white of it, in millimetres. */
export const PAGE = { width: 210, height: 297, top: 15, side: 14, bottom: 18 } as const
