import { type Refusal, stopOn } from '#kernel/refusal.ts'
import { Duplicate } from './database.ts'

/** Runs a statement that writes a row. Refuses with the refusal of the unique index or constraint that another row violates. */
export async function writeUnique<T>(statement: Promise<T>, refusals: Readonly<Record<string, Refusal>>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    if (error instanceof Duplicate) stopOn(refusals[error.constraint] ?? null)
    throw error
  }
}
