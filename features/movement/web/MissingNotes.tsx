import { Alert, Group, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonField } from '#features/invoicing/web/ReasonField.tsx'
import { settleMissingNotes } from '#features/shipping/domain/loading-contract.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { whyNotSettled } from '#features/shipping/domain/stops/note-duty.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { NoteButton } from './NoteButton.tsx'
import { useNotes } from './use-notes.ts'

/** Names the orders of a shipment that were closed without a note that they needed. The office says what was done about it. */
export function MissingNotes({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation('movement')
  const maySettle = useMay(shippingRights.plan)
  const { data } = useNotes(shipmentId)
  const [open, setOpen] = useState(false)
  const without = data?.without ?? []
  if (without.length === 0) return null
  return (
    <Alert color="red" variant="light" title={t('without.title')} icon={<TriangleAlert size={20} aria-hidden />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('without.body', { orders: without.join(', ') })}</Text>
        {maySettle ? (
          <NoteButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('without.settle')}
          </NoteButton>
        ) : null}
      </Stack>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t('without.title')}>
        {open ? <SettleForm shipmentId={shipmentId} close={() => setOpen(false)} /> : null}
      </Dialog>
    </Alert>
  )
}

function SettleForm({ shipmentId, close }: { shipmentId: number; close: () => void }) {
  const { t } = useTranslation('movement')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const settling = useRun(settleMissingNotes, { invalidates: [`shipments:${shipmentId}`] })
  const send = () => {
    setError(null)
    settling.mutateAsync({ shipmentId, reason }).then(
      () => {
        close()
        say.done(t('without.done'))
      },
      (fault: unknown) => setError(fault),
    )
  }
  return (
    <Stack gap="sm">
      <ReasonField reason={reason} change={setReason} data-autofocus />
      <RefusalText error={error} />
      <Group justify="flex-end" gap="xs">
        <NoteButton onClick={close}>{t('action.back')}</NoteButton>
        <ActionButton mih={48} closed={whyNotSettled(reason)} pending={settling.isPending} onClick={send}>
          {t('without.settle')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
