import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cents, cents, subtractCents } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import { focusFirstWrong } from '#web/ui/form/first-wrong-field.ts'
import { type CashParty, type NamedDocuments, warningOfAmount } from '#kernel/tax/cash-limit.ts'
import { CashWarning } from './CashWarning.tsx'
import { type Means, MeansFields } from './MeansFields.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { Facts } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'

/** The values that the person entered. */
export type TakenPayment = {
  readonly amount: number
  readonly means: Means
  readonly receiptNumber: string
  /** Confirms a negative amount. */
  readonly confirmNegative: boolean
}

/** What a customer owes and paid last, as far as this device knows. */
export type KnownAccount = {
  readonly balance: number
  readonly lastPayment: { readonly date: string; readonly amount: number } | null
  /** What the law of cash needs to know; phones may still keep an earlier answer without it. */
  readonly cash?: CashParty | undefined
}

type PaymentDialogProps = {
  customerName: string
  account: KnownAccount | null
  onClose: () => void
  /** What is paid by name. */
  named?: NamedDocuments
  /** Returns why an amount cannot be taken; a negative one can, once the person has confirmed it. */
  whyNot: (amount: Cents, confirmNegative: boolean) => Refusal | null
  /** Returns why the details of a cheque are not complete. */
  whyNotMeans: (means: Means) => Refusal | null
  /**
   * Sends the payment, or queues it on the device while offline. The dialog closes when it resolves. If it resolves to
   * false, nothing was recorded, and the dialog keeps the entered values.
   */
  collect: (payment: TakenPayment) => Promise<unknown>
}

/** The dialog for a payment of a customer: balance, latest payment, receipt number, amount, and the balance after it. */
export function PaymentDialog({ customerName, account, ...form }: PaymentDialogProps) {
  const { t } = useTranslation('frame')
  const [amount, setAmount] = useState<number | null>(null)
  const last = account?.lastPayment
  return (
    <Dialog opened onClose={form.onClose} title={t('payment.title')} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text fw={600} size="lg">
          {customerName}
        </Text>
        {account === null ? null : (
          <Facts
            items={[
              { label: t('payment.balance'), value: <MoneyText value={account.balance} /> },
              {
                label: t('payment.balance-after'),
                value: <MoneyText value={subtractCents(cents(account.balance), cents(amount ?? 0))} />,
              },
              { label: t('payment.last-date'), value: last ? <DayText value={last.date} /> : t('payment.no-payment') },
              { label: t('payment.last-amount'), value: last ? <MoneyText value={last.amount} /> : null },
            ]}
          />
        )}
        <PaymentForm amount={amount} setAmount={setAmount} cash={account?.cash} {...form} />
      </Stack>
    </Dialog>
  )
}

type Taking = Omit<PaymentDialogProps, 'customerName' | 'account'>
type PaymentFormProps = Taking & {
  amount: number | null
  setAmount: (amount: number | null) => void
  cash: CashParty | undefined
}

/** Returns what the law says of an amount in cash. */
const warningOf = (amount: number | null, cash: CashParty | undefined, { named }: Taking) =>
  cash === undefined ? named?.cashLimit : warningOfAmount(cents(amount ?? 0), cash, named)

function PaymentForm({ amount, setAmount, cash, ...taking }: PaymentFormProps) {
  const { t } = useTranslation('frame')
  const [receiptNumber, setReceiptNumber] = useState('')
  const [means, setMeans] = useState<Means>({ type: 'CASH', bankName: '', expireDate: null, issuer: '' })
  const [incomplete, setIncomplete] = useState<Refusal | null>(null)
  const [lacksAmount, setLacksAmount] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { take, refused, clearRefusal, problem, pending } = useTaking(taking)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const missing = taking.whyNotMeans(means)
    setIncomplete(missing)
    setLacksAmount(amount === null)
    if (amount === null || missing !== null) focusFirstWrong(element.current)
    else void take(cents(amount), receiptNumber.trim(), means)
  }
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md" data-touch>
        <TextInput
          size="md"
          label={t('payment.receipt')}
          value={receiptNumber}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setReceiptNumber(event.currentTarget.value)}
        />
        <MoneyInput
          size="md"
          label={t('payment.amount')}
          value={amount}
          error={refused ? refusalText(refused) : lacksAmount ? t('invalid.required') : undefined}
          onChange={(value) => {
            setAmount(value)
            setLacksAmount(false)
            clearRefusal()
          }}
        />
        <MeansFields
          means={means}
          error={incomplete === null ? null : refusalText(incomplete)}
          onChange={(next) => {
            setMeans(next)
            setIncomplete(null)
          }}
        />
        {means.type === 'CASH' ? <CashWarning warning={warningOf(amount, cash, taking)} /> : null}
        <RefusalText error={problem} />
        <Group justify="flex-end" gap="xs" grow preventGrowOverflow={false} className={surfaces.dialogActions}>
          <Button size="md" variant="default" onClick={taking.onClose}>
            {t('action.cancel')}
          </Button>
          <Button size="md" type="submit" loading={pending}>
            {t('payment.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/**
 * Takes a payment once at a time, and asks before a negative one. `refused` says why the amount cannot be taken, and
 * `problem` is the error of recording it.
 */
function useTaking({ onClose, whyNot, collect }: Taking) {
  const { t } = useTranslation('frame')
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [pending, setPending] = useState(false)

  const isConfirmed = (doubt: Refusal) =>
    confirm({
      title: refusalText(doubt),
      body: t('payment.negative'),
      confirmLabel: t('payment.submit'),
      danger: true,
    })
  const take = async (amount: Cents, receiptNumber: string, means: Means) => {
    if (pending) return
    const refusal = whyNot(amount, true)
    if (refusal !== null) return setRefused(refusal)
    const doubt = whyNot(amount, false)
    if (doubt !== null && !(await isConfirmed(doubt))) return
    setPending(true)
    setProblem(null)
    try {
      const taken = await collect({ amount, receiptNumber, means, confirmNegative: doubt !== null })
      if (taken !== false) onClose()
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  return { take, refused, clearRefusal: () => setRefused(null), problem, pending }
}
