import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { Check, Copy } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'

type CopyValueProps = {
  readonly value: string
  /** What the button says if "Copy" is not clear beside the value. */
  readonly label?: string
  readonly size?: 'xs' | 'sm'
}

/** The button that copies a value, and says so. */
export function CopyValue({ value, label, size = 'sm' }: CopyValueProps) {
  const { t } = useTranslation('frame')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size={size}
          leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={copy}
        >
          {copied ? t('action.copied') : (label ?? t('action.copy'))}
        </Button>
      )}
    </CopyButton>
  )
}

/** Shows a secret that the server returns only once, with a button that copies it. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        style={{ flex: 1, minWidth: 0 }}
        onFocus={(event) => event.target.select()}
      />
      <CopyValue value={value} />
    </Group>
  )
}

type MadeSecretProps = {
  /** Says what was made. */
  readonly made: string
  readonly label: string
  readonly value: string
  /** Says what follows from the secret being shown only now. */
  readonly once: string
  readonly close: () => void
}

/** What a dialog shows after it has made something with a secret. */
export function MadeSecret({ made, label, value, once, close }: MadeSecretProps) {
  const { t } = useTranslation('frame')
  return (
    <Stack gap="md">
      <Text size="sm">{made}</Text>
      <ShownOnce label={label} value={value} />
      <Text size="sm" c="dimmed">
        {once}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('action.close')}
        </Button>
      </Group>
    </Stack>
  )
}
