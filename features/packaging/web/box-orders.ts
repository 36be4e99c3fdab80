/** The orders to package as the tablet keeps them: what the list and a box show when the server cannot be reached. */
import { useEffect, useMemo } from 'react'
import { fold } from '#kernel/fold.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { keptAnswer } from '#web/offline/kept-store.ts'
import { useKeptAsk } from '#web/offline/kept-answers.ts'
import { useLineState } from '#web/live/live.ts'
import { useAsk } from '#web/query.ts'
import { currentPerson } from '#web/session.ts'
import { type Box, packagingDay, packagingDetail, type PackagingRow } from '../domain/contract.ts'

/** The kept orders are read again so often: orders are sent for packaging all day long. */
const READ_AGAIN_MS = 60_000
const PAGE_ROWS = 150

/** Keeps the orders that wait on this tablet, and says since when nothing newer is known. */
export function usePackingDay(): { boxes: readonly Box[] | undefined; keptAt: string | null } {
  const { data, keptAt, refetch } = useKeptAsk(packagingDay, {}, { topics: [] })
  const line = useLineState()
  useEffect(() => {
    if (line !== 'connected') return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [line, refetch])
  return { boxes: data?.boxes, keptAt }
}

/** The orders that this tablet keeps for the person; null when it keeps none. */
async function keptBoxes(): Promise<readonly Box[] | null> {
  const person = currentPerson()
  const kept = person === null ? null : await keptAnswer(person.id, packagingDay, {})
  return kept?.output.boxes ?? null
}

/** One order of the bench: fresh from the server, or as the tablet keeps it. */
export function useBoxOrder(id: number) {
  return useAsk(
    packagingDetail,
    { id },
    {
      topics: [`orders:${id}`],
      standIn: async () => (await keptBoxes())?.find((box) => box.id === id) ?? null,
    },
  )
}

export type ListInput = {
  search?: string
  filters?: { done?: boolean; id?: string; name?: string }
  sort?: 'expectedDelivery' | 'id' | 'name'
  descending?: boolean
  page?: number
}

const rowOf = (box: Box, done: boolean): PackagingRow => ({
  id: box.id,
  name: box.name,
  label: box.label,
  expectedDelivery: box.expectedDelivery,
  status: done ? 'PACKAGED' : 'TO-PACKAGE',
  lineCount: box.lines.length,
  packagedBy: box.packagedBy,
})

/** As the server looks for a word: without regard to accents, case and alphabet. */
function isIn(text: string, word: string): boolean {
  const searched = `${fold(text)} ${phoneticKey(text)}`
  return searched.includes(fold(word)) || searched.includes(phoneticKey(word))
}

/** The kept orders as the list asks for them; `packaged` were accepted by the server since they were read. */
export function rowsOf(boxes: readonly Box[], input: ListInput, packaged: ReadonlySet<number>): PackagingRow[] {
  const { search = '', filters = {}, sort = 'expectedDelivery', descending = false } = input
  const done = filters.done ?? false
  const words = fold(`${search} ${filters.name ?? ''}`)
    .split(/\s+/)
    .filter(Boolean)
  const found = boxes.filter(
    (box) =>
      packaged.has(box.id) === done &&
      String(box.id).startsWith(filters.id ?? '') &&
      words.every((word) => word === String(box.id) || isIn(`${box.name} ${box.label}`, word)),
  )
  const rows = found.map((box) => rowOf(box, done))
  const keyOf = (row: PackagingRow) => (sort === 'expectedDelivery' ? (row.expectedDelivery ?? '9999') : row.name)
  const compare = (a: PackagingRow, b: PackagingRow) =>
    (sort === 'id' ? 0 : keyOf(a).localeCompare(keyOf(b), 'el')) || a.id - b.id
  return rows.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)))
}

/** What the table of the page shows without a line. */
export function useListStandIn(packaged: ReadonlySet<number>) {
  return useMemo(() => {
    const rows = async (input: ListInput) => {
      const boxes = await keptBoxes()
      return boxes === null ? null : rowsOf(boxes, input, packaged)
    }
    return {
      list: async (input: ListInput) => {
        const all = await rows(input)
        const from = ((input.page ?? 1) - 1) * PAGE_ROWS
        return all && { rows: all.slice(from, from + PAGE_ROWS), more: all.length > from + PAGE_ROWS }
      },
      count: async (input: ListInput) => {
        const all = await rows(input)
        return all && { count: all.length }
      },
    }
  }, [packaged])
}
