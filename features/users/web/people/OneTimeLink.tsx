import { Button, Group, Stack, Text } from '@mantine/core'
import { Mail } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#web/i18n.ts'
import { useAsk, useRun } from '#web/query.ts'
import { publicState } from '#web/session-contract.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ShownOnce } from '#web/ui/form/ShownOnce.tsx'
import { say } from '#web/ui/say.tsx'
import { mailLink } from '../../domain/people-contract.ts'

type Props = { id: number; token: string; hint: string; close: () => void }

/** Shows a one-time link to the administrator, who hands it over. The server returns it only once. */
export function OneTimeLink({ id, token, hint, close }: Props) {
  const { t } = useTranslation('users')
  // behind the # it is sent to no server and stands in no log
  const link = `${window.location.origin}/new-password#${token}`
  return (
    <Stack gap="md">
      <Text size="sm">{hint}</Text>
      <ShownOnce label={t('link.label')} value={link} />
      <Text size="sm" c="dimmed">
        {t('link.once')}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.close', { ns: 'frame' })}
        </Button>
        <MailLink id={id} />
      </Group>
    </Stack>
  )
}

/** Sends a link of its own to the e-mail of the account. Without a mail server there is no button. */
function MailLink({ id }: { id: number }) {
  const { t } = useTranslation('users')
  const state = useAsk(publicState, {}, { still: true })
  const mail = useRun(mailLink, {
    onSuccess: ({ email }) => say.done(t('said.link-mailed', { email })),
    onError: (error) => say.failed(error),
  })
  if (state.data?.mail !== true) return null
  return (
    <ActionButton
      variant="default"
      leftSection={<Mail size={16} aria-hidden />}
      pending={mail.isPending}
      closed={mail.isSuccess ? t('why.mailed') : null}
      onClick={() => mail.mutate({ id, language: currentLanguage() })}
    >
      {t('link.mail')}
    </ActionButton>
  )
}
