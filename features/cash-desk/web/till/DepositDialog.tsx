import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { showMoney } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { depositCash } from '../../domain/till-contract.ts'

/** Records cash that goes from the till to the bank. `till` is null if the company hides what it holds. */
export function DepositDialog({ today, till, onClose }: { today: Day; till: number | null; onClose: () => void }) {
  const { t } = useTranslation('cash-desk')
  const [amount, setAmount] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(today)
  const [bankName, setBankName] = useState('')
  const [slip, setSlip] = useState('')
  const run = useRun(depositCash, {
    onSuccess: () => {
      say.done(t('deposit.said', { amount: showMoney(amount ?? 0) }))
      onClose()
    },
  })
  const closed = amount === null ? t('deposit.amount-first') : null
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (amount !== null && day !== null && !run.isPending) run.mutate({ amount, day, bankName, slip })
  }
  return (
    <Dialog opened onClose={onClose} title={t('deposit.title')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <MoneyInput
            label={t('column.amount')}
            description={till === null ? undefined : t('deposit.till-holds', { amount: showMoney(till) })}
            value={amount}
            onChange={setAmount}
            data-autofocus
          />
          <DayInput label={t('column.day')} value={day} onChange={setDay} maxDate={today} clearable={false} />
          <TextInput
            label={t('payment.bank')}
            maxLength={200}
            value={bankName}
            onChange={(event) => setBankName(event.currentTarget.value)}
          />
          <TextInput
            label={t('deposit.slip')}
            maxLength={100}
            value={slip}
            onChange={(event) => setSlip(event.currentTarget.value)}
          />
          <RefusalText error={run.error} />
          <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <ActionButton type="submit" closed={closed} pending={run.isPending}>
              {t('deposit.do')}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
