/** The rule by which a task may be closed because its order was cancelled or needs less. */
import type { TaskStatus } from './task.ts'

export type StartFacts = {
  readonly status: TaskStatus
  /** True if pieces are finished or spoilt. */
  readonly hasPieces: boolean
  /** True if a material was received, or some of it was taken. */
  readonly hasMaterials: boolean
}

/** Reports whether nobody has begun a task: it is PENDING and has taken nothing (C-73). */
export const isUnstarted = ({ status, hasPieces, hasMaterials }: StartFacts): boolean =>
  status === 'PENDING' && !hasPieces && !hasMaterials
