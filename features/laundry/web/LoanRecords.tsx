import { useTranslation } from 'react-i18next'
import { loanList } from '#features/loans/domain/contract.ts'
import { ListTable } from '#web/records/ListTable.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'

type LoanRow = RowOf<typeof loanList.list>

/** A record of an order opens the order, any other its customer. */
const open = ({ orderId, customerId }: LoanRow): string =>
  orderId !== null ? `/order-detail/${orderId}` : customerId !== null ? `/customer-detail/${customerId}` : '/loans'

const OWN = {
  reason: { value: ({ reason, note }: LoanRow) => [reason, note].filter(Boolean).join(' · ') },
}

/** Lists the single loan records, newest first. */
export function LoanRecords() {
  const { t } = useTranslation('laundry')
  return (
    <ListTable
      declared={loanList}
      own={OWN}
      label={t('records.title')}
      open={open}
      prefix="r."
      height="none"
      searches={t('records.searches')}
      empty={{ title: t('records.empty') }}
    />
  )
}
