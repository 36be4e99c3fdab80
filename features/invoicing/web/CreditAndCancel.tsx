import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { creditAndCancel } from '../domain/contract.ts'
import { CreditNoteField } from './CreditNoteField.tsx'
import { InvoicingAlert } from './InvoiceOrder.tsx'
import { ByFileNote } from './ways/WayNote.tsx'

/** Cancels an invoiced order: sends a credit note, and the order is cancelled when the service has accepted it. */
export default function CreditAndCancel({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('invoicing')
  const [opened, { open, close }] = useDisclosure(false)
  const [note, setNote] = useState('')
  const [error, setError] = useState<unknown>(null)
  const run = useRun(creditAndCancel)

  const send = () => {
    setError(null)
    run.mutateAsync({ id: order.id, note }).then(
      () => {
        close()
        say.done(t('said.credit', { id: order.id }))
      },
      (fault: unknown) => setError(fault),
    )
  }

  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        {t('credit.button')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('credit.title', { id: order.id })}>
        <Stack gap="sm">
          <Text size="sm">{t('credit.body')}</Text>
          {opened ? <ByFileNote of="credit" /> : null}
          <CreditNoteField note={note} change={setNote} />
          {error ? <InvoicingAlert error={error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              {t('action.back')}
            </Button>
            <ActionButton danger pending={run.isPending} onClick={send}>
              {t('credit.button')}
            </ActionButton>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
