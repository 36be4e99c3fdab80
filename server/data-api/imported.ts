/** What imports of records of an earlier system have in common: how given values are read, and how a record is recognised (C-76). */
import { createHash } from 'node:crypto'
import { zWireDecimal } from './values.ts'

const notBelowZero = [(value: number) => value >= 0, { message: 'below zero' }] as const

/** Reads given values. Earlier VAT rates and sums that do not add up are accepted, but no negative amounts. */
export const zImported = {
  cents: zWireDecimal(2, { rounded: true }).refine(...notBelowZero),
  price: zWireDecimal(4, { rounded: true }).refine(...notBelowZero),
  quantity: zWireDecimal(4, { rounded: true }).refine((value) => value > 0, { message: 'quantity' }),
  percent: zWireDecimal(2, { rounded: true })
    .refine(...notBelowZero)
    .refine((value) => value <= 100_00, { message: 'above 100' }),
}

/** Reports whether a record names an id. */
export const isGiven = (id: number | null | undefined): id is number => id != null

/** Returns a hash of a record that does not depend on the order of its fields. */
export function recordHash(record: object): string {
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return createHash('sha256').update(JSON.stringify(record, sorted)).digest('hex')
}
