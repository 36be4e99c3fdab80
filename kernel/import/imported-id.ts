/** Decides which ids records of an earlier system keep when they are imported (C-76). */
import { type Refusal, refusal } from '../refusal.ts'

/** New records continue after the highest import, and JavaScript cannot represent ids beyond 2^53 exactly. */
const HIGHEST_IMPORTED_ID = 999_999_999_999

/** Returns why no imported record can have this id, or null. */
export function whyNotImportedId(id: number): Refusal | null {
  if (Number.isSafeInteger(id) && id >= 1 && id <= HIGHEST_IMPORTED_ID) return null
  return refusal('invalid', 'input', { fields: { id: id < 1 ? 'too_small' : 'too_big' }, first: 'id' })
}
