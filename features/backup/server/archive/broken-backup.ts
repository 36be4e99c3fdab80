import type { FailureReason } from '../../domain/failures.ts'

/** A backup cannot be used or written. `at` names the file of the zip or the table, if one is to blame. */
export class BrokenBackup extends Error {
  readonly reason: FailureReason
  readonly at: string
  constructor(reason: FailureReason, at = '') {
    super(at === '' ? reason : `${reason}: ${at}`)
    this.reason = reason
    this.at = at
  }
}
