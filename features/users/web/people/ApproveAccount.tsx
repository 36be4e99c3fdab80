import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { ACCOUNT_ROLES, type AccountRole } from '#accounts/domain/accounts.ts'
import { type AccountRow, approveAccount } from '../../domain/people-contract.ts'

/** The administrator comes last, so that the role with the most rights is not the first one to press. */
const APPROVED_ROLES = [...ACCOUNT_ROLES.filter((role) => role !== 'admin'), 'admin'] as const

/** Approves an account that waits: the administrator chooses the role that it works with. */
export function ApproveAccount({ account }: { account: AccountRow }) {
  const { t } = useTranslation('users')
  const [role, setRole] = useState<AccountRole | null>(null)
  const name = account.username || account.email
  const approve = useRun(approveAccount, {
    onSuccess: () => say.done(t('said.approved', { name })),
  })
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('approve.role')}
        description={t('approve.hint')}
        value={role}
        onChange={(value) => setRole(value)}
      >
        <Stack gap="xs" mt="xs">
          {APPROVED_ROLES.map((value) => (
            <Radio key={value} value={value} label={t(`role.${value}`)} description={t(`role-hint.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {t('approve.then')}
      </Text>
      <Text size="sm">{t('approve.unproved')}</Text>
      <RefusalText error={approve.error} />
      <ActionButton
        pending={approve.isPending}
        closed={role === null ? t('why.no-role') : null}
        onClick={() => {
          if (role !== null) approve.mutate({ id: account.id, version: account.version, role })
        }}
      >
        {t('approve.confirm')}
      </ActionButton>
    </Stack>
  )
}
