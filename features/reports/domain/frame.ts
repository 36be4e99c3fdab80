/**
 * The frame of all reports. A report is one declaration, made here, and one query of the server. Each figure names the documents that
 * sum to it, so that one drawer opens them for every report.
 */
import { z } from 'zod'
import {
  countOutput,
  defineQuery,
  listInput,
  listOutput,
  type QueryContract,
  sumsOutput,
  zId,
  zText,
} from '#kernel/contract.ts'
import { addDays, type Day, zDay } from '#kernel/day.ts'
import { zCents, zQuantity } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Right } from '#kernel/rights.ts'
import { reportsRights } from './rights.ts'

/** The kinds of documents that reports count. */
export const SOURCES = ['order', 'invoice', 'payment'] as const
export type Source = (typeof SOURCES)[number]

/** When a report was known: a day means its end, and a moment is exact. Without it the figures of now are meant. */
export const zKnown = z.union([zDay, z.iso.datetime()])

/** Which counted documents sum to a figure, beside the period of the report. `from` replaces its beginning, and `to` narrows it. */
export const zDocumentsOf = z.strictObject({
  source: z.enum(SOURCES),
  refcode: zText(30).optional(),
  bound: z.enum(['Inbound', 'Outbound']).optional(),
  type: z.enum(['CASH', 'CHECK', 'CARD', 'BANK']).optional(),
  red: z.boolean().optional(),
  /** The salesperson at the sale; null for sales without one. */
  salespersonId: zId.nullable().optional(),
  /** The customer of orders, the provider of invoices, and either of payments. */
  partyId: zId.optional(),
  /** What the documents contain of a product. Their amounts are then those of the product. */
  productId: zId.optional(),
  /** What the documents contain of the products of a category. */
  category: zText(100).optional(),
  /** What the documents contain beside their products, such as a sale without lines. */
  rest: z.literal(true).optional(),
  /** Shows costs, to people who may see them (C-49). */
  costs: z.literal(true).optional(),
  /** Shows the commission of each sale. */
  commission: z.literal(true).optional(),
  from: zDay.optional(),
  to: zDay.optional(),
})
export type DocumentsOf = z.output<typeof zDocumentsOf>

/** Whether money is expected to come in or to go out. */
export const FLOWS = ['in', 'out'] as const

/** What money is expected from. The first three come in, and the others go out. */
export const EXPECTED = ['debts', 'cheques', 'coming', 'bills', 'given', 'leaving'] as const
export type ExpectedKind = (typeof EXPECTED)[number]

/** Which expected amounts sum to a figure, by the days on which they are due. */
export const zExpectedOf = z.strictObject({
  expected: z.enum(FLOWS),
  kind: z.enum(EXPECTED).optional(),
  from: zDay.optional(),
  to: zDay.optional(),
})
export type ExpectedOf = z.output<typeof zExpectedOf>

/** A page that shows what a figure consists of. */
const zPageOf = z.strictObject({ page: z.enum(['/cashregister', '/drivers-cash', '/cheques']) })

/** What a figure opens: counted documents, expected amounts, or a page. */
const zFigureOf = z.union([zDocumentsOf, zExpectedOf, zPageOf])
export type FigureOf = z.output<typeof zFigureOf>

/** Reports whether a figure opens counted documents. */
export const isCounted = (of: FigureOf): of is DocumentsOf => 'source' in of

/** The figures of a period are shown for days, weeks, months or years. */
export const BUCKETS = ['day', 'week', 'month', 'year'] as const
export type BucketSize = (typeof BUCKETS)[number]

const reportInput = z.strictObject({
  from: zDay,
  to: zDay,
  known: zKnown.optional(),
  /** How long a bucket is. Without it the length of the period decides. */
  by: z.enum(BUCKETS).optional(),
})
/** A report on salespersons may be asked for one of them. */
const salespersonInput = reportInput.extend({ salespersonId: zId.optional() })
export type ReportInput = z.output<typeof salespersonInput>
/** A report on coming days knows only the figures of now. */
const aheadInput = reportInput.omit({ known: true }).extend({ by: z.literal('day').optional() })

/** Refuses a period that ends before it starts. */
export const whyNotReport = ({ from, to }: Pick<ReportInput, 'from' | 'to'>): Refusal | null =>
  from > to ? refusal('invalid', 'reports.period-backwards', { fields: { to: 'reports.period-backwards' } }) : null

const zRow = z.object({
  /** Distinguishes the rows of a table. */
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.int(), z.null()])),
  documents: z.int(),
  /** The id of the document, if there is only one: it opens at once (C-55). */
  only: z.int().nullable(),
  of: zFigureOf,
  /** The documents of single figures, where these are not those of the row. */
  parts: z.record(z.string(), zFigureOf).optional(),
  /** Marks the row, by the text `mark.<name>` in its first column. */
  mark: z.enum(['lowest']).optional(),
})
export type ReportRow = z.output<typeof zRow>

const zAnswer = z.object({
  /** The moment at which the figures were read, to ask for the same ones again. */
  read: z.string(),
  /** True if the figures leave out the cash of days whose till is open, because the company hides it from the person. */
  withoutOpenCash: z.boolean().optional(),
  /** A figure without `of` is the difference of others, which open their documents. `day` is the day that it belongs to. */
  figures: z.array(z.object({ name: z.string(), cents: zCents, of: zFigureOf.nullable(), day: zDay.optional() })),
  tables: z.record(z.string(), z.array(zRow)),
  /** The tables of which only the first rows are in the answer: the number of all rows, and the sums over all of them. */
  cut: z.record(z.string(), z.object({ rows: z.int(), sums: z.record(z.string(), z.int()) })).optional(),
})
export type ReportAnswer = z.output<typeof zAnswer>

