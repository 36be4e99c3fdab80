/** Packages one order from the page: shows the steps of the command and the meaning of a failure. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NamedShortage } from '#features/stock/domain/availability.ts'
import { Refused } from '#kernel/refusal.ts'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { type Box, packageOrder } from '../../domain/contract.ts'
import type { Press } from '../../domain/box-phase.ts'
import type { ShortLine } from '../../domain/short-pick.ts'

/** The steps in the order of display. The server runs them in one transaction (C-12). */
export const STEPS = ['stocks', 'loans', 'finalizing'] as const
/** Each step stays readable for this long. */
const STEP_MS = 160
const CLOSE_AFTER_MS = 250
/** A message about waiting for the connection stays readable before the dialog closes. */
const READ_MS = 900
/**
 * After this many milliseconds without an answer the press waits on the device. The packer can then open the next
 * order.
 */
const PATIENCE_MS = 6_000

export type Packing = {
  /** The number of shown steps: 0 before the start, and one more than the number of steps at the end. */
  readonly step: number
  readonly press: Press
  readonly problem: unknown
  start: (name: string, more: PackedMore) => void
  /** Removes the problem of the last press, which the packer has answered. */
  forgetProblem: () => void
}

/**
 * What a press says besides the name: the number of parcels, why stock may fall below zero, and the lines of which less
 * is in the box.
 */
export type PackedMore = {
  readonly parcels: number
  readonly overruleReason?: string
  readonly short?: readonly ShortLine[]
}

const inputOf = (id: number, name: string, { parcels, overruleReason, short = [] }: PackedMore) => ({
  id,
  name,
  parcels,
  overruleReason,
  ...(short.length === 0 ? {} : { short: [...short] }),
})

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export type PackingEnds = {
  /** Called when the order is packaged, or the press waits on the device. */
  settled: () => void
  /** Called when the order was refused, or the press could not be stored. */
  failed: () => void
  close: () => void
}

/**
 * Packages an order. The press is stored on the device before it is sent, so that it is neither lost nor executed
 * twice. While the server fails, the dialog stays open until the press has gone through or is refused.
 */
export function usePacking(order: Box, queue: DeviceActions, ends: PackingEnds): Packing {
  const [step, setStep] = useState(0)
  const [press, setPress] = useState<Press>('none')
  const [problem, setProblem] = useState<unknown>(null)
  const alive = useIsShown()
  const busy = useRef(false)

  const finish = async () => {
    setStep(STEPS.length + 1)
    setPress('done')
    await pause(CLOSE_AFTER_MS)
    if (alive.current) ends.close()
  }
  useEndOfKept(press === 'kept' ? pressOf(queue.actions, order.id) : null, (isAccepted) => {
    if (isAccepted) return void finish()
    busy.current = false
    setPress('none')
  })

  const pack = async (name: string, more: PackedMore) => {
    // A second press may come before React has drawn the first one.
    if (busy.current) return
    busy.current = true
    setPress('sending')
    setProblem(null)
    setStep(1)
    const about = { subject: `orders:${order.id}`, name: order.name }
    const answer = queue.actAndWait(packageOrder, inputOf(order.id, name, more), about, PATIENCE_MS)
    for (let shown = 2; shown <= STEPS.length; shown += 1) {
      const early = await Promise.race([answer, pause(STEP_MS)])
      if (early && early.kind !== 'accepted') break
      setStep(shown)
    }
    const [outcome] = await Promise.all([answer, pause(STEP_MS)])
    if (outcome.kind === 'refused') {
      busy.current = false
      setPress('none')
      setStep(0)
      setProblem(new Refused(outcome.refusal))
      ends.failed()
      // A refusal shown in this dialog leaves the list. A refusal that was not shown stays in it.
      if (alive.current) queue.dismiss(outcome.key)
      return
    }
    ends.settled()
    if (outcome.kind === 'waiting') {
      setStep(0)
      setPress('kept')
      // the packer reads that the server fails, and closes the dialog
      if (outcome.fault) return
      await pause(READ_MS)
      if (alive.current) ends.close()
    } else await finish()
  }

  return {
    step,
    press,
    problem,
    start: (name, more) => void pack(name, more),
    forgetProblem: () => setProblem(null),
  }
}

/**
 * Calls `end` when a press that waits on the device is over: it has left the device because the server accepted it, or it was refused.
 * `kept` is null while none waits.
 */
function useEndOfKept(kept: QueuedAction | undefined | null, end: (isAccepted: boolean) => void): void {
  const tell = useEffectEvent(end)
  const isAccepted = kept === undefined
  const isOver = isAccepted || kept?.refusal !== undefined
  useEffect(() => {
    if (isOver) tell(isAccepted)
  }, [isOver, isAccepted])
}

/** Returns a ref that is true while the component is on the page. */
function useIsShown() {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return shown
}

/** Returns the press that packages an order among the actions of the device. */
export const pressOf = (actions: readonly QueuedAction[], orderId: number): QueuedAction | undefined =>
  actions.find(({ command, subject }) => command === packageOrder.name && subject === `orders:${orderId}`)

/** Returns the short products of a refusal for missing stock, and an empty list for any other problem. */
export function shortLinesOf(problem: unknown): readonly NamedShortage[] {
  if (!(problem instanceof Refused) || problem.refusal.code !== 'stock.not-enough') return []
  const lines = problem.refusal.details?.lines
  return Array.isArray(lines) ? (lines as NamedShortage[]) : []
}

/**
 * Reports whether the problem is a refusal, which changes nothing. After a failure of the server the result is unknown,
 * and the press is repeated under its key.
 */
export const changedNothing = (problem: unknown): boolean => problem instanceof Refused
