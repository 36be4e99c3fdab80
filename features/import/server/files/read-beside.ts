/** Reads files in a thread beside the server, because a large one takes seconds. */
import { refusal } from '#kernel/refusal.ts'
import { openThread, type ThreadAnswer } from '#server/thread.ts'
import type { Target } from '../../domain/targets.ts'
import type { FileRows, Told } from './read-rows.ts'

/** What the thread reads. */
export type FileToRead = { readonly target: Target; readonly content: Uint8Array; readonly told: Told }
/** The answer of the thread. */
export type RowsRead = ThreadAnswer<FileRows>

/** Returns the rows of a file like `readRows`. Refuses it if it takes too long, and if many files wait. */
export const readBeside = openThread<FileToRead, FileRows>(
  new URL('./read-thread.ts', import.meta.url),
  { milliseconds: 120_000, waiting: 20 },
  { notDone: refusal('unavailable', 'import.file-not-read'), tooMany: refusal('unavailable', 'import.files-waiting') },
)
