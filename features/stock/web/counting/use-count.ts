/** What was counted, as this device knows it. Each line is stored here before it is sent, so that a lost connection loses none. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Quantity } from '#kernel/money.ts'
import { Refused } from '#kernel/refusal.ts'
import { askQuery, type CallOptions } from '#web/api.ts'
import { cacheAnswer } from '#web/offline/answer-cache.ts'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import type { Person } from '#web/offline/stored-person.ts'
import {
  countChanges,
  countedGoods,
  type CountSheet,
  countSheet,
  enterLine,
  type KeptProduct,
} from '../../domain/counting/contract.ts'
import { countView } from '../../domain/counting/count-now.ts'
import { type CountLine, type EnteredLine, type LineWay, withChanges, withLine } from '../../domain/counting/count.ts'

/** After this many milliseconds without an answer a line waits on the device, and the next product can be scanned. */
const PATIENCE_MS = 4_000

/**
 * A line that this page entered. `isStored` tells that the device has stored it, so that it survives a reload; `answers` how many
 * answers have come since it was accepted or began to wait for the line, or null before that.
 */
type Own = { readonly entered: EnteredLine; readonly isStored: boolean; readonly answers: number | null }

/** The first answer after the acceptance may have been read before it. The second one contains the line. */
const ANSWERS_TO_WAIT_FOR = 2

/** After this many milliseconds the whole sheet is read again: goods move, and products are put on other shelves. */
const LISTED_FOR_MS = 5 * 60_000

/** Returns a sheet with the lines that changed since it was read. So an entered line costs what it shows, however long the sheet is. */
async function renewSheet(sheet: CountSheet, call: CallOptions): Promise<CountSheet | null> {
  const { version, status } = sheet.count
  if (Date.parse(sheet.now) - Date.parse(sheet.listedAt) > LISTED_FOR_MS) return null
  const { count, now, ...changes } = await askQuery(countChanges, { id: sheet.count.id, since: version }, call)
  return count.status === status ? { ...sheet, count, now, lines: withChanges(sheet.lines, changes) } : null
}

/** No answer is under way for this many milliseconds. If answers differ by more, somebody set a clock. */
const LONGEST_WAY_MS = 60_000

/**
 * Returns by how many milliseconds the clock of the server is ahead of that of the device, after an answer that the server gave at
 * `now` and the device received at `received`. An answer is old by the time of its way, so the quickest one is closest to the truth:
 * with a late one, a product scanned just after goods moved would count as scanned before.
 */
export function clockAhead(known: number | null, now: string, received: number): number {
  const told = Date.parse(now) - received
  return known === null || told > known || known - told > LONGEST_WAY_MS ? told : known
}

const NONE_WAIT: readonly EnteredLine[] = []

/** Where to enter a figure: a line of a product, and whether it adds to other lines of it or replaces them. */
export type LinePlace = { readonly product: KeptProduct; readonly line: string; readonly way: LineWay }

/** Returns the lines with some of those that this page entered. */
const withOwn = (
  lines: readonly CountLine[],
  own: readonly Own[],
  isMeant: (one: Own) => boolean,
): readonly CountLine[] => own.filter(isMeant).reduce((before, { entered }) => withLine(before, entered), lines)

/**
 * Returns a count with the lines of this device, and the function that enters a line. In one piece, because each line passes from
 * the page to the queue and to the answer of the server, and the page must show it once at every moment.
 */
export function useCount(id: number, person: Person) {
  const sheet = useCachedAsk(countSheet, { id }, { renew: renewSheet })
  const goods = useCachedAsk(countedGoods, {})
  const queue = useDeviceActions(person.id)
  const [own, setOwn] = useState<readonly Own[]>([])
  const { data, dataUpdatedAt, cachedAt } = sheet
  const name = person.username || person.email

  useEffect(() => {
    setOwn((before) =>
      before
        .map((one) => (one.answers === null ? one : { ...one, answers: one.answers + 1 }))
        .filter(({ answers }) => answers === null || answers < ANSWERS_TO_WAIT_FOR),
    )
  }, [dataUpdatedAt])
  /** The lines that the server has, with those that left this page and its answer may not contain yet. */
  const known = useMemo(() => withOwn(data?.lines ?? [], own, ({ answers }) => answers !== null), [data, own])
  // A page that is opened again without a connection must show them too.
  useEffect(() => {
    if (data === undefined || dataUpdatedAt === 0 || known === data.lines) return
    const answer = { ...data, lines: [...known] }
    void cacheAnswer(person.id, countSheet, { id }, answer, new Date(dataUpdatedAt).toISOString()).catch(
      () => undefined,
    )
  }, [known, data, dataUpdatedAt, person.id, id])

  const view = useMemo(() => countView(name), [name])
  const now = useMemo(
    () => (data === undefined ? null : view.now({ ...data, lines: [...known] }, queue.actions)),
    [view, data, known, queue.actions],
  )
  const sent = now?.lines ?? known
  const waiting = now?.waiting ?? NONE_WAIT
  useEffect(() => {
    const stored = new Set(waiting.map((line) => line.id))
    setOwn((before) =>
      before.some((one) => !one.isStored && stored.has(one.entered.id))
        ? before.map((one) => (stored.has(one.entered.id) ? { ...one, isStored: true } : one))
        : before,
    )
  }, [waiting])
  /** The lines that no reload loses. */
  const lines = useMemo(() => withOwn(sent, own, ({ isStored }) => isStored), [sent, own])
  /** The same with the lines that the device is still storing: the next scan of a product adds to them. */
  const entered = useMemo(() => withOwn(sent, own, () => true), [sent, own])

  const products = useMemo(() => new Map(goods.data?.rows.map((one) => [one.id, one])), [goods.data])

  const ahead = useRef<number | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const received = cachedAt === null ? dataUpdatedAt : Date.parse(cachedAt)
    ahead.current = clockAhead(ahead.current, data.now, received)
  }, [data, dataUpdatedAt, cachedAt])
  /** Returns the present moment by the clock of the server, as far as its answers told it. */
  const serverNow = (): string => new Date(Date.now() + (ahead.current ?? 0)).toISOString()

  /** Enters a figure; null removes the line. Returns the refusal if the server or the device refused it. */
  const enter = async ({ product, line, way }: LinePlace, quantity: Quantity | null): Promise<Refused | null> => {
    const { id: productId, unit } = product
    const input = { countId: id, line, productId, quantity, unit, countedAt: serverNow(), way }
    const about = { subject: `count-lines:${id}-${productId}`, name: product.name }
    // known from now on, so that the line is never missing between the queue and the answer of the server
    const entered = { id: line, productId, quantity, countedAt: input.countedAt, way, person: name }
    setOwn((before) => [...before, { entered, isStored: false, answers: null }])
    const outcome = await queue.actAndWait(enterLine, input, about, PATIENCE_MS)
    const isKept = outcome.kind !== 'refused'
    setOwn((before) =>
      before.flatMap((one) => (one.entered !== entered ? one : isKept ? { ...one, isStored: true, answers: 0 } : [])),
    )
    if (outcome.kind !== 'refused') return null
    queue.dismiss(outcome.key)
    // the device read the product days ago, and shows its new unit from now on
    if (outcome.refusal.code === 'stock.unit-changed') void goods.refetch()
    return new Refused(outcome.refusal)
  }

  return { sheet, goods, queue, waiting, lines, entered, products, enter }
}
export type Counting = ReturnType<typeof useCount>
