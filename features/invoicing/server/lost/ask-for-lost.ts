/** Asks after a restore for what was under way before it, so that the answer is known before anything is sent for the same order. */
import { z } from 'zod'
import { SYSTEM } from '#server/command.ts'
import { type JobRun, Later } from '#server/jobs/jobs.ts'
import type { Runner } from '#server/runner.ts'
import { pauseAfterForeign, QUIET_SECONDS } from '../sent-tables.ts'
import { askEarlier, openAsking, type Sending } from './ask-earlier.ts'
import { isOpen, type LostDocument, readLost, storeLostAnswer } from './lost-documents.ts'

const zPayload = z.object({ lostId: z.int() })

/**
 * Returns the job that asks for one lost document. It throws while the answer is not clear, so that the queue runs it again. One that no
 * service can be asked for stays open, unless the tax office has it.
 */
export function askForLost(runner: Runner, sending: () => Sending): JobRun {
  return async (payload) => {
    const { lostId } = zPayload.parse(payload)
    const lost = await readLost(runner.db, runner.clock().toISOString(), lostId)
    if (lost === null || !isOpen(lost)) return
    const found = await askEarlier([lost], null, await openAsking<LostDocument>(runner, sending(), null, () => true))
    if (found?.kind === 'waits') throw found.pause ? new Later(found.reason, QUIET_SECONDS) : new Error(found.reason)
    if (found === null && lost.way !== 'provider') return
    const pause = await runner.work(SYSTEM, 'invoicing.ask-for-lost', async ({ tx, moved }) => {
      const again = found?.kind === 'foreign' ? await pauseAfterForeign(tx, 'lost_documents', lost.id) : null
      if (again !== null) return again
      await storeLostAnswer(tx, lost.id, found)
      moved({ entity: 'orders', id: lost.orderId })
      return null
    })
    if (pause !== null) throw new Later('the answer is about something else', pause)
  }
}
