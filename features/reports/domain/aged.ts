/** What customers owe, and what is owed to providers, by how long, with the documents that are open. */
import { z } from 'zod'
import { AGES } from '#features/parties/domain/aging.ts'
import { countOutput, defineQuery, listInput, listOutput, sumsOutput, zId } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { field } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { reportsRights } from './rights.ts'

const right = reportsRights.read

export const AGED_KINDS = ['customers', 'providers'] as const
export type AgedKind = (typeof AGED_KINDS)[number]

export const AGED_PAGE = 100

const money = { sort: true, sum: true } as const

/** The list of parties with open documents or credit, those who owe most first. Without `kind` customers are meant. */
export const agedList = defineList('aged', {
  feature: 'reports',
  right,
  queries: { list: 'reports.aged', count: 'reports.aged-count', sums: 'reports.aged-sums' },
  size: AGED_PAGE,
  words: 'parties:aging',
  columns: {
    name: field.name(200, { word: 'aged.name', sort: true, width: 240, card: 'title' }),
    /** All that is open, and its parts by age. */
    open: field.money({ ...money, word: 'aged.open', card: 'end' }),
    days30: field.money(money),
    days60: field.money(money),
    days90: field.money(money),
    older: field.money(money),
    /** Paid beyond all charges. Then nothing is open. */
    credit: field.money(money),
  },
  filters: { kind: z.enum(AGED_KINDS) },
})

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
