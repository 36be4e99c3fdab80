/** Reads files in a thread beside the server, because a large one takes seconds. */
import { openReader } from '#server/files/file-reading.ts'
import type { Target } from '../../domain/targets.ts'
import type { FileRows, Told } from './read-rows.ts'

/** What the thread reads. */
export type FileToRead = { readonly target: Target; readonly content: Uint8Array; readonly told: Told }

/** Returns the rows of a file like `readRows`. */
export const readBeside = openReader<FileToRead, FileRows>(new URL('./read-thread.ts', import.meta.url))
