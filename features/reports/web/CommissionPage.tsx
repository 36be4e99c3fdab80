import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { salespersonName, salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { useSearchTexts } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { problemText } from '#web/ui/problems.ts'
import { commission } from '../domain/commission.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const zNumber = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Shows the commission of all salespersons, or of the one that is chosen. */
export default function CommissionPage() {
  const { t } = useTranslation('reports')
  const [texts, change] = useSearchTexts()
  const salespersonId = zNumber.safeParse(texts['salesperson']).data
  const people = useAsk(salespersonOptions, {})
  return (
    <ReportPage
      key={salespersonId}
      report={commission}
      path="/commission"
      salespersonId={salespersonId}
      more={
        <Select
          size="xs"
          label={t('commission.salesperson')}
          placeholder={t('commission.all')}
          clearable
          searchable
          selectFirstOptionOnChange
          data={(people.data?.rows ?? []).map((one) => ({ value: String(one.id), label: salespersonName(one) }))}
          value={salespersonId === undefined ? null : String(salespersonId)}
          onChange={(id) => change({ salesperson: id ?? undefined })}
          error={people.error && !people.data ? problemText(people.error) : undefined}
        />
      }
    />
  )
}
