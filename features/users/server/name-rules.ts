import type { Refusal } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'

/** An account that gets another user name. */
export type Renaming = {
  readonly id: number
  readonly role: string | null
  readonly before: string
  readonly after: string
}

/** What features above users add to a change of a user name. They run in the transaction of the change. */
export type NameRules = {
  /** Returns why a person may not take this name by themselves, or null. */
  readonly whyNotTake: (work: Work, renaming: Renaming) => Promise<Refusal | null>
  /** Carries the new name to records that are found by the name. */
  readonly renamed: (work: Work, renaming: Renaming) => Promise<void>
}
