import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Shows a one-time link to the administrator, who hands it over. Nobody can read it again later. */
export function OneTimeLink({ token, hint, close }: { token: string; hint: string; close: () => void }) {
  const { t } = useTranslation('users')
  // behind the # it is sent to no server and stands in no log
  const link = `${window.location.origin}/new-password#${token}`
  return (
    <Stack gap="md">
      <Text size="sm">{hint}</Text>
      <TextInput label={t('link.label')} value={link} readOnly onFocus={(event) => event.target.select()} />
      <Text size="sm" c="dimmed">
        {t('link.once')}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.close', { ns: 'frame' })}
        </Button>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('link.copied') : t('link.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
