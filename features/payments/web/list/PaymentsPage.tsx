import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Plus } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showMoney } from '#web/format.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ListTable } from '#web/records/ListTable.tsx'
import { useMay } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import { paymentList } from '../../domain/office-contract.ts'
import { paymentsRights } from '../../domain/rights.ts'
import { PAYMENTS_SHOWN, type PaymentsShown } from '../../domain/shown.ts'

type PaymentRow = RowOf<typeof paymentList.list>

const FIXED = {
  all: {},
  Inbound: { bound: 'Inbound' },
  Outbound: { bound: 'Outbound' },
  cancelled: { state: 'cancelled' },
} as const satisfies Record<PaymentsShown, object>
const address = z.object({ show: z.enum(PAYMENTS_SHOWN).catch('all') })
/** Strikes through what a cancelled payment and its counter-entry show, because they change nothing together. */
const struck = (row: PaymentRow, text: string) => (row.state === 'standing' ? text : <s>{text}</s>)

/** Shows what was cancelled struck through, and the state of a payment only if it does not stand. */
const ownOf = (t: TFunction<'payments'>) => ({
  entityName: { cell: (row: PaymentRow) => struck(row, row.entityName) },
  amount: { cell: (row: PaymentRow) => struck(row, showMoney(row.amount)) },
  state: { value: (row: PaymentRow) => (row.state === 'standing' ? '' : t(`state.${row.state}`)) },
})

/** Lists all payments, newest first. Amounts that were paid are negative. A row opens the payment. */
export default function PaymentsPage() {
  const { t } = useTranslation('payments')
  const [{ show }, setAddress] = useSearchState(address)
  const mayWrite = useMay(paymentsRights.write)
  const own = useMemo(() => ownOf(t), [t])
  const create = mayWrite ? (
    <Button component={PageLink} to="/createpayment" leftSection={<Plus size={16} aria-hidden />}>
      {t('title.create')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={t('title.list')} primary={create} />
      <Shown show={show} choose={(next) => setAddress({ show: next === 'all' ? undefined : next, page: undefined })} />
      <ListTable
        declared={paymentList}
        own={own}
        label={t('title.list')}
        sumsAtFirst
        searches={t('list.searches')}
        fixed={FIXED[show]}
        failed={t('list.failed')}
        empty={{ title: t('list.empty'), nothingFound: t('list.empty'), action: create }}
      />
    </>
  )
}

/** What the list shows, each with its number of payments. */
function Shown({ show, choose }: { show: PaymentsShown; choose: (show: PaymentsShown) => void }) {
  const { t } = useTranslation('payments')
  const counts = {
    all: useAsk(paymentList.count, {}).data?.count,
    Inbound: useAsk(paymentList.count, { filters: FIXED.Inbound }).data?.count,
    Outbound: useAsk(paymentList.count, { filters: FIXED.Outbound }).data?.count,
    cancelled: useAsk(paymentList.count, { filters: FIXED.cancelled }).data?.count,
  }
  return (
    <StatusStrip
      label={t('list.show')}
      chosen={show}
      choose={choose}
      statuses={PAYMENTS_SHOWN.map((key) => ({ key, label: t(`list.${key}`), count: counts[key] }))}
    />
  )
}
