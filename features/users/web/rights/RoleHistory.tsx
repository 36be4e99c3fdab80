import { useTranslation } from 'react-i18next'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { rightsHistory } from '../../domain/rights-contract.ts'

/** The changes of the rights of one role, newest first. */
export function RoleHistory({ id }: { id: number }) {
  const { t } = useTranslation('frame')
  return (
    <RecordHistory
      contract={rightsHistory}
      id={id}
      showValue={(_field, value) => t(value ? 'action.yes' : 'action.no')}
    />
  )
}
