import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PAYMENT_BOUNDS } from '#features/payments/domain/payment.ts'
import type { Period } from '#kernel/days/period.ts'
import { useMayOpen } from '#web/may-open.ts'
import { useSearchState } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import {
  countDeskPayments,
  DESK_PAGE,
  type DeskPayment,
  listDeskPayments,
  sumDeskPayments,
} from '../domain/contract.ts'
import { DESK_TYPES } from '../domain/desk.ts'
import styles from './cash-desk.module.css'

const address = z.object({ list: z.literal('1').optional().catch(undefined) })
const rowKey = (row: DeskPayment): number => row.id
const open = (row: DeskPayment): string => `/payment-overview/${row.id}`

const columnsOf = (t: TFunction<'cash-desk'>): Column<DeskPayment>[] => [
  { key: 'date', header: t('column.day'), kind: 'day', sortable: true },
  { key: 'name', header: t('column.name'), sortable: true, filter: 'text', width: 240, card: 'title' },
  { key: 'refcode', header: t('column.refcode'), sortable: true, filter: 'text', from: 760 },
  {
    key: 'type',
    header: t('column.type'),
    sortable: true,
    value: (row) => t(`type.${row.type}`),
    filter: { options: DESK_TYPES.map((value) => ({ value, label: t(`type.${value}`) })), many: true },
  },
  {
    key: 'bound',
    header: t('column.bound'),
    sortable: true,
    value: (row) => t(`bound.${row.bound}`),
    filter: { options: PAYMENT_BOUNDS.map((value) => ({ value, label: t(`bound.${value}`) })) },
  },
  {
    key: 'amount',
    header: t('column.amount'),
    kind: 'money',
    sortable: true,
    sum: true,
    filter: true,
    card: 'end',
  },
  { key: 'cancelled', header: t('column.cancelled'), value: (row) => (row.cancelled ? t('cancelled') : ''), from: 900 },
  { key: 'receiptCode', header: t('column.receipt'), hidden: true },
  { key: 'userName', header: t('column.user'), hidden: true },
]

/** The payments of the period, shown and hidden by a button. */
export function PaymentsOfPeriod({ period }: { period: Period }) {
  const { t } = useTranslation('cash-desk')
  const [{ list }, setAddress] = useSearchState(address)
  const mayOpen = useMayOpen('/payment-overview/$id')
  const columns = useMemo(() => columnsOf(t), [t])
  const fixed = useMemo(() => ({ dateFrom: period.from, dateTo: period.to }), [period.from, period.to])
  const shown = list === '1'
  return (
    <Panel
      title={t('payments.title')}
      actions={
        <Button
          variant="default"
          aria-expanded={shown}
          onClick={() => setAddress({ list: shown ? undefined : '1', q: undefined, page: undefined })}
        >
          {t(shown ? 'payments.hide' : 'payments.show')}
        </Button>
      }
    >
      {shown ? (
        <DataTable
          name="cash-desk-payments"
          label={t('payments.title')}
          list={listDeskPayments}
          count={countDeskPayments}
          sums={sumDeskPayments}
          sumsAtFirst
          columns={columns}
          rowKey={rowKey}
          {...(mayOpen ? { open } : {})}
          pageSize={DESK_PAGE}
          searches={t('payments.searches')}
          fixed={fixed}
          height="70vh"
          empty={{ title: t('payments.none') }}
        />
      ) : (
        <p className={styles.none}>{t('payments.hidden')}</p>
      )}
    </Panel>
  )
}
