import { type ReactNode, useEffect, useRef, useState } from 'react'
import { RefusalText } from '#web/ui/states.tsx'

type Props<T> = {
  /** The part of the address that asks for a draft; undefined if there is none. Another value is read anew. */
  wanted: string | undefined
  read: () => Promise<T>
  /** Receives what was read, once. It also removes that part from the address. */
  take: (read: T) => void
}

/**
 * Reads what the address asks the form to begin with. `waiting` is true until it is read, so that nothing is typed into a form
 * that is replaced.
 */
export function useDraftOfUrl<T>({ wanted, read, take }: Props<T>): { waiting: boolean; box: ReactNode } {
  const [problem, setProblem] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(1)
  const latest = useRef({ read, take })
  useEffect(() => {
    latest.current = { read, take }
  })
  useEffect(() => {
    if (wanted === undefined) return undefined
    let left = false
    latest.current.read().then(
      (found) => {
        if (!left) latest.current.take(found)
      },
      (error: unknown) => {
        if (!left) setProblem(error)
      },
    )
    return () => {
      left = true
    }
  }, [wanted, attempt])

  if (wanted === undefined) return { waiting: false, box: null }
  const again = () => {
    setProblem(null)
    setAttempt((before) => before + 1)
  }
  return { waiting: problem === null, box: problem === null ? null : <RefusalText error={problem} retry={again} /> }
}
