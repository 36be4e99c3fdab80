import { useTranslation } from 'react-i18next'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { useRun } from '#web/query.ts'
import { refusal } from '#kernel/refusal.ts'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { issueNotes, type NotedStopView, notesOfShipment } from '../domain/contract.ts'
import { isLive } from '../domain/note.ts'

/**
 * Returns the delivery notes of a shipment. What drivers take back changes them too. The device keeps the last answer, so that their QR
 * codes are there without a connection.
 */
export const useNotes = (shipmentId: number) => useCachedAsk(notesOfShipment, { shipmentId })

/** Reports whether a stop has a note that was issued or may still be. */
export const hasLiveNote = ({ note }: Pick<NotedStopView, 'note'>): boolean => note !== null && isLive(note.status)

/** Reports whether a stop has no note and can get one. */
export const canBeIssued = (stop: NotedStopView): boolean => !hasLiveNote(stop) && stop.problems.length === 0

/** Issues the notes of a shipment in one direction, and says how many are being sent and which stops get none. */
export function useIssue() {
  const { t } = useTranslation('movement')
  return useRun(issueNotes, {
    onSuccess: ({ issued, refused = [] }) => {
      say.done(t('said.issued', { count: issued }))
      const reasons = refused.map(({ code, details }) => refusalText(refusal('refused', code, details)))
      if (reasons.length > 0) say.doubt([...new Set(reasons)].join(' '))
    },
    onError: (error) => say.failed(error),
  })
}
