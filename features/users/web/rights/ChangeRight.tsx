import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Role } from '#kernel/rights.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { changeRight, type RoleRights, USE_DAYS, rightUse } from '../../domain/rights-contract.ts'
import { closedKey, isHeld, type ShownRight, useRightWords } from './rights-words.ts'

/** The cell that was pressed. */
export type Pressed = { readonly right: ShownRight; readonly role: Role }

type ChangeRightProps = { pressed: Pressed | null; roles: readonly RoleRights[]; close: () => void }

/** Says how many people gain or lose a right, and changes it by one press. The message offers to undo that. */
export function ChangeRight({ pressed, roles, close }: ChangeRightProps) {
  const { t } = useTranslation('users')
  const words = useRightWords()
  const undo = useRun(changeRight, { onError: (error) => say.failed(error) })
  const change = useRun(changeRight, {
    onSuccess: ({ version }, { role, right, held }) => {
      const text = t(held ? 'said.right-given' : 'said.right-taken', {
        role: words.role(role),
        right: pressed?.right.words ?? right,
      })
      say.done(text, () => undo.mutate({ role, right, held: !held, version }))
      close()
    },
  })
  const role = roles.find((one) => one.role === pressed?.role)
  const held = pressed !== null && role !== undefined && isHeld(pressed.right, role)
  const leave = (): void => {
    change.reset()
    close()
  }
  return (
    <Dialog
      opened={pressed !== null}
      onClose={leave}
      title={role ? t(held ? 'rights.take-title' : 'rights.give-title', { role: words.role(role.role) }) : ''}
    >
      {pressed === null || role === undefined ? null : (
        <Stack gap="sm">
          <Text fw={600}>{pressed.right.words}</Text>
          <Concerned right={pressed.right} role={role} held={held} />
          <RefusalText error={change.error} />
          {closedKey(pressed.right, role) === null ? (
            <Group justify="end">
              <ActionButton
                pending={change.isPending}
                onClick={() =>
                  change.mutate({ role: role.role, right: pressed.right.name, held: !held, version: role.version })
                }
              >
                {t(
                  pressed.right.holders.includes(role.role) !== held
                    ? 'rights.back'
                    : held
                      ? 'rights.take'
                      : 'rights.give',
                )}
              </ActionButton>
            </Group>
          ) : null}
        </Stack>
      )}
    </Dialog>
  )
}

/** Says how often people of the role used the right lately. */
function UseOfRight({ role, right }: { role: Role; right: string }) {
  const { t } = useTranslation('users')
  const { data } = useAsk(rightUse, { role, right }, { still: true })
  if (!data) return <Text c="dimmed">{t('rights.counting')}</Text>
  if (data.times === null) return <Text>{t('rights.use-unknown')}</Text>
  return (
    <Text>
      {t(data.more ? 'rights.used-often' : 'rights.used', { count: data.times, days: USE_DAYS })}
      {data.sees ? ` ${t('rights.used-seen')}` : null}
    </Text>
  )
}

/** Says whom a change concerns, or why the right cannot be changed. */
function Concerned({ right, role, held }: { right: ShownRight; role: RoleRights; held: boolean }) {
  const { t } = useTranslation('users')
  const closed = closedKey(right, role)
  if (closed !== null) return <Text>{t(closed)}</Text>
  return (
    <div>
      <Text>{t(held ? 'rights.people-lose' : 'rights.people-gain', { count: role.people })}</Text>
      <UseOfRight role={role.role} right={right.name} />
      {role.programs > 0 ? <Text>{t('rights.programs', { count: role.programs })}</Text> : null}
    </div>
  )
}
