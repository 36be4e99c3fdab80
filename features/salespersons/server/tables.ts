/** The data API of salespersons. */
import { z } from 'zod'
import { LIMITS, parseDecimal, PLACES, type Rate, rate, toNumber } from '#kernel/money.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import { computed, day, integer, json, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { dataTable, many } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { salespersonsRights } from '../domain/rights.ts'
import { insertSalesperson, removeSalesperson, rewriteSalesperson, type Salesperson } from './write-salesperson.ts'

export const owns = ['salespersons'] as const
export const reads = ['counted_documents'] as const

const WHOLE = 100_00

/** A percentage as programs send it: a number, or a text with a point or a comma. Empty or null means none. */
const zPercent = z.union([z.number(), z.string().max(20), z.null()]).transform((given, context) => {
  if (given === null || given === '') return rate(0)
  const scaled = parseDecimal(String(given), PLACES.rate)
  if (scaled !== null && scaled >= 0 && scaled <= Math.min(WHOLE, LIMITS.rate)) return rate(scaled)
  context.addIssue({ code: 'custom', message: 'number' })
  return z.NEVER
})

const zDiscounts = z.object({ firstDiscount: zPercent.optional(), normalDiscount: zPercent.optional() })

const percents = (stored: unknown): unknown => {
  const { firstDiscount, normalDiscount } = stored as { firstDiscount: number; normalDiscount: number }
  return {
    firstDiscount: toNumber(firstDiscount, PLACES.rate),
    normalDiscount: toNumber(normalDiscount, PLACES.rate),
  }
}

const fields = {
  id: integer('s.id'),
  name: text('s.name', { required: true, max: 200 }),
  surname: text('s.surname', { required: true, max: 200 }),
  discounts: json(
    sql`json_build_object('firstDiscount', s.first_discount_bp, 'normalDiscount', s.normal_discount_bp)`,
    { shape: zDiscounts, show: percents, note: 'firstDiscount and normalDiscount, in percent.' },
  ),
  email: text('s.email', { max: 320 }),
  startDate: day('s.start_date'),
  created: computed(moment('s.created_at')),
  updated: computed(moment('s.updated_at')),
}

/** Converts a record to the fields of a salesperson. Fields that were not sent are left out. */
function patchOf({ name, surname, discounts, email, startDate }: RecordOf<typeof fields>): Partial<Salesperson> {
  const both: { firstDiscount?: Rate | undefined; normalDiscount?: Rate | undefined } =
    discounts === null ? { firstDiscount: rate(0), normalDiscount: rate(0) } : (discounts ?? {})
  return {
    ...(name === undefined ? {} : { name: visibleText(name ?? '').trim() }),
    ...(surname === undefined ? {} : { surname: visibleText(surname ?? '').trim() }),
    ...(email === undefined ? {} : { email: (email ?? '').trim() }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(both.firstDiscount === undefined ? {} : { firstDiscount: both.firstDiscount }),
    ...(both.normalDiscount === undefined ? {} : { normalDiscount: both.normalDiscount }),
  }
}

const EMPTY_SALESPERSON: Salesperson = {
  name: '',
  surname: '',
  email: '',
  startDate: null,
  firstDiscount: rate(0),
  normalDiscount: rate(0),
}

export const salespersonsTable = dataTable({
  name: 'salespersons',
  note: 'Who looks after customers. related=customers,payments adds their customers, and what was paid to them.',
  from: sql`salespersons s`,
  id: 'id',
  fields,
  read: salespersonsRights.read,
  write: { create: salespersonsRights.write, update: salespersonsRights.write, delete: salespersonsRights.write },
  related: { customers: many('customers', 'salespersons'), payments: many('payments', 'salesperson_id') },
  create: (work, record) => insertSalesperson(work, { ...EMPTY_SALESPERSON, ...patchOf(record) }),
  update: (work, id, record) => rewriteSalesperson(work, id, patchOf(record)),
  remove: removeSalesperson,
})
