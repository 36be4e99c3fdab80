/** Packing one order from the page: the steps a packer reads while the server works, and what a failure means. */
import { useEffect, useRef, useState } from 'react'
import { Refused } from '#kernel/refusal.ts'
import { useRun } from '#web/query.ts'
import { packageOrder } from '../domain/contract.ts'

/** In the order in which they are shown. The server does them in one transaction: all or nothing (ruling C-12). */
export const STEPS = ['stocks', 'loans', 'finalizing'] as const
/** Each step stays readable for this long. */
const STEP_MS = 160
const CLOSE_AFTER_MS = 250

export type Packing = {
  /** How many steps are shown; 0 before the start, one more than there are when it is done. */
  readonly step: number
  readonly pending: boolean
  readonly done: boolean
  readonly problem: unknown
  start: (name: string, overruleReason?: string) => void
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Packs an order and closes the dialog shortly after it succeeded. */
export function usePacking(id: number, onDone: () => void): Packing {
  const [step, setStep] = useState(0)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const alive = useRef(true)
  const run = useRun(packageOrder)

  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  const pack = async (name: string, overruleReason?: string) => {
    setPending(true)
    setProblem(null)
    setStep(1)
    const answer = run.mutateAsync({ id, name, ...(overruleReason === undefined ? {} : { overruleReason }) }).then(
      () => null,
      (error: unknown) => error ?? new Error('failed'),
    )
    for (let shown = 2; shown <= STEPS.length; shown += 1) {
      const early = await Promise.race([answer, pause(STEP_MS)])
      if (early instanceof Error) break
      setStep(shown)
    }
    const [error] = await Promise.all([answer, pause(STEP_MS)])
    setPending(false)
    if (error !== null) {
      setStep(0)
      setProblem(error)
      return
    }
    setStep(STEPS.length + 1)
    await pause(CLOSE_AFTER_MS)
    if (alive.current) onDone()
  }

  return {
    step,
    pending,
    done: step > STEPS.length,
    problem,
    start: (name, overruleReason) => void pack(name, overruleReason),
  }
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

/** A refusal has changed nothing; after silence of the line nobody knows, and pressing again does nothing twice. */
export const changedNothing = (problem: unknown): boolean => problem instanceof Refused

/** The answer to the press was lost on the way, yet the live order shows that it was packaged. */
export const packagedAfterAll = (problem: unknown, status: string): boolean =>
  problem !== null && !changedNothing(problem) && status === 'PACKAGED'
