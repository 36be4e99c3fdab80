import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldText } from '#features/parties/web/field-text.ts'
import { salespersonName, salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { oneLineAddress } from '#kernel/address.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { NOTHING } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { FieldChoice } from '#web/ui/clash/FieldChoice.tsx'
import type { previewMerge } from '../domain/contract.ts'
import styles from './merge.module.css'

type Field = OutputOf<typeof previewMerge>['fields'][number]

type Props = {
  fields: readonly Field[]
  /** The fields with the value of the merged customer. */
  take: readonly string[]
  setTake: (take: readonly string[]) => void
}

/** The fields in which the two customers differ. The person chooses the value that stays; lists get the items of both. */
export function MergeFields({ fields, take, setTake }: Props) {
  const { t } = useTranslation(['merge', 'parties'])
  const show = useFieldText()
  const chosen = fields.filter(({ joined }) => !joined)
  const joined = fields.filter((field) => field.joined)
  return (
    <Stack gap="xs">
      {chosen.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t('merge:fields-hint')}
        </Text>
      )}
      <div className={styles.fields}>
        {chosen.map(({ field, kept, merged }) => {
          const others = take.filter((one) => one !== field)
          return (
            <FieldChoice
              key={field}
              label={t(`parties:field.${field}`)}
              mine={{
                whose: t('merge:column.kept'),
                text: show(field, kept),
                taken: !take.includes(field),
                take: () => setTake(others),
              }}
              theirs={{
                whose: t('merge:column.merged'),
                text: show(field, merged),
                taken: take.includes(field),
                take: () => setTake([...others, field]),
              }}
            />
          )
        })}
      </div>
      {joined.map(({ field, kept, merged }) => (
        <Text key={field} size="sm">
          <strong>{t(`parties:field.${field}`)}</strong>: {t('merge:both-lists')}{' '}
          {[kept, merged]
            .map((value) => show(field, value))
            .filter((text) => text !== NOTHING)
            .join(' + ')}
        </Text>
      ))}
    </Stack>
  )
}

type Address = { address: string; city: string; postcode: string; country: string }

/** Returns a function for the text of a field, with the name of a salesperson and an address as one line. */
function useFieldText(): (field: string, value: unknown) => string {
  const people = useAsk(salespersonOptions, {})
  return (field, value) => {
    if (field === 'address') {
      const { country, ...address } = value as Address
      return [oneLineAddress(address), country].filter(Boolean).join(', ') || NOTHING
    }
    if (field === 'salespersonId' && typeof value === 'number') {
      const person = people.data?.rows.find(({ id }) => id === value)
      return person ? salespersonName(person) : `#${value}`
    }
    return fieldText(field, value)
  }
}
