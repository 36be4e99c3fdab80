/** Starts the next step of a row, and moves the focus to the row after it when the step is done. */
import { createElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { whenChanged } from '#web/api.ts'
import type { PaletteVerb, VerbCall, VerbPart } from '#web/layouts/palette-verbs.ts'
import { say } from '#web/ui/say.tsx'
import type { DashboardLine, LineName, Named } from '../domain/lines.ts'
import { callOf } from './next-steps.ts'

/** The key of a row: its line and its record. */
export const keyOf = (line: LineName, { kind, id }: Named): string => `${line}:${kind}:${id}`

export const ROW = 'data-named'

/** Returns the link of the row with this key, which has the focus of the row. */
export const linkOf = (block: HTMLElement | null, key: string): HTMLElement | null =>
  block?.querySelector<HTMLElement>(`[${ROW}="${CSS.escape(key)}"] a`) ?? null

/** A row, and what decides whether its step has been done: its record has left the line or has another status. */
export type Row = { readonly key: string; readonly status: string | null; readonly document: string | null }

const rowsOf = (lines: readonly DashboardLine[]): Row[] =>
  lines.flatMap(({ name, named }) =>
    named.map((one) => ({ key: keyOf(name, one), status: one.status, document: one.document })),
  )

/** A step that was started. `next` are the rows below it, and then those above it. */
type Started = Row & { readonly next: readonly string[] }

const isDone = ({ key, status, document }: Started, rows: readonly Row[]): boolean => {
  const now = rows.find((row) => row.key === key)
  return now === undefined || now.status !== status || now.document !== document
}

/** For this time after a step has been done E does nothing: a second press by accident would act on the row that has the focus by then. */
const QUIET_MS = 1_000

export type NextSteps = {
  readonly rows: readonly Row[]
  /** The keys of the rows whose steps are being done, or were done since the rows were read last. */
  readonly pending: ReadonlySet<string>
  /** Reports whether a step was done so recently that E does nothing. */
  readonly isQuiet: () => boolean
  /** What the step asks, drawn until it is answered. */
  readonly running: ReactNode
  readonly start: (step: PaletteVerb, line: LineName, named: Named) => void
  /** Call it when a row gets the focus. A row whose step has been done gives it to the next one; with any other the person has gone on. */
  readonly focused: (key: string) => void
  /** The person has gone on themselves. */
  readonly forget: () => void
}

/**
 * Starts steps and moves the focus. `rowsRead` returns when the rows have been read after a step. In one piece, because all of it changes
 * which step was started last.
 */
export function useNextSteps(
  lines: readonly DashboardLine[],
  block: RefObject<HTMLElement | null>,
  rowsRead: () => Promise<unknown>,
): NextSteps {
  const rows = rowsOf(lines)
  const started = useRef<Started | null>(null)
  const quietUntil = useRef(0)
  const beQuiet = (): void => {
    quietUntil.current = performance.now() + QUIET_MS
  }
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const [asks, setAsks] = useState<{ Part: VerbPart; call: VerbCall; step: Started } | null>(null)
  /** Whether the person has changed anything since the step began to ask. */
  const hasChanged = useRef(false)
  useEffect(() => {
    if (asks === null) return undefined
    const stop = whenChanged(() => (hasChanged.current = true))
    return () => void stop()
  }, [asks])

  /** The step was refused or cancelled: what other people do to its row later moves nothing. */
  const forget = (step: Started | null): void => {
    if (started.current === step) started.current = null
  }

  const goOn = (): void => {
    const step = started.current
    if (step === null || !isDone(step, rows)) return
    const next = step.next.find((key) => rows.some((row) => row.key === key))
    started.current = null
    beQuiet()
    if (next !== undefined) linkOf(block.current, next)?.focus()
  }
  useEffect(() => {
    const { activeElement } = document
    const isHere = activeElement === null || activeElement === document.body || block.current?.contains(activeElement)
    // a question that is still open gives the focus back when it closes
    if (isHere && asks === null) goOn()
  })

  const start = (step: PaletteVerb, line: LineName, named: Named): void => {
    const key = keyOf(line, named)
    const at = rows.findIndex((row) => row.key === key)
    const row = rows[at]
    if (row === undefined || pending.has(key)) return
    const next = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()].map((other) => other.key)
    const own = { ...row, next }
    started.current = own
    const call = callOf(named)
    if ('Part' in step) {
      hasChanged.current = false
      setAsks({ Part: step.Part, call, step: own })
    } else if ('run' in step) {
      setPending((keys) => new Set(keys).add(key))
      step
        .run(call)
        .then(() => {
          beQuiet()
          return rowsRead()
        })
        .catch((error: unknown) => {
          forget(own)
          say.failed(error)
        })
        .finally(() => setPending((keys) => new Set([...keys].filter((other) => other !== key))))
    }
  }
  const close = (): void => {
    if (asks !== null && !hasChanged.current) forget(asks.step)
    setAsks(null)
  }
  return {
    rows,
    pending,
    isQuiet: () => performance.now() < quietUntil.current,
    running: asks === null ? null : createElement(asks.Part, { call: asks.call, close }),
    start,
    focused: (key) => {
      if (started.current?.key === key) goOn()
      else forget(started.current)
    },
    forget: () => forget(started.current),
  }
}
