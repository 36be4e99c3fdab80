import { Group, Stack } from '@mantine/core'
import { KeyRound, LogOut, SmartphoneNfc, UserCheck, UserX } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import {
  type AccountRow,
  activateAccount,
  deactivateAccount,
  newPasswordLink,
  signOutEverywhere,
} from '../../domain/people-contract.ts'
import { resetSecondFactor } from '#accounts/domain/second-factor.ts'
import { OneTimeLink } from './OneTimeLink.tsx'

type Props = { account: AccountRow; isOwn: boolean }

/** What an administrator does with an account at once: sign it out everywhere, deactivate or activate it. */
export function AccountActions({ account, isOwn }: Props) {
  const { t } = useTranslation('users')
  const { id, version, state } = account
  const name = account.username || account.email
  const deactivate = useRun(deactivateAccount, {
    onSuccess: () => say.done(t('said.deactivated', { name })),
  })
  const activate = useRun(activateAccount, { onSuccess: () => say.done(t('said.activated', { name })) })
  const signOut = useRun(signOutEverywhere, {
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
        {state === 'DISABLED' ? null : <NewPasswordLink id={id} name={name} />}
        {account.secondFactor ? <ResetFactor id={id} name={name} isOwn={isOwn} /> : null}
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

/** Resets the second factor of somebody who has lost the phone and the recovery codes. */
function ResetFactor({ id, name, isOwn }: { id: number; name: string; isOwn: boolean }) {
  const { t } = useTranslation('users')
  const reset = useRun(resetSecondFactor, {
    onSuccess: () => say.done(t('said.factor-reset', { name })),
    onError: (error) => say.failed(error),
  })
  return (
    <ActionButton
      variant="default"
      leftSection={<SmartphoneNfc size={16} aria-hidden />}
      pending={reset.isPending}
      closed={isOwn ? t('refusal.own-factor') : null}
      onClick={async () => {
        const agreed = await confirm({
          title: t('reset-factor.title', { name }),
          body: t('reset-factor.body'),
          confirmLabel: t('reset-factor.confirm'),
          danger: true,
        })
        if (agreed) reset.mutate({ id })
      }}
    >
      {t('reset-factor.open')}
    </ActionButton>
  )
}

/** Makes a one-time link for a new password, and shows it. */
function NewPasswordLink({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('users')
  const [token, setToken] = useState<string | null>(null)
  const link = useRun(newPasswordLink, {
    onSuccess: (made) => setToken(made.token),
    onError: (error) => say.failed(error),
  })
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<KeyRound size={16} aria-hidden />}
        pending={link.isPending}
        onClick={() => link.mutate({ id })}
      >
        {t('link.open')}
      </ActionButton>
      <Dialog opened={token !== null} onClose={() => setToken(null)} title={t('link.open')} closeOnClickOutside={false}>
        {token === null ? null : (
          <OneTimeLink id={id} token={token} hint={t('link.new-password', { name })} close={() => setToken(null)} />
        )}
      </Dialog>
    </>
  )
}
