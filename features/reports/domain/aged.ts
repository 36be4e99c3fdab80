/** What customers owe, and what is owed to providers, by how long, with the documents that are open. */
import { z } from 'zod'
import { AGES } from '#features/parties/domain/aging.ts'
import { countOutput, defineQuery, listInput, listOutput, sumsOutput, zId } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { reportsRights } from './rights.ts'

const right = reportsRights.read

export const AGED_KINDS = ['customers', 'providers'] as const
export type AgedKind = (typeof AGED_KINDS)[number]

const AGED_SORTS = ['open', 'name', ...AGES, 'credit'] as const
export const AGED_PAGE = 100

const agedInput = listInput({ kind: z.enum(AGED_KINDS) }, AGED_SORTS)

const zAged = z.object({
  id: z.int(),
  name: z.string(),
  /** All that is open, and its parts by age. */
  open: zCents,
  days30: zCents,
  days60: zCents,
  days90: zCents,
  older: zCents,
  /** Paid beyond all charges. Then nothing is open. */
  credit: zCents,
})
export type Aged = z.output<typeof zAged>

/** Returns the parties with open documents or credit, those who owe most first. Without `kind` customers are meant. */
export const listAged = defineQuery('reports.aged', { right, input: agedInput, output: listOutput(zAged) })
export const countAged = defineQuery('reports.aged-count', { right, input: agedInput, output: countOutput })
export const sumAged = defineQuery('reports.aged-sums', { right, input: agedInput, output: sumsOutput })

const OPEN_SORTS = ['day', 'open', 'id'] as const

const openInput = listInput({ kind: z.enum(AGED_KINDS), partyId: zId, age: z.enum(AGES) }, OPEN_SORTS)

const zOpen = z.object({
  /** Distinguishes the rows: a document, a refund and an opening balance can have the same id. */
  key: z.int(),
  /** The number of the document or of the payment, or that of the customer or provider for an opening balance. */
  id: z.int(),
  /** Money that was given back is a charge too, and so is an opening balance. */
  what: z.enum(['document', 'payment', 'opening']),
  day: zDay,
  name: z.string(),
  number: z.string(),
  age: z.enum(AGES),
  open: zCents,
})
export type OpenCharge = z.output<typeof zOpen>

/** Returns the charges of which something is open, oldest first. Their sum is the figure that they belong to. */
export const listOpen = defineQuery('reports.open-charges', { right, input: openInput, output: listOutput(zOpen) })
export const countOpen = defineQuery('reports.open-charges-count', { right, input: openInput, output: countOutput })
export const sumOpenCharges = defineQuery('reports.open-charges-sums', { right, input: openInput, output: sumsOutput })
