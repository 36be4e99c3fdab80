import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { showWeekday } from '#web/format.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { proposedDelivery } from '../domain/draft-delivery.ts'

type Answer = (expectedDelivery: string | null) => void

/**
 * Returns the question about an order without a delivery day. `ask` opens it, and its function gets the proposed
 * delivery, or null if the order is saved without one.
 */
export function useNoDayQuestion(): { question: ReactNode; ask: (answer: Answer) => void } {
  const { t } = useTranslation('order-entry')
  const [asked, setAsked] = useState<{ answer: Answer } | null>(null)
  const proposed = proposedDelivery(dayOf(new Date().toISOString()))
  const close = () => setAsked(null)
  const give = (expectedDelivery: string | null) => () => {
    close()
    asked?.answer(expectedDelivery)
  }
  const question = (
    <Dialog opened={asked !== null} onClose={close} title={t('no-day.title')} size="lg">
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          {t('action.back', { ns: 'frame' })}
        </Button>
        <Button variant="default" onClick={give(null)}>
          {t('no-day.without')}
        </Button>
        <Button data-autofocus onClick={give(proposed)}>
          {t('no-day.with', { day: showWeekday(proposed) })}
        </Button>
      </Group>
    </Dialog>
  )
  return { question, ask: (answer) => setAsked({ answer }) }
}
