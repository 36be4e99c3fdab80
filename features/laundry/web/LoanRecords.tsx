import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countLoans, loanList, type LoanRow, LOANS_PAGE } from '#features/loans/domain/contract.ts'
import { LOAN_BOUNDS, LOAN_ORIGINS } from '#features/loans/domain/loan.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'

const rowKey = (row: LoanRow): number => row.id
/** A record of an order opens the order, any other its customer. */
const open = ({ orderId, customerId }: LoanRow): string =>
  orderId !== null ? `/order-detail/${orderId}` : customerId !== null ? `/customer-detail/${customerId}` : '/loans'

const columnsOf = (t: TFunction<'laundry'>): Column<LoanRow>[] => [
  { key: 'at', header: t('records.at'), kind: 'moment', sortable: true, filter: 'days', card: 'end' },
  {
    key: 'bound',
    header: t('records.bound'),
    value: ({ bound }) => t(`bound.${bound}`, { ns: 'loans' }),
    filter: {
      many: true,
      options: LOAN_BOUNDS.map((value) => ({ value, label: t(`bound.${value}`, { ns: 'loans' }) })),
    },
  },
  { key: 'quantity', header: t('ageing.quantity'), kind: 'quantity', sortable: true },
  { key: 'customer', header: t('ageing.customer'), sortable: true, filter: 'text', width: 190, card: 'title' },
  { key: 'product', header: t('ageing.product'), sortable: true, filter: 'text', width: 190 },
  {
    key: 'origin',
    header: t('records.origin'),
    value: ({ origin }) => t(`origin.${origin}`),
    filter: { many: true, options: LOAN_ORIGINS.map((value) => ({ value, label: t(`origin.${value}`) })) },
  },
  { key: 'orderId', header: t('records.order'), kind: 'id' },
  { key: 'person', header: t('records.person'), from: 1120 },
  {
    key: 'reason',
    header: t('return.reason'),
    value: ({ reason, note }) => [reason, note].filter(Boolean).join(' · '),
    from: 1360,
  },
]

/** Lists the single loan records, newest first. */
export function LoanRecords() {
  const { t } = useTranslation('laundry')
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <DataTable
      name="loan-records"
      label={t('records.title')}
      list={loanList}
      count={countLoans}
      columns={columns}
      rowKey={rowKey}
      open={open}
      pageSize={LOANS_PAGE}
      prefix="r."
      height="none"
      searches={t('records.searches')}
      empty={{ title: t('records.empty') }}
    />
  )
}
