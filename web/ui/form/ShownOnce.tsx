import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
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
