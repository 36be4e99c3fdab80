/** Runs an action on many orders, in several calls: the selected ones, or all that match the filters. */
import i18n from 'i18next'
import type { CommandContract, InputOf, OutputOf } from '#kernel/contract.ts'
import { askQuery, callTwice } from '#web/api.ts'
import { longWork } from '#web/ui/long-work.tsx'
import { say } from '#web/ui/say.tsx'
import type { AllRows, RowIds } from '#web/ui/table/TableBulk.tsx'
import { listOrders, type OrderRow } from '../../domain/list-contract.ts'
import { type RefusedOrder, showRefused } from './show-refused.tsx'

/** The selected orders, or all that match. */
export type Chosen = { readonly rows: readonly OrderRow[]; readonly all: AllRows | null }

export const countOfChosen = ({ rows, all }: Chosen): number => all?.count ?? rows.length

/** Returns the ids of the selection. For all that match, it asks the server. */
export const idsOfChosen = ({ rows, all }: Chosen): Promise<RowIds> =>
  all ? all.ids() : Promise.resolve({ ids: rows.map((row) => row.id), more: false })

/** Returns the ids of the selection in the order of the list, whose rows `listed` was asked for. */
export async function idsInListOrder({ rows, all }: Chosen, listed: InputOf<typeof listOrders>): Promise<number[]> {
  if (all === null) return rows.map((row) => row.id)
  const ids: number[] = []
  for (let page = 1; ids.length < all.count; page += 1) {
    const answer = await askQuery(listOrders, { ...listed, page })
    ids.push(...answer.rows.map((row) => row.id))
    if (!answer.more) break
  }
  return ids.slice(0, all.count)
}

/** Returns the same selection with the ids that were read, so that they are not read again. */
export const withKnownIds = ({ rows, all }: Chosen, found: RowIds): Chosen => ({
  rows,
  all: all && { count: all.count, ids: () => Promise.resolve(found) },
})

/** `ids` are the orders that were moved, if that can be undone. */
type Part = { readonly done: number; readonly refused: readonly RefusedOrder[]; readonly ids?: readonly number[] }

export type ManyOrders<C extends CommandContract> = {
  readonly contract: C
  /** The maximum number of orders for one call. */
  readonly size: number
  readonly input: (ids: number[]) => InputOf<C>
  readonly part: (output: OutputOf<C>) => Part
  /** The message during an action of several calls. */
  readonly title: string
  /** The message at the end: "412 orders sent for packaging." */
  readonly said: (count: number) => string
  /** The text before the reason of a failed call. */
  readonly failed?: string | undefined
  /** Takes back what was done with the orders. */
  readonly undo?: ((ids: readonly number[]) => void) | undefined
}

/** Runs the action, shows what was done and refused, and offers to continue after a failure. */
export async function withOrders<C extends CommandContract>(work: ManyOrders<C>, chosen: Chosen): Promise<void> {
  const { ids, more } = await idsOfChosen(chosen)
  if (more) say.note(i18n.t('bulk.cut', { ns: 'orders', count: ids.length }))
  await withIds(work, ids, chosen.rows)
}

async function withIds<C extends CommandContract>(
  work: ManyOrders<C>,
  ids: readonly number[],
  rows: readonly OrderRow[],
): Promise<void> {
  const { contract, size, input, part, title, said, failed, undo } = work
  const { answers, left, error } = await longWork({
    ids,
    size,
    title,
    call: async (some) => part(await callTwice(contract, input(some))),
  })
  const done = answers.reduce((sum, answer) => sum + answer.done, 0)
  const moved = answers.flatMap((answer) => answer.ids ?? [])
  if (done > 0) say.done(said(done), undo && moved.length > 0 ? () => undo(moved) : undefined)
  showRefused(
    answers.flatMap((answer) => answer.refused),
    rows,
  )
  if (error) say.failed(error, () => void withIds(work, left, rows), failed)
  else if (left.length > 0) say.note(i18n.t('bulk.stopped', { ns: 'orders', count: left.length }))
}
