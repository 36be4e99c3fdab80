import { Autocomplete, Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { ZERO_CENTS } from '#kernel/money.ts'
import { warningOfAmount } from '#kernel/tax/cash-limit.ts'
import { showMoney } from '#web/format.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import { CashWarning } from '#web/ui/payment/CashWarning.tsx'
import type { paymentEntry } from '../../domain/office-contract.ts'
import { PAYMENT_BOUNDS, particularsOf, type PaymentType } from '../../domain/payment.ts'
import { type PaymentDraft, type PaymentParty, usualBound, wholeBalance } from '../../domain/payment-draft.ts'
import styles from '../payments.module.css'

type Props = {
  form: UseFormReturnType<PaymentDraft>
  type: PaymentType
  party: PaymentParty
  entry: OutputOf<typeof paymentEntry>
  amount: RefObject<HTMLInputElement | null>
}

/** Returns what the law says of the payment in cash. Money that goes back is not restricted. */
function warningOf({ cash, named }: Props['entry'], party: PaymentParty, { orderId, amount, bound }: PaymentDraft) {
  if (cash === null || bound !== usualBound(party.kind)) return null
  return warningOfAmount(amount ?? ZERO_CENTS, cash, orderId === null ? undefined : named)
}

/** Shows the fields of the chosen type. "Whole balance", or Enter in the empty amount, fills the amount. */
export function PaymentFields({ form, type, party, entry, amount }: Props) {
  const { t } = useTranslation('payments')
  const { bound } = form.values
  const needed: readonly string[] = particularsOf(type)
  const whole = wholeBalance(party.kind, entry.balance, bound)
  const fill = () => form.setFieldValue('amount', whole)
  const fillOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    if (event.currentTarget.value.trim() !== '' || whole <= 0) return
    event.preventDefault()
    fill()
  }
  const turn = (next: (typeof PAYMENT_BOUNDS)[number]) => {
    form.setFieldValue('bound', next)
    // a series that the person typed stays
    if (form.values.series === entry.series[bound]) form.setFieldValue('series', entry.series[next])
  }
  return (
    <div className={styles.fields}>
      {party.kind === 'salespersons' ? null : (
        <SegmentedControl
          className={styles.wide}
          aria-label={t('create.bound')}
          value={bound}
          data={PAYMENT_BOUNDS.map((one) => ({ value: one, label: t(`bound.${one}`) }))}
          onChange={turn}
        />
      )}
      <div className={styles.amount}>
        <MoneyInput
          ref={amount}
          label={t('field.amount')}
          required
          placeholder={whole > 0 ? showMoney(whole) : undefined}
          onKeyDown={fillOnEnter}
          {...form.getInputProps('amount')}
          value={form.values.amount}
        />
        {whole > 0 ? (
          <Button variant="default" onClick={fill}>
            {t('create.whole-balance')}
          </Button>
        ) : null}
      </div>
      <TextInput
        label={t('field.series')}
        required
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('series')}
      />
      <DayInput label={t('field.date')} required {...form.getInputProps('date')} value={form.values.date} />
      {type === 'CASH' ? <CashWarning className={styles.wide} warning={warningOf(entry, party, form.values)} /> : null}
      {type === 'BANK' ? <BankFields form={form} banks={entry.banks} /> : null}
      {type === 'CHECK' ? <ChequeFields form={form} banks={entry.banks} /> : null}
      <TextInput
        label={t('field.receiptCode')}
        required={needed.includes('receiptCode')}
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('receiptCode')}
      />
    </div>
  )
}

type ParticularsProps = { form: UseFormReturnType<PaymentDraft>; banks: readonly string[] }

function BankFields({ form, banks }: ParticularsProps) {
  const { t } = useTranslation('payments')
  return (
    <>
      <Select
        label={t('field.bank')}
        required
        searchable
        selectFirstOptionOnChange
        data={[...banks]}
        {...form.getInputProps('bankName')}
        value={form.values.bankName || null}
        onChange={(bank) => form.setFieldValue('bankName', bank ?? '')}
      />
      <TextInput
        label="IBAN"
        required
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('iban')}
      />
    </>
  )
}

/** A cheque may be of a bank that is not in the list. */
function ChequeFields({ form, banks }: ParticularsProps) {
  const { t } = useTranslation('payments')
  return (
    <>
      <DayInput
        label={t('field.expireDate')}
        required
        {...form.getInputProps('expireDate')}
        value={form.values.expireDate}
      />
      <Autocomplete
        label={t('field.bank')}
        required
        maxLength={200}
        data={[...banks]}
        {...form.getInputProps('bankName')}
      />
      <TextInput
        label={t('field.issuer')}
        required
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('issuer')}
      />
    </>
  )
}
