import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { RateInput } from '#web/ui/form/DecimalInput.tsx'

/** What the form holds. A discount is null while its field is empty. */
export type SalespersonValues = {
  name: string
  surname: string
  firstDiscount: number | null
  normalDiscount: number | null
}

/** Returns the values as the commands take them. An empty discount is none. */
export const inputOf = ({ name, surname, firstDiscount, normalDiscount }: SalespersonValues) => ({
  name,
  surname,
  firstDiscount: firstDiscount ?? 0,
  normalDiscount: normalDiscount ?? 0,
})

/** Reports whether name and surname are filled. Without them the form cannot be sent. */
export const isNamed = ({ name, surname }: SalespersonValues): boolean => name.trim() !== '' && surname.trim() !== ''

/** The fields of a salesperson. */
export function SalespersonFields({
  form,
  readOnly = false,
}: {
  form: UseFormReturnType<SalespersonValues>
  readOnly?: boolean
}) {
  const { t } = useTranslation('salespersons')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={640}>
      <TextInput label={t('field.name')} required maxLength={200} readOnly={readOnly} {...form.getInputProps('name')} />
      <TextInput
        label={t('field.surname')}
        required
        maxLength={200}
        readOnly={readOnly}
        {...form.getInputProps('surname')}
      />
      <RateInput
        label={t('field.firstDiscount')}
        min={0}
        max={100_00}
        readOnly={readOnly}
        value={form.values.firstDiscount}
        onChange={(value) => form.setFieldValue('firstDiscount', value)}
        error={form.errors['firstDiscount']}
      />
      <RateInput
        label={t('field.normalDiscount')}
        min={0}
        max={100_00}
        readOnly={readOnly}
        value={form.values.normalDiscount}
        onChange={(value) => form.setFieldValue('normalDiscount', value)}
        error={form.errors['normalDiscount']}
      />
    </SimpleGrid>
  )
}
