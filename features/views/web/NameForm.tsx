import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { changeView } from '../domain/contract.ts'

type NamedView = { name: string; shared: boolean }

export type NameDialogProps = {
  opened: boolean
  close: () => void
  title: string
  name?: string
  /** True if the person may share the view from the beginning. */
  mayShare?: boolean
  save: (values: NamedView) => Promise<unknown>
}

const zName = changeView.input.pick({ name: true }).required()

/** The fields of the dialog that asks for the name of a view. */
export default function NameForm({ close, name = '', mayShare = false, save }: NameDialogProps) {
  const { t } = useTranslation('views')
  const form = useRecordForm<NamedView>({
    initialValues: { name, shared: false },
    schema: zName,
    toInput: (values) => ({ name: values.name }),
  })
  return (
    <RecordForm
      form={form}
      guard={false}
      saveLabel={t('action.save', { ns: 'frame' })}
      onCancel={close}
      onSave={async (values) => {
        await save(values)
        close()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('field.name')}
          withAsterisk
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {mayShare ? <Checkbox label={t('share')} {...form.getInputProps('shared', { type: 'checkbox' })} /> : null}
      </Stack>
    </RecordForm>
  )
}
