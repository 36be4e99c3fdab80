import { Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { showDay } from '#kernel/day.ts'
import { cancelPayment, type PaymentDetail } from '../../domain/office-contract.ts'

/** Asks for the reason, and cancels the payment by a counter-entry. Says on which day that counts (C-71). */
export function CancelPayment({ payment, close }: { payment: PaymentDetail; close: () => void }) {
  const { t } = useTranslation('payments')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const run = useRun(cancelPayment, { invalidates: ['payments', `payments:${payment.id}`, 'customers', 'providers'] })
  const press = () => {
    setError(null)
    run.mutateAsync({ id: payment.id, reason }).then(() => {
      say.done(t('said.cancelled', { id: payment.id }))
      close()
    }, setError)
  }
  return (
    <Dialog opened onClose={close} title={t('cancel.title', { id: payment.id })} closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text size="sm">
          {t(payment.counterDay === payment.date ? 'cancel.body' : 'cancel.body-today', {
            day: showDay(payment.counterDay),
          })}
        </Text>
        <Textarea
          label={t('cancel.reason')}
          data-autofocus
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <RefusalText error={error} />
        <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
          <ActionButton variant="default" onClick={close}>
            {t('cancel.keep')}
          </ActionButton>
          <ActionButton
            danger
            pending={run.isPending}
            closed={reason.trim() === '' ? t('cancel.reason-needed') : null}
            onClick={press}
          >
            {t('cancel.confirm')}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
