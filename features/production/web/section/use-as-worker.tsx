/** Runs presses under the name of the person at the tablet, and asks for it first if it is not known (C-83). */
import { type ReactNode, useState } from 'react'
import { usePerson } from '#web/session.ts'
import { useWorker } from './worker.ts'
import { WorkerDialog } from './WorkerDialog.tsx'

export type AsWorker = (run: (name: string) => void) => void

/** Returns the name, what runs a press under it, what asks for another name, and the dialog, which is null while it is closed. */
export function useAsWorker(): { worker: string; asWorker: AsWorker; choose: () => void; dialog: ReactNode } {
  const person = usePerson()
  const [worker, chooseWorker] = useWorker()
  // `after` is the press that waits for the name
  const [asking, setAsking] = useState<{ after?: (name: string) => void } | null>(null)
  return {
    worker,
    asWorker: (run) => {
      if (worker === '' && person?.actingRole === 'section') setAsking({ after: run })
      else run(worker)
    },
    choose: () => setAsking({}),
    dialog:
      asking === null ? null : (
        <WorkerDialog
          name={worker}
          choose={(chosen) => {
            chooseWorker(chosen)
            asking.after?.(chosen)
          }}
          onClose={() => setAsking(null)}
        />
      ),
  }
}
