import type { OutputOf } from '#kernel/contract.ts'
import { askQuery, isUnreachable } from '#web/api.ts'
import { taskPlace } from '../../domain/cards/card-contract.ts'

/** After this many milliseconds without an answer the place of a task is not known. */
const PATIENCE_MS = 4_000

type Found =
  | { readonly kind: 'found'; readonly place: OutputOf<typeof taskPlace> }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'problem'; readonly problem: unknown }

/** Asks the server where the task of a scanned card is. Never throws. */
export const placeOf = (taskId: number): Promise<Found> =>
  askQuery(taskPlace, { taskId }, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (place): Found => ({ kind: 'found', place }),
    (problem: unknown): Found => (isUnreachable(problem) ? { kind: 'unreachable' } : { kind: 'problem', problem }),
  )
