/** Lets new records be numbered after the numbers that an import names, also those of refused records (C-94). */
import { whyNotImportedId } from '#kernel/import/imported-id.ts'
import {
  INTERNAL_CUSTOMER_ID,
  INTERNAL_ORDER_ID,
  MANUAL_ORDER_ID,
  NO_PROVIDER_ID,
} from '#kernel/import/placeholder-numbers.ts'
import { goOnAfter, MOST_SKIPPED } from '#kernel/import/seen-numbers.ts'
import { refuse } from '#kernel/refusal.ts'
import { raw, type Rows, sql } from '#server/db/database.ts'

/** The sequences of records that keep their numbers in an import. Customers and providers share one. */
const SEQUENCES = {
  parties: 'public.party_ids',
  products: 'public.products_id_seq',
  orders: 'public.order_ids',
  invoices: 'public.inbound_invoices_id_seq',
} as const
export type Numbering = keyof typeof SEQUENCES

/** The tables whose records a sequence numbers. */
const TABLES: Readonly<Record<Numbering, string>> = {
  parties: '(select id from customers union all select id from providers)',
  products: 'products',
  orders: 'orders',
  invoices: 'inbound_invoices',
}

/** Numbers that external programs use for placeholders, so that no record gets them (C-14). */
export const PLACEHOLDERS: Readonly<Record<Numbering, readonly number[]>> = {
  parties: [NO_PROVIDER_ID, INTERNAL_CUSTOMER_ID],
  products: [],
  orders: [MANUAL_ORDER_ID, INTERNAL_ORDER_ID],
  invoices: [],
}

/** The highest number that a customer, provider or product keeps. A higher one would leave few for new records. */
export const HIGHEST_NUMBER = 99_999_999

/** Reports whether an imported record can get a number. All others are refused, so no new record needs to go on after them. */
const isPossible = (of: Numbering, number: number): boolean =>
  whyNotImportedId(number) === null &&
  !PLACEHOLDERS[of].includes(number) &&
  (of === 'orders' || of === 'invoices' || number <= HIGHEST_NUMBER)

const raise = (tx: Rows, of: Numbering, to: number): Promise<number> =>
  tx.run(
    of === 'orders'
      ? sql`select number_orders_after(${to}::bigint)`
      : sql`select number_records_after(${SEQUENCES[of]}, ${to}::bigint)`,
  )

/**
 * Returns the number from which on new records have room: `number`, or the last one of the records above it that kept their numbers in an
 * earlier import after which numbering did not go on. Otherwise new records would get numbers that are taken.
 */
async function beyondRecords(tx: Rows, of: Numbering, number: number): Promise<number> {
  for (let last = number; ; ) {
    const { highest } = await tx.one<{ highest: number | null }>(sql`
      select max(id) as highest from ${raw(TABLES[of])} numbered
      where id > ${last}::bigint and id <= ${last + MOST_SKIPPED}::bigint and id <> all(${[...PLACEHOLDERS[of]]}::bigint[])`)
    if (highest === null) return last
    last = highest
  }
}

/** The answer of a person to numbers that are far above all others: new records go on after them, or not. Null asks. */
export type Jump = boolean | null

/** The last number that a dry run would have given or raised to. Each dry run begins with 0, and raises nothing. */
export type Tried = { last: number }

/** Returns the last number that was given out or raised to, also by the dry run. */
async function lastNumber(tx: Rows, of: Numbering, tried: Tried | null): Promise<number> {
  const { last } = await tx.one<{ last: number }>(sql`
    select coalesce(pg_sequence_last_value(${SEQUENCES[of]}::regclass), 0) as last`)
  return Math.max(last, tried?.last ?? 0)
}

/**
 * Numbers new records after all `named` numbers that a record can get. If some are far above the others, `jump` says whether new records go on
 * after them too; null refuses with the question. What is raised stays so, even if the transaction is rolled back: no number that an import named is given to others.
 * In a dry run, which passes `tried`, nothing is raised.
 */
export async function numberAfter(
  tx: Rows,
  of: Numbering,
  named: readonly number[],
  jump: Jump,
  tried: Tried | null = null,
): Promise<void> {
  const seen = named.filter((number) => isPossible(of, number))
  if (seen.length === 0) return
  const raiseTo = async (to: number): Promise<void> => {
    if (tried === null) await raise(tx, of, to)
    else tried.last = to
  }
  const before = await lastNumber(tx, of, tried)
  const { last, far } = goOnAfter(before, seen)
  if (last > before) await raiseTo(await beyondRecords(tx, of, last))
  const [first, highest] = [far[0], far.at(-1)]
  if (first === undefined || highest === undefined || jump === false) return
  const reached = await beyondRecords(tx, of, highest)
  if (jump === null) refuse('conflict', 'number-jump', { number: first, last, next: reached + 1 })
  await raiseTo(reached)
}

/** Returns the number that a new record gets in a dry run. It takes none from new records, and none that the dry run has given. */
export async function triedNumber(tx: Rows, of: Numbering, tried: Tried): Promise<number> {
  let number = (await lastNumber(tx, of, tried)) + 1
  while (PLACEHOLDERS[of].includes(number)) number += 1
  tried.last = number
  return number
}
