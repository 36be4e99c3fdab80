/** Reads the orders that the tablet stores. The list and the dialog show them while the server cannot be reached. */
import { useEffect, useMemo } from 'react'
import { fold } from '#kernel/fold.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { cachedAnswer } from '#web/offline/answer-cache.ts'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { useConnectionState } from '#web/live/live.ts'
import { useAsk } from '#web/query.ts'
import { currentPerson } from '#web/session.ts'
import { type Box, LINES_NAMED, packagingDay, packagingDetail, type PackagingRow } from '../domain/contract.ts'

/** The stored orders are refreshed this often, because orders are sent for packaging all day. */
const READ_AGAIN_MS = 60_000
const PAGE_ROWS = 150

/** Stores the waiting orders on this tablet. Returns them, and since when they have not been refreshed, or null. */
export function usePackingDay(): { boxes: readonly Box[] | undefined; cachedAt: string | null } {
  const { data, cachedAt, refetch } = useCachedAsk(packagingDay, {}, { still: true })
  const line = useConnectionState()
  useEffect(() => {
    if (line !== 'connected') return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [line, refetch])
  return { boxes: data?.boxes, cachedAt }
}

/** Returns what is stored for this person, or null if there is nothing. */
async function keptDay() {
  const person = currentPerson()
  const kept = person === null ? null : await cachedAnswer(person.id, packagingDay, {})
  return kept?.output ?? null
}

/** Returns the orders stored for this person, or null if there are none. */
const keptBoxes = async (): Promise<readonly Box[] | null> => (await keptDay())?.boxes ?? null

/** Reads one order from the server, or from the tablet while offline. */
export function useBoxOrder(id: number) {
  return useAsk(
    packagingDetail,
    { id },
    {
      standIn: async () => {
        const day = await keptDay()
        const box = day?.boxes.find((one) => one.id === id)
        return box === undefined ? null : { ...box, sender: day?.sender }
      },
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
  contents: box.lines.slice(0, LINES_NAMED),
  packagedBy: box.packagedBy,
})

/** Reports whether `text` contains `word`, ignoring accents, case and alphabet as the server does. */
function isIn(text: string, word: string): boolean {
  const searched = `${fold(text)} ${phoneticKey(text)}`
  return searched.includes(fold(word)) || searched.includes(phoneticKey(word))
}

/** Returns the rows of the list from the stored orders. The server has accepted the orders in `packaged` since then. */
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

/** Returns the rows that the table shows while offline. */
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
