import { Alert, Stack, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settleMissingNotes } from '#features/shipping/domain/loading-contract.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { whyNotSettled } from '#features/shipping/domain/stops/note-duty.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { NoteButton } from './NoteButton.tsx'
import { ReasonForm } from './ReasonForm.tsx'
import { useNotes } from './use-notes.ts'

/** Names the orders of a shipment whose goods moved, out or back, without the note that they needed. The office says what was done about it. */
export function MissingNotes({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation('movement')
  const maySettle = useMay(shippingRights.plan)
  const { data } = useNotes(shipmentId)
  const [open, setOpen] = useState(false)
  const { without = [], withoutReturn = [] } = data ?? {}
  if (without.length === 0 && withoutReturn.length === 0) return null
  return (
    <Alert color="red" variant="light" title={t('without.title')} icon={<TriangleAlert size={20} aria-hidden />}>
      <Stack gap="sm" align="flex-start">
        {without.length === 0 ? null : <Text size="sm">{t('without.body', { orders: without.join(', ') })}</Text>}
        {withoutReturn.length === 0 ? null : (
          <Text size="sm">{t('without.return', { orders: withoutReturn.join(', ') })}</Text>
        )}
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
  const settling = useRun(settleMissingNotes)
  return (
    <ReasonForm
      whyNot={whyNotSettled}
      label={t('without.settle')}
      pending={settling.isPending}
      send={(reason) => settling.mutateAsync({ shipmentId, reason })}
      sent={() => say.done(t('without.done'))}
      close={close}
    />
  )
}
