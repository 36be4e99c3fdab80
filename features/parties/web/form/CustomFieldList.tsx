import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Plus, Trash2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import styles from '../parties.module.css'
import type { PartyValues } from './party-form.ts'

/** Names and values that the company stores about a party. The invoicing dialog shows those of customers. */
export function CustomFieldList({ form }: { form: UseFormReturnType<PartyValues> }) {
  const { t } = useTranslation('parties')
  const { customFields } = form.getValues()
  return (
    <Stack gap="sm">
      {customFields.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('custom-fields.empty')}
        </Text>
      ) : (
        customFields.map((_, index) => (
          <div className={styles.pair} key={index}>
            <TextInput
              label={t('custom-fields.name')}
              autoComplete="off"
              {...form.getInputProps(`customFields.${index}.name`)}
            />
            <TextInput
              label={t('custom-fields.value')}
              autoComplete="off"
              {...form.getInputProps(`customFields.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={t('action.remove-field', { number: index + 1 })}
              onClick={() => form.removeListItem('customFields', index)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => form.insertListItem('customFields', { name: '', value: '' })}
        >
          {t('action.add-field')}
        </Button>
      </Group>
    </Stack>
  )
}
