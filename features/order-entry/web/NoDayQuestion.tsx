import { Button, Group } from '@mantine/core'
import { type Dispatch, type ReactNode, type RefObject, type SetStateAction, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Day, dayOf } from '#kernel/day.ts'
import { showWeekday } from '#web/format.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { chooseDelivery, laterDelivery, proposedDelivery } from '../domain/draft-delivery.ts'
import type { OrderDraft } from '../domain/order-draft.ts'

type Asked = {
  readonly draft: OrderDraft
  readonly save: (draft: OrderDraft) => void
  /** The earliest day on which the goods can be ready; null if it is not known. */
  readonly earliest: Day | null
}

/**
 * Returns the question about an order without a delivery day. `withDay` saves a draft that has one, and asks about one
 * that has none: it is then saved with the proposed delivery, or without. No day before `earliest` is proposed.
 */
export function useNoDayQuestion(
  setDraft: Dispatch<SetStateAction<OrderDraft>>,
  earliest: RefObject<Day | null>,
): {
  question: ReactNode
  withDay: (draft: OrderDraft, save: Asked['save']) => void
} {
  const { t } = useTranslation('order-entry')
  const [asked, setAsked] = useState<Asked | null>(null)
  const proposed = laterDelivery(proposedDelivery(dayOf(new Date().toISOString())), asked?.earliest ?? null)
  const close = () => setAsked(null)
  const give = (expectedDelivery: string | null) => () => {
    close()
    setDraft((before) => chooseDelivery(before, expectedDelivery))
    asked?.save({ ...asked.draft, expectedDelivery })
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
  const withDay = (draft: OrderDraft, save: Asked['save']) =>
    draft.expectedDelivery === null ? setAsked({ draft, save, earliest: earliest.current }) : save(draft)
  return { question, withDay }
}
