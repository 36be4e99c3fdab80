/** Packing one order from the page: the steps a packer reads while the server works, and what a failure means. */
import { useEffect, useRef, useState } from 'react'
import { Refused } from '#kernel/refusal.ts'
import type { Outcome } from '#web/offline/action-queue.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import type { Box } from '../../domain/contract.ts'
import { packageOrder } from '../../domain/contract.ts'

/** In the order in which they are shown. The server does them in one transaction: all or nothing (ruling C-12). */
export const STEPS = ['stocks', 'loans', 'finalizing'] as const
/** Each step stays readable for this long. */
const STEP_MS = 160
const CLOSE_AFTER_MS = 250
/** What waits for a connection is read before the dialog goes. */
const READ_MS = 900
/** A packer does not stand longer before a silent line: the press is kept, the next box can be opened. */
const PATIENCE_MS = 6_000

export type Packing = {
  /** How many steps are shown; 0 before the start, one more than there are when it is done. */
  readonly step: number
  readonly pending: boolean
  readonly done: boolean
  /** Kept on the device until the line is back. */
  readonly kept: boolean
  readonly problem: unknown
  start: (name: string, overruleReason?: string) => void
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export type PackingEnds = {
  /** It is packaged, or will be as soon as the line is back. */
  settled: () => void
  /** It was refused, or the server failed. */
  failed: () => void
  close: () => void
}

/** Packs an order: the press is kept on the device before it is sent, so that it is neither lost nor done twice. */
export function usePacking(order: Box, queue: DeviceActions, ends: PackingEnds): Packing {
  const [step, setStep] = useState(0)
  const [pending, setPending] = useState(false)
  const [kept, setKept] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const alive = useRef(true)
  const busy = useRef(false)

  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  const pack = async (name: string, overruleReason?: string) => {
    // a second press comes before the first one is drawn
    if (busy.current) return
    busy.current = true
    setPending(true)
    setProblem(null)
    setStep(1)
    const input = { id: order.id, name, ...(overruleReason === undefined ? {} : { overruleReason }) }
    const about = { subject: `orders:${order.id}`, name: order.name, topics: ['orders', `orders:${order.id}`] }
    const answer = queue
      .actAndWait(packageOrder, input, about, PATIENCE_MS)
      // a full or closed device: nothing was kept, so nothing is sent
      .catch((problem: unknown) => ({ kind: 'not-kept', problem }) as const)
    for (let shown = 2; shown <= STEPS.length; shown += 1) {
      const early = await Promise.race([answer, pause(STEP_MS)])
      if (early && early.kind !== 'accepted') break
      setStep(shown)
    }
    const [outcome] = await Promise.all([answer, pause(STEP_MS)])
    setPending(false)
    const no = problemOf(outcome)
    if (no !== null) {
      busy.current = false
      setStep(0)
      setProblem(no)
      ends.failed()
      // who reads it here has no need of the list; a refusal nobody has seen stays in it
      if (outcome.kind === 'refused' && alive.current) queue.dismiss(outcome.key)
      return
    }
    ends.settled()
    if (outcome.kind === 'waiting') {
      setStep(0)
      setKept(true)
      await pause(READ_MS)
    } else {
      setStep(STEPS.length + 1)
      await pause(CLOSE_AFTER_MS)
    }
    if (alive.current) ends.close()
  }

  return {
    step,
    pending,
    done: step > STEPS.length,
    kept,
    problem,
    start: (name, overruleReason) => void pack(name, overruleReason),
  }
}

/** Why the press did not go through; null when it did, or will. */
function problemOf(outcome: Outcome | { readonly kind: 'not-kept'; readonly problem: unknown }): unknown {
  if (outcome.kind === 'refused') return new Refused(outcome.refusal)
  if (outcome.kind === 'not-kept') return outcome.problem
  return outcome.kind === 'waiting' ? outcome.fault : null
}

export type ShortLine = {
  readonly name: string
  readonly stock: number
  readonly needed: number
  readonly missing: number
}

/** The products that were short, when that is why packing was refused. */
export function shortLinesOf(problem: unknown): readonly ShortLine[] {
  if (!(problem instanceof Refused) || problem.refusal.code !== 'stock.not-enough') return []
  const lines = problem.refusal.details?.lines
  return Array.isArray(lines) ? (lines as ShortLine[]) : []
}

/** A refusal has changed nothing; when the server fails nobody knows, and the press is repeated under its key. */
export const changedNothing = (problem: unknown): boolean => problem instanceof Refused