/** What a column shows. A code also has a name, a bucket is a day or the first day of a week or month, and a word is the text `word.<value>`. */
type ReportColumn = {
  readonly key: string
  readonly kind:
    | 'code'
    | 'code-name'
    | 'payment-type'
    | 'bucket'
    | 'text'
    | 'word'
    | 'unit'
    | 'money'
    | 'number'
    | 'quantity'
    | 'rate'
  /** True if the last row of the table shows the sum. */
  readonly sum?: true
}

export type ReportTable = {
  readonly name: string
  readonly columns: readonly ReportColumn[]
  /** The documents of the whole table, which its sums open. Tables without it have no sums to open. */
  readonly of?: FigureOf
}

export type ReportDeclaration = {
  /** The texts are below this name in the tables of texts. */
  readonly name: string
  /** Which day decides what belongs to the period: the text `day-of.<name>`. */
  readonly day: 'documents' | 'sales' | 'invoices' | 'due'
  /** True if the report can be asked as known at an earlier moment. */
  readonly knows: boolean
  /** The number of days from today on of a report on coming days. The period of other reports is chosen. */
  readonly ahead?: number
  /** The length of the buckets, or true if the person chooses it. */
  readonly by?: BucketSize | true
  /** True if the report can be asked for one salesperson. */
  readonly ofSalesperson?: true
  readonly figures: readonly string[]
  readonly tables: readonly ReportTable[]
  /** Draws columns of one of the tables. */
  readonly chart?: {
    readonly table: string
    readonly by: string
    /** Rows that have names are bars below each other. Otherwise the columns stand beside each other. */
    readonly named?: true
    /** Columns that are drawn as bars, or as a line. */
    readonly series: readonly { readonly key: string; readonly colour: string; readonly line?: true }[]
  }
}

export type Report = ReportDeclaration & { readonly query: QueryContract<typeof salespersonInput, typeof zAnswer> }

/** Returns the input of a report. Reports refuse what they do not know; the type is that of all reports. */
function inputOf({ ofSalesperson, ahead }: ReportDeclaration): typeof salespersonInput {
  if (ofSalesperson) return salespersonInput
  return (ahead === undefined ? reportInput : aheadInput) as unknown as typeof salespersonInput
}

/** The most rows of a table in an answer. The sums below it cover the others too. */
export const MOST_ROWS = 1_000

/** Defines a report with its query `reports.<name>`. */
export const defineReport = (declaration: ReportDeclaration, right: Right = reportsRights.read): Report => ({
  ...declaration,
  query: defineQuery(`reports.${declaration.name}`, {
    right,
    input: inputOf(declaration),
    output: zAnswer,
  }),
})

/** Periods up to these lengths are shown for days or weeks, so that a chart has at most some fifty points. */
const MOST_DAYS = 45
const MOST_WEEKS_IN_DAYS = 200

export function bucketSizeOf({ from, to, by }: Pick<ReportInput, 'from' | 'to' | 'by'>): BucketSize {
  if (by !== undefined) return by
  if (to <= addDays(from, MOST_DAYS)) return 'day'
  return to <= addDays(from, MOST_WEEKS_IN_DAYS) ? 'week' : 'month'
}

/** Returns the last day of the bucket that begins on `first`. */
export function lastDayOf(first: Day, size: BucketSize): Day {
  if (size === 'day') return first
  if (size === 'week') return addDays(first, 6)
  if (size === 'year') return `${first.slice(0, 4)}-12-31` as Day
  const next = addDays(`${first.slice(0, 8)}28` as Day, 4)
  return addDays(`${next.slice(0, 8)}01` as Day, -1)
}

/** The number of documents on one page of the drawer. */
export const DOCUMENTS_PAGE = 100
const DOCUMENT_SORTS = ['day', 'total', 'id'] as const

const zDocument = z.object({
  key: z.int(),
  id: z.int(),
  day: zDay,
  name: z.string(),
  number: z.string(),
  refcode: z.string(),
  /** The quantity of the product, if the documents of a product are shown. */
  quantity: zQuantity.nullable(),
  net: zCents,
  vat: zCents,
  total: zCents,
  /** Null unless it was asked for. */
  cost: zCents.nullable(),
  /** Null unless it was asked for. */
  commission: zCents.nullable(),
})
export type CountedDocument = z.output<typeof zDocument>

const documentsInput = listInput(
  { ...zDocumentsOf.shape, periodFrom: zDay, periodTo: zDay, known: zKnown },
  DOCUMENT_SORTS,
)
export type DocumentsInput = z.output<typeof documentsInput>

/** Returns the documents that sum to a figure of a report. */
export const listDocuments = defineQuery('reports.documents', {
  right: reportsRights.read,
  input: documentsInput,
  output: listOutput(zDocument),
})
export const countDocuments = defineQuery('reports.documents-count', {
  right: reportsRights.read,
  input: documentsInput,
  output: countOutput,
})
/** The sums of the documents. They equal the figure that was opened, however many documents there are. */
export const sumDocuments = defineQuery('reports.documents-sums', {
  right: reportsRights.read,
  input: documentsInput,
  output: sumsOutput,
})
