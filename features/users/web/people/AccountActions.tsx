import { Group, Stack } from '@mantine/core'
import { LogOut, UserCheck, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { type AccountRow, activateAccount, deactivateAccount, signOutEverywhere } from '../../domain/people-contract.ts'

type Props = { account: AccountRow; isOwn: boolean }

/** What an administrator does with an account at once: sign it out everywhere, deactivate or activate it. */
export function AccountActions({ account, isOwn }: Props) {
  const { t } = useTranslation('users')
  const { id, version, state } = account
  const name = account.username || account.email
  const invalidates = ['users', `users:${id}`]
  const deactivate = useRun(deactivateAccount, {
    invalidates,
    onSuccess: () => say.done(t('said.deactivated', { name })),
  })
  const activate = useRun(activateAccount, { invalidates, onSuccess: () => say.done(t('said.activated', { name })) })
  const signOut = useRun(signOutEverywhere, {
    invalidates,
    onSuccess: ({ ended }) => say.done(t('said.signed-out', { name, count: ended })),
  })
  const ask = async (what: 'deactivate' | 'sign-out') =>
    confirm({
      title: t(`${what}.title`, { name }),
      body: t(`${what}.body`),
      confirmLabel: t(`${what}.confirm`),
      danger: true,
    })
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <ActionButton
          variant="default"
          leftSection={<LogOut size={16} aria-hidden />}
          pending={signOut.isPending}
          onClick={async () => {
            if (await ask('sign-out')) signOut.mutate({ id })
          }}
        >
          {t('sign-out.open')}
        </ActionButton>
        {state === 'DISABLED' ? (
          <ActionButton
            variant="default"
            leftSection={<UserCheck size={16} aria-hidden />}
            pending={activate.isPending}
            onClick={() => activate.mutate({ id, version })}
          >
            {t('activate.open')}
          </ActionButton>
        ) : (
          <ActionButton
            variant="default"
            leftSection={<UserX size={16} aria-hidden />}
            pending={deactivate.isPending}
            closed={isOwn ? t('refusal.own-account') : null}
            onClick={async () => {
              if (await ask('deactivate')) deactivate.mutate({ id, version })
            }}
          >
            {t('deactivate.open')}
          </ActionButton>
        )}
      </Group>
      <RefusalText error={deactivate.error ?? activate.error ?? signOut.error} />
    </Stack>
  )
}
