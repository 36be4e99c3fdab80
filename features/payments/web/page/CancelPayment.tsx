import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import { say } from '#web/ui/say.tsx'
import { cancelPayment, type PaymentDetail } from '../../domain/office-contract.ts'

/** Asks for the reason, and cancels the payment by a counter-entry. Says on which day that counts (C-71). */
export function CancelPayment({ payment, close }: { payment: PaymentDetail; close: () => void }) {
  const { t } = useTranslation('payments')
  const [error, setError] = useState<unknown>(null)
  const run = useRun(cancelPayment)
  const press = (reason: string) => {
    setError(null)
    run.mutateAsync({ id: payment.id, reason }).then(() => {
      say.done(t('said.cancelled', { id: payment.id }))
      close()
    }, setError)
  }
  return (
    <WrittenReason
      title={t('cancel.title', { id: payment.id })}
      texts={{
        reason: t('word.reason'),
        keep: t('action.back'),
        confirm: t('cancel.confirm'),
        needed: t('cancel.reason-needed'),
      }}
      pending={run.isPending}
      error={error}
      confirm={press}
      close={close}
    >
      <Text size="sm">
        {t(payment.counterDay === payment.date ? 'cancel.body' : 'cancel.body-today', {
          day: showDay(payment.counterDay),
        })}
      </Text>
    </WrittenReason>
  )
}
