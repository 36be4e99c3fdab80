import { Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { bounceCheque, bouncePreview, type Cheque } from '../../domain/cheques/contract.ts'

/** Says before the press which orders would be due again, asks for the reason, and notes that the cheque bounced. */
export function BounceCheque({ cheque, close }: { cheque: Cheque; close: () => void }) {
  const { t } = useTranslation('payments')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const preview = useAsk(bouncePreview, { id: cheque.id }, { topics: ['payments', 'orders'] })
  const run = useRun(bounceCheque, { invalidates: ['payments', 'customers', 'providers'] })
  const press = () => {
    setError(null)
    run.mutateAsync({ id: cheque.id, reason }).then(() => {
      say.done(t('said.bounced'))
      close()
    }, setError)
  }
  return (
    <Dialog opened onClose={close} title={t('bounce.title', { name: cheque.name })} closeOnClickOutside={false}>
      <Stack gap="sm">
        {preview.data ? (
          <>
            <Text size="sm" fw={600} data-due-again>
              {preview.data.orders.length === 0
                ? t('bounce.due-again', { amount: showMoney(preview.data.amount) })
                : t('bounce.orders-due-again', {
                    amount: showMoney(preview.data.amount),
                    orders: preview.data.orders.map(({ id, due }) => `${id} (${showMoney(due)})`).join(', '),
                  })}
            </Text>
            {preview.data.passedTo === null ? null : (
              <Text size="sm">{t('bounce.passed-on', { name: preview.data.passedTo })}</Text>
            )}
          </>
        ) : preview.error ? (
          <ErrorState error={preview.error} retry={() => void preview.refetch()} />
        ) : (
          <Loading rows={1} />
        )}
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
            {t('bounce.confirm')}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
