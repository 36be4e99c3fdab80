import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KnownNames } from '#web/tablet/KnownNames.tsx'
import { peopleHere } from '#web/tablet/people.ts'

type PackerNameProps = {
  name: string
  setName: (name: string) => void
  readOnly: boolean
  /** True once the field has lost the focus or the button was pressed. An empty name then shows its error. */
  left: boolean
  leave: () => void
}

/** The field for the packer's name. Known packers of this tablet are offered as buttons. */
export function PackerName({ name, setName, readOnly, left, leave }: PackerNameProps) {
  const { t } = useTranslation('packaging')
  const [known] = useState(peopleHere)
  const others = known.filter((one) => one !== name.trim())
  return (
    <Stack gap="xs">
      <TextInput
        size="lg"
        label={t('dialog.packed-by')}
        value={name}
        maxLength={100}
        autoComplete="off"
        readOnly={readOnly}
        error={left && name.trim() === '' ? t('refusal.name-required') : undefined}
        onBlur={leave}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <KnownNames label={t('dialog.packers')} names={readOnly ? [] : others} choose={setName} />
    </Stack>
  )
}
