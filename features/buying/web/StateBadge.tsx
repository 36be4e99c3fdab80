import { useTranslation } from 'react-i18next'
import badge from '#web/ui/StatusBadge.module.css'
import type { RequestState } from '../domain/request.ts'

const TONES: Readonly<Record<RequestState, string>> = {
  OPEN: 'orange',
  ORDERED: 'sky',
  'PART-RECEIVED': 'teal',
  RECEIVED: 'green',
  CANCELED: 'faded',
}

/** The state of a request as a text with a colour, and whether its day has passed. */
export function StateBadge({ state, isLate = false }: { state: RequestState; isLate?: boolean }) {
  const { t } = useTranslation('purchases')
  return (
    <span className={badge.badge} data-tone={isLate ? 'red' : TONES[state]} data-status={state}>
      {isLate ? t('requests.late', { state: t(`state.${state}`) }) : t(`state.${state}`)}
    </span>
  )
}
