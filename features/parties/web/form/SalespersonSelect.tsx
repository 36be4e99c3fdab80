import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { useAsk } from '#web/query.ts'
import { problemText } from '#web/ui/problems.ts'
import type { PartyValues } from './party-form.ts'

/** Chooses the salesperson of the party. The id of a deleted salesperson is shown as it is. */
export function SalespersonSelect({ form }: { form: UseFormReturnType<PartyValues> }) {
  const { t } = useTranslation('parties')
  const { data, error } = useAsk(salespersonOptions, {})
  const { salespersonId } = form.getValues()
  const known = (data?.rows ?? []).map(({ id, name, surname }) => ({
    value: String(id),
    label: [surname, name].filter(Boolean).join(' '),
  }))
  const own = salespersonId === null ? null : String(salespersonId)
  const options =
    own === null || known.some(({ value }) => value === own) ? known : [...known, { value: own, label: `#${own}` }]
  const props = form.getInputProps('salespersonId')
  return (
    <Select
      label={t('field.salespersonId')}
      placeholder={t('hint.salesperson')}
      data={options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      nothingFoundMessage={t('hint.no-salesperson')}
      {...props}
      error={error ? problemText(error) : props.error}
      value={own}
      onChange={(value) => form.setFieldValue('salespersonId', value === null ? null : Number(value))}
    />
  )
}
