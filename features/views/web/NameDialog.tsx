import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Overlays.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { changeView } from '../domain/contract.ts'

type Values = { name: string; shared: boolean }

type NameDialogProps = {
  opened: boolean
  close: () => void
  title: string
  name?: string
  /** True if the person may share the view from the beginning. */
  mayShare?: boolean
  save: (values: Values) => Promise<unknown>
}

/** Asks for the name of a view. It stays open with the reason if saving is refused. */
export function NameDialog(props: NameDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.close} title={props.title}>
      <NameForm {...props} />
    </Dialog>
  )
}

const zName = changeView.input.pick({ name: true }).required()

function NameForm({ close, name = '', mayShare = false, save }: NameDialogProps) {
  const { t } = useTranslation('views')
  const form = useRecordForm<Values>({
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
