/** Checks the rows of a file part by part, so that the page shows how far it is. */
import { useEffect, useState } from 'react'
import { runCommand } from '#web/api.ts'
import { checkRows, type ImportFile, type OutcomeRow } from '../domain/contract.ts'
import { type Choice, inputOf } from './choice.ts'

export type Check = {
  readonly rows: readonly OutcomeRow[]
  readonly done: boolean
  /** How long the check has taken so far. The import takes about as long. */
  readonly milliseconds: number
  readonly error: unknown
}

const NOTHING_CHECKED: Check = { rows: [], done: false, milliseconds: 0, error: null }

/** Returns what is known so far. The check begins with the page and ends with it. */
export function useCheck({ id }: ImportFile, choice: Choice): Check & { again: () => void } {
  const [check, setCheck] = useState(NOTHING_CHECKED)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const stopper = new AbortController()
    const run = async () => {
      const input = inputOf(id, choice)
      const rows: OutcomeRow[] = []
      const began = performance.now()
      for (let after: number | null = 0; after !== null; ) {
        const part: { rows: OutcomeRow[]; next: number | null } = await runCommand(
          checkRows,
          { ...input, after },
          { signal: stopper.signal },
        )
        if (stopper.signal.aborted) return
        rows.push(...part.rows)
        after = part.next
        setCheck({ rows: [...rows], done: after === null, milliseconds: performance.now() - began, error: null })
      }
    }
    run().catch((error: unknown) => {
      if (!stopper.signal.aborted) setCheck((before) => ({ ...before, error }))
    })
    return () => stopper.abort()
  }, [id, choice, turn])
  const again = () => {
    setCheck(NOTHING_CHECKED)
    setTurn((before) => before + 1)
  }
  return { ...check, again }
}
