import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Plus } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showMoney } from '#web/format.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countPayments, listPayments, PAYMENTS_PAGE, sumPayments } from '../../domain/office-contract.ts'
import { PAYMENT_TYPES } from '../../domain/payment.ts'
import { paymentsRights } from '../../domain/rights.ts'
import { PAYMENTS_SHOWN, type PaymentsShown } from '../../domain/shown.ts'

type PaymentRow = RowOf<typeof listPayments>

const FIXED = {
  all: {},
  Inbound: { bound: 'Inbound' },
  Outbound: { bound: 'Outbound' },
  cancelled: { state: 'cancelled' },
} as const satisfies Record<PaymentsShown, object>
const address = z.object({ show: z.enum(PAYMENTS_SHOWN).catch('all') })
const rowKey = (row: PaymentRow): number => row.id
const open = (row: PaymentRow): string => `/payment-overview/${row.id}`

/** Strikes through what a cancelled payment and its counter-entry show, because they change nothing together. */
const struck = (row: PaymentRow, text: string) => (row.state === 'standing' ? text : <s>{text}</s>)

const columnsOf = (t: TFunction<'payments'>): Column<PaymentRow>[] => [
  { key: 'date', header: t('field.date'), kind: 'day', sortable: true, filter: true, width: 110 },
  {
    key: 'entityName',
    header: t('column.party'),
    sortable: true,
    filter: 'text',
    width: 240,
    card: 'title',
    cell: (row) => struck(row, row.entityName),
  },
  {
    key: 'type',
    header: t('column.type'),
    sortable: true,
    value: (row) => t(`type.${row.type}`),
    filter: { options: PAYMENT_TYPES.map((value) => ({ value, label: t(`type.${value}`) })), many: true },
    width: 110,
  },
  {
    key: 'bound',
    header: t('field.bound'),
    sortable: true,
    value: (row) => t(`bound.${row.bound}`),
    from: 760,
    width: 110,
  },
  { key: 'receiptCode', header: t('field.receiptCode'), filter: 'text', from: 900, width: 130 },
  {
    key: 'amount',
    header: t('field.amount'),
    kind: 'money',
    sortable: true,
    sum: true,
    filter: true,
    card: 'end',
    width: 130,
    cell: (row) => struck(row, showMoney(row.amount)),
  },
  {
    key: 'state',
    header: t('column.state'),
    from: 980,
    value: (row) => (row.state === 'standing' ? '' : t(`state.${row.state}`)),
  },
  { key: 'series', header: t('field.series'), from: 1120, width: 90 },
  { key: 'refcode', header: t('column.refcode'), filter: 'text', from: 1120, width: 100 },
  { key: 'bankName', header: t('field.bank'), hidden: true },
  { key: 'expireDate', header: t('field.expireDate'), kind: 'day', hidden: true },
  { key: 'orderId', header: t('column.order'), align: 'end', hidden: true },
  { key: 'userName', header: t('column.user'), hidden: true },
  { key: 'id', header: t('column.id'), align: 'end', sortable: true, filter: 'text', hidden: true },
]

/** Lists all payments, newest first. Amounts that were paid are negative. A row opens the payment. */
export default function PaymentsPage() {
  const { t } = useTranslation('payments')
  const [{ show }, setAddress] = useSearchState(address)
  const mayWrite = useMay(paymentsRights.write)
  const columns = useMemo(() => columnsOf(t), [t])
  const create = mayWrite ? (
    <Button component={PageLink} to="/createpayment" leftSection={<Plus size={16} aria-hidden />}>
      {t('title.create')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={t('title.list')} primary={create} />
      <Shown show={show} choose={(next) => setAddress({ show: next === 'all' ? undefined : next, page: undefined })} />
      <DataTable
        name="payments"
        label={t('title.list')}
        list={listPayments}
        count={countPayments}
        sums={sumPayments}
        sumsAtFirst
        columns={columns}
        rowKey={rowKey}
        open={open}
        pageSize={PAYMENTS_PAGE}
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
    all: useAsk(countPayments, {}).data?.count,
    Inbound: useAsk(countPayments, { filters: FIXED.Inbound }).data?.count,
    Outbound: useAsk(countPayments, { filters: FIXED.Outbound }).data?.count,
    cancelled: useAsk(countPayments, { filters: FIXED.cancelled }).data?.count,
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
