import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cents } from '#kernel/money.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { showMoney } from '#web/format.ts'
import { type CashHandover, receiveCash } from '../domain/contract.ts'
import { whyNotCounted } from '../domain/payment.ts'

/** The office enters the amount it counted. A difference from the driver's count needs an explanation. */
export function ReceiveCashDialog({ handover, onClose }: { handover: CashHandover; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const [received, setReceived] = useState<number | null>(handover.counted)
  const [note, setNote] = useState('')
  const run = useRun(receiveCash, {
    onSuccess: (output) => {
      say.done(t('drivers-cash.said', { name: handover.userName, amount: showMoney(output.received) }))
      onClose()
    },
  })
  const differs = received !== null && received !== handover.counted
  const closed =
    received === null
      ? t('drivers-cash.count-first')
      : whyNotCounted(cents(received), cents(handover.counted), note.trim() || null)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (received !== null && closed === null && !run.isPending) {
      run.mutate({ id: handover.id, received, note: note.trim() })
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('drivers-cash.receive-of', { name: handover.userName })}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Facts
            items={[
              { label: t('drivers-cash.booked'), value: <MoneyText value={handover.amount} /> },
              { label: t('drivers-cash.counted'), value: <MoneyText value={handover.counted} /> },
              ...(handover.note === '' ? [] : [{ label: t('drivers-cash.driver-note'), value: handover.note }]),
            ]}
          />
          <MoneyInput label={t('drivers-cash.received')} value={received} onChange={setReceived} data-autofocus />
          <Textarea
            label={t('drivers-cash.note')}
            required={differs}
            autosize
            minRows={2}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <RefusalText error={run.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <ActionButton type="submit" closed={closed} pending={run.isPending}>
              {t('drivers-cash.receive')}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
