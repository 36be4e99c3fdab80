import { Select, SimpleGrid, TagsInput, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#kernel/contract.ts'
import { useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { say } from '#web/ui/say.tsx'
import { NOTHING, showCount } from '#web/format.ts'
import { changeSection, createSection, sectionHistory, type SetUpSection } from '../../domain/setup-contract.ts'
import { FLOORS } from '../../domain/setup.ts'

type Values = {
  name: string
  description: string
  floor: string | null
  aliases: string[]
  accountName: string
  /** Null if it is not known. */
  capacity: number | null
  minutes: number | null
}

const valuesOf = (section: SetUpSection | null): Values => ({
  name: section?.name ?? '',
  description: section?.description ?? '',
  floor: section?.floor ?? null,
  aliases: section?.aliases ?? [],
  accountName: section?.accountName ?? '',
  capacity: section?.capacity ?? null,
  minutes: section?.minutes ?? null,
})

/** Returns only what the person has changed. */
function changesOf(section: SetUpSection, values: Values): InputOf<typeof changeSection>['changes'] {
  const before = valuesOf(section)
  const differs = (field: keyof Values) => JSON.stringify(before[field]) !== JSON.stringify(values[field])
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => field !== 'name' && differs(field as keyof Values)),
  )
}

/** Creates a section, or changes everything of it but its name. */
export function SectionForm({ section, close }: { section: SetUpSection | null; close: () => void }) {
  const { t } = useTranslation('sections')
  const create = useRun(createSection, { filling: true })
  const change = useRun(changeSection)
  const form = useRecordForm<Values>({
    initialValues: valuesOf(section),
    alsoWrong: (values) => {
      const missing = (['name', 'description', 'floor'] as const).filter((field) => (values[field] ?? '').trim() === '')
      return Object.fromEntries(missing.map((field) => [field, t('invalid.required', { ns: 'frame' })]))
    },
  })
  const unchanged = section !== null && Object.keys(changesOf(section, form.getValues())).length === 0
  return (
    <>
      <RecordForm
        form={form}
        guard={false}
        saveLabel={t(section === null ? 'setup.create' : 'setup.save')}
        closed={unchanged ? t('word.nothing-has-changed') : null}
        onCancel={close}
        onSave={async (values) => {
          await (section === null
            ? create.mutateAsync(values as InputOf<typeof createSection>)
            : change.mutateAsync({ id: section.id, version: section.version, changes: changesOf(section, values) }))
          say.done(t('setup.saved', { name: values.name }))
          close()
        }}
      >
        <SectionFields form={form} fixed={section !== null} />
      </RecordForm>
      {section === null ? null : (
        <>
          <Title order={3} mt="lg" mb="sm">
            {t('history.title', { ns: 'frame' })}
          </Title>
          <RecordHistory
            contract={sectionHistory}
            id={section.id}
            showValue={(field, value) => shown(field, value, t)}
          />
        </>
      )}
    </>
  )
}

type Form = ReturnType<typeof useRecordForm<Values>>

function SectionFields({ form, fixed }: { form: Form; fixed: boolean }) {
  const { t } = useTranslation('sections')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm" style={{ alignItems: 'end' }}>
      <TextInput
        label={t('word.name')}
        description={t(fixed ? 'setup.name-fixed' : 'setup.name-hint')}
        readOnly={fixed}
        variant={fixed ? 'filled' : 'default'}
        withAsterisk
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Select
        label={t('field.floor')}
        description={t('setup.floor-hint')}
        withAsterisk
        data={FLOORS.map((value) => ({ value, label: t(`floor.${value}`) }))}
        {...form.getInputProps('floor')}
      />
      <TextInput
        label={t('word.description')}
        description={t('setup.description-hint')}
        withAsterisk
        maxLength={500}
        autoComplete="off"
        {...form.getInputProps('description')}
      />
      <TextInput
        label={t('field.accountName')}
        description={t('setup.account-name-hint')}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        {...form.getInputProps('accountName')}
      />
      <QuantityInput
        label={t('field.capacity')}
        description={t('setup.capacity-hint')}
        min={1}
        autoComplete="off"
        {...form.getInputProps('capacity')}
        value={form.getValues().capacity}
      />
      <QuantityInput
        label={t('field.minutes')}
        description={t('setup.minutes-hint')}
        min={1}
        autoComplete="off"
        {...form.getInputProps('minutes')}
        value={form.getValues().minutes}
      />
      <TagsInput
        label={t('field.aliases')}
        description={t('setup.aliases-hint')}
        splitChars={[',', ';']}
        acceptValueOnBlur
        openOnFocus={false}
        {...form.getInputProps('aliases')}
      />
    </SimpleGrid>
  )
}

function shown(field: string, value: unknown, t: (key: string) => string): string {
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.join(', ')
  if ((field === 'capacity' || field === 'minutes') && typeof value === 'number') return showCount(value)
  if (typeof value !== 'string' || value === '') return NOTHING
  return field === 'floor' ? t(`floor.${value}`) : value
}
