import { Button, Group, Stack, TextInput } from '@mantine/core'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { packersHere } from '../bench.ts'

export type PackerNameProps = {
  name: string
  setName: (name: string) => void
  readOnly: boolean
  /** The field has been left or the press was tried: an empty name is said beside it. */
  left: boolean
  leave: () => void
}

/** Who packs: typed once on this tablet, afterwards one press. */
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
              leftSection={<UserRound size={17} aria-hidden />}
              // the field is not left for it: no error flashes up in between
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
