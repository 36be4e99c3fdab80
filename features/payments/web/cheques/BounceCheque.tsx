import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { bounceCheque, bouncePreview, type Cheque } from '../../domain/cheques/contract.ts'

/** Says before the press which orders would be due again, asks for the reason, and notes that the cheque bounced. */
export function BounceCheque({ cheque, close }: { cheque: Cheque; close: () => void }) {
  const { t } = useTranslation('payments')
  const [error, setError] = useState<unknown>(null)
  const preview = useAsk(bouncePreview, { id: cheque.id })
  const run = useRun(bounceCheque)
  const press = (reason: string) => {
    setError(null)
    run.mutateAsync({ id: cheque.id, reason }).then(() => {
      say.done(t('said.bounced'))
      close()
    }, setError)
  }
  return (
    <WrittenReason
      title={t('bounce.title', { name: cheque.name })}
      texts={{
        reason: t('word.reason'),
        keep: t('action.back'),
        confirm: t('bounce.confirm'),
        needed: t('cancel.reason-needed'),
      }}
      pending={run.isPending}
      error={error}
      confirm={press}
      close={close}
    >
      {preview.data ? (
        <>
          <Text size="sm" fw={600} data-due-again>
            {preview.data.owedTo !== null
              ? t('bounce.owed-again', { amount: showMoney(preview.data.amount), name: preview.data.owedTo })
              : preview.data.orders.length === 0
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
    </WrittenReason>
  )
}
