import { Button, Group, Stack, TextInput } from '@mantine/core'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { packersHere } from '../tablet.ts'

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
  const [known] = useState(packersHere)
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
      {others.length === 0 || readOnly ? null : (
        <Group gap="xs" role="group" aria-label={t('dialog.packers')}>
          {others.map((one) => (
            <Button
              key={one}
              variant="default"
              size="md"
              mih={48}
              maw="100%"
              leftSection={<UserRound size={16} aria-hidden />}
              // The press must not take the focus from the field, because that would show its error for a moment.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setName(one)}
            >
              {one}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
