/** Undoes that lines were accepted. */
import i18n from 'i18next'
import { callTwice } from '#web/api.ts'
import { say } from '#web/ui/say.tsx'
import { reopenLines } from '../domain/contract.ts'

/** Opens accepted lines again, and says how many. Calls `reopened` before, so that the page shows them. */
export function reopenAccepted(ids: readonly number[], reopened: () => void): void {
  callTwice(reopenLines, { ids: [...ids], reason: i18n.t('undone', { ns: 'bank-statements' }) }).then(
    (answer) => {
      reopened()
      say.done(i18n.t('said.reopened', { ns: 'bank-statements', count: answer.reopened }))
    },
    (error: unknown) => say.failed(error, () => reopenAccepted(ids, reopened)),
  )
}
