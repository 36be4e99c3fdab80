import { Button, TextInput } from '@mantine/core'
import { Banknote } from '#web/ui/icon/icons.ts'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type Cents, cents } from '#kernel/money.ts'
import { showMoney } from '#web/format.ts'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import { gravestOf, warningOfAmount } from '#kernel/tax/cash-limit.ts'
import { CashWarning } from '#web/ui/payment/CashWarning.tsx'
import { MeansFields } from '#web/ui/payment/MeansFields.tsx'
import type { StopCustomer } from '../../domain/contract.ts'
import type { Stop } from '../../domain/day-now.ts'
import { cashOf, type DeliveryForm, owedAt } from '../../domain/delivery-form.ts'
import styles from './delivery.module.css'

type DeliveryCashProps = {
  orders: readonly Stop[]
  balance: Cents
  cash: StopCustomer['cash']
  draft: DeliveryForm
  change: (part: Partial<DeliveryForm>) => void
}

/** Returns what the law says of the amount in cash. */
function warningOf(
  orders: DeliveryCashProps['orders'],
  balance: Cents,
  cash: DeliveryCashProps['cash'],
  draft: DeliveryForm,
) {
  const named = {
    ids: orders.map(({ id }) => id),
    total: owedAt(orders, balance, draft).order,
    cashLimit: gravestOf(orders.map(({ cashLimit }) => cashLimit)),
  }
  return cash === undefined ? named.cashLimit : warningOfAmount(cents(cashOf(orders, balance, draft) ?? 0), cash, named)
}

/** Asks for the money taken: the whole amount with one press, or a typed amount; cash unless another way is chosen. */
export function DeliveryCash({ orders, balance, cash, draft, change }: DeliveryCashProps) {
  const { t } = useTranslation('driver')
  const amount = useRef<HTMLInputElement>(null)
  // the press removes its button, and the amount is what is asked for next
  const askAmount = () => {
    flushSync(() => change({ cash: 'typed', typed: null }))
    amount.current?.focus()
  }
  const owed = owedAt(orders, balance, draft)
  const choices = (['all', 'order'] as const).filter(
    (choice) => owed[choice] > 0 && (choice === 'all' || owed.order !== owed.all),
  )
  return (
    <section aria-labelledby="cash-received" className={styles.cash}>
      <h3 id="cash-received">{t('delivery.cash')}</h3>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Button
            key={choice}
            variant={draft.cash === choice ? 'filled' : 'default'}
            aria-pressed={draft.cash === choice}
            leftSection={<Banknote size={20} aria-hidden />}
            onClick={() => change({ cash: draft.cash === choice ? null : choice, typed: null })}
          >
            {t(owed.order === owed.all ? 'delivery.take' : `delivery.take-${choice}`, {
              amount: showMoney(owed[choice]),
              count: orders.length,
            })}
          </Button>
        ))}
        {draft.cash === null ? (
          <Button variant="default" onClick={askAmount}>
            {t('delivery.take-other')}
          </Button>
        ) : null}
      </div>
      {draft.cash === null ? null : (
        <>
          <div className={styles.amounts}>
            <MoneyInput
              ref={amount}
              size="md"
              label={t('payment.amount')}
              value={cashOf(orders, balance, draft)}
              min={1}
              onChange={(typed) => change({ cash: 'typed', typed })}
            />
            <TextInput
              size="md"
              label={t('payment.receipt')}
              value={draft.receiptNumber}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => change({ receiptNumber: event.currentTarget.value })}
            />
          </div>
          <MeansFields means={draft.means} onChange={(means) => change({ means })} />
          {draft.means.type === 'CASH' ? <CashWarning warning={warningOf(orders, balance, cash, draft)} /> : null}
        </>
      )}
    </section>
  )
}
