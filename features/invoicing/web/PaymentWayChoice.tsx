import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { PAYMENT_WAY_NAMES, type PaymentWay } from '#kernel/tax/payment-ways.ts'
import type { CashWarning as Warning } from '#kernel/tax/cash-limit.ts'
import { CashWarning } from '#web/ui/payment/CashWarning.tsx'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { choosePaymentWay, type documentProblems } from '../domain/contract.ts'

type Props = {
  orderId: number
  chosen: OutputOf<typeof documentProblems>['paymentWay']
  /** What the law says of cash on the document. */
  cashLimit: Warning | null
}

/** Asks how the customer pays this order, and stores the answer at once. */
export function PaymentWayChoice({ orderId, chosen, cashLimit }: Props) {
  const { t } = useTranslation(['invoicing', 'parties'])
  const run = useRun(choosePaymentWay)
  const nameOf = (way: PaymentWay) => t(`payment-way.${way}`, { ns: 'parties' })
  const choose = (paymentWay: PaymentWay | ''): void => {
    run.mutateAsync({ id: orderId, paymentWay }).catch((error: unknown) => say.failed(error, () => choose(paymentWay)))
  }
  const own = run.isPending ? (run.variables?.paymentWay ?? '') : chosen.own
  return (
    <>
      <Select
        label={t('tax.payment')}
        data={[
          { value: '', label: t('payment-way.usual', { way: nameOf(chosen.usual) }) },
          ...PAYMENT_WAY_NAMES.map((value) => ({ value, label: nameOf(value) })),
        ]}
        value={own}
        onChange={(way) => choose(way ?? '')}
      />
      {(own || chosen.usual) === 'cash' ? <CashWarning warning={cashLimit} /> : null}
    </>
  )
}
