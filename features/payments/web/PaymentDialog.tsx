import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#kernel/contract.ts'
import { cents } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { useAsk } from '#web/query.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { MoneyInput } from '#web/ui/DecimalInput.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { Loading, RefusalText } from '#web/ui/states.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { type collectPayment, customerAccount } from '../domain/contract.ts'
import { whyNotAmount } from '../domain/payment.ts'

export type CollectInput = InputOf<typeof collectPayment>

export type PaymentDialogProps = {
  customerId: number
  customerName: string
  /** The order at whose delivery the money is taken. */
  orderId?: number
  onClose: () => void
  /** Takes the payment: sends it, or keeps it on the device until the line is back. Closes the dialog when it answers. */
  collect: (payment: CollectInput) => Promise<unknown>
}

/** Cash taken from a customer: what is owed, the latest payment, receipt number and amount. */
export function PaymentDialog({ customerId, customerName, orderId, onClose, collect }: PaymentDialogProps) {
  const { t } = useTranslation('payments')
  return (
    <Dialog opened onClose={onClose} title={t('dialog.title')} closeOnClickOutside={false}>
      <Stack gap="md">
        <Account customerId={customerId} customerName={customerName} />
        <PaymentForm
          onClose={onClose}
          collect={(amount, receiptNumber, confirmNegative) =>
            collect({
              customerId,
              amount,
              receiptNumber,
              confirmNegative,
              ...(orderId === undefined ? {} : { orderId }),
            })
          }
        />
      </Stack>
    </Dialog>
  )
}

function Account({ customerId, customerName }: { customerId: number; customerName: string }) {
  const { t } = useTranslation('payments')
  const account = useAsk(
    customerAccount,
    { customerId },
    { topics: [`customers:${customerId}`, 'payments'], staleTime: 0 },
  )
  const known = account.data
  const last = known?.lastPayment
  return (
    <>
      <Text fw={650} size="lg">
        {known?.name ?? customerName}
      </Text>
      {known ? (
        <Facts
          items={[
            { label: t('dialog.balance'), value: <MoneyText value={known.balance} /> },
            { label: t('dialog.last-date'), value: last ? <DayText value={last.date} /> : t('dialog.no-payment') },
            { label: t('dialog.last-amount'), value: last ? <MoneyText value={last.amount} /> : null },
          ]}
        />
      ) : account.error ? (
        // Without a line the driver still takes the money; what is owed shows when the line is back.
        <RefusalText error={account.error} retry={() => void account.refetch()} />
      ) : (
        <Loading rows={2} />
      )}
    </>
  )
}

type PaymentFormProps = {
  onClose: () => void
  collect: (amount: number, receiptNumber: string, confirmNegative: boolean) => Promise<unknown>
}

function PaymentForm({ onClose, collect }: PaymentFormProps) {
  const { t } = useTranslation('payments')
  const [receiptNumber, setReceiptNumber] = useState('')
  const [amount, setAmount] = useState<number | null>(null)
  const [no, setNo] = useState<Refusal | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (amount === null || pending) return
    const doubt = whyNotAmount(cents(amount), false)
    if (doubt !== null && doubt.code !== 'payments.negative') return setNo(doubt)
    if (
      doubt !== null &&
      !(await confirm({
        title: refusalText(doubt),
        body: t('dialog.negative'),
        confirmLabel: t('dialog.submit'),
        danger: true,
      }))
    ) {
      return
    }
    setPending(true)
    setProblem(null)
    try {
      await collect(amount, receiptNumber, doubt !== null)
      onClose()
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          size="md"
          label={t('dialog.receipt')}
          value={receiptNumber}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setReceiptNumber(event.currentTarget.value)}
        />
        <MoneyInput
          size="md"
          label={t('dialog.amount')}
          value={amount}
          error={no === null ? undefined : refusalText(no)}
          onChange={(value) => {
            setAmount(value)
            setNo(null)
          }}
        />
        <RefusalText error={problem} />
        <Group justify="flex-end" gap="xs" grow preventGrowOverflow={false}>
          <Button size="md" variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button size="md" type="submit" disabled={amount === null} loading={pending}>
            {t('dialog.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
