/** Reads uploaded files in threads beside the server, because a large one takes seconds. */
import { refusal } from '#kernel/refusal.ts'
import { openThread } from '#server/thread.ts'

/** Returns a function that reads files in the thread of `thread`, one after the other. It refuses a file that takes too long, and one for which many wait. */
export const openReader = <Q, A>(thread: URL): ((file: Q) => Promise<A>) =>
  openThread<Q, A>(
    thread,
    { milliseconds: 120_000, waiting: 20 },
    { notDone: refusal('unavailable', 'file-not-read'), tooMany: refusal('unavailable', 'files-waiting') },
  )
