import { Badge, Group, Stack, Text } from '@mantine/core'
import type { LucideIcon } from '#web/ui/icon/icon.ts'
import { Laptop, LogOut, Smartphone, SquareTerminal, Tablet } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { MomentText } from '#web/ui/texts.tsx'
import {
  type Device,
  endOtherSessions,
  endOwnSession,
  type OwnSession,
  ownSessions,
} from '../../domain/own-sessions-contract.ts'

const PICTURES: Readonly<Record<Device['kind'], LucideIcon>> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  program: SquareTerminal,
}

/** The devices on which the person is signed in, this one first, each with its end. */
export function OwnSessions() {
  const { t } = useTranslation('users')
  const answer = useAsk(ownSessions, {}, { staleTime: 0 })
  const said = {
    onSuccess: ({ ended }: { ended: number }) => say.done(t('profile.ended', { count: ended })),
    onError: (error: unknown) => say.failed(error),
  }
  const endOne = useRun(endOwnSession, said)
  const endOthers = useRun(endOtherSessions, said)
  const others = answer.data?.sessions.filter(({ isThis }) => !isThis) ?? []
  return (
    <Panel
      title={t('profile.sessions')}
      actions={
        <ActionButton
          variant="default"
          h="auto"
          mih={36}
          styles={{ label: { whiteSpace: 'normal' } }}
          pending={endOthers.isPending}
          closed={others.length === 0 ? t('profile.only-this') : null}
          onClick={() => endOthers.mutate({})}
        >
          {t('profile.end-others')}
        </ActionButton>
      }
    >
      {answer.data ? (
        <Stack gap="sm">
          <Text size="sm">{t('profile.sessions-hint')}</Text>
          <ul className={surfaces.rows}>
            {answer.data.sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                pending={endOne.isPending && endOne.variables.id === session.id}
                end={() => endOne.mutate({ id: session.id })}
              />
            ))}
          </ul>
        </Stack>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Panel>
  )
}

type RowProps = { session: OwnSession; pending: boolean; end: () => void }

function SessionRow({ session, pending, end }: RowProps) {
  const { t } = useTranslation('users')
  const { kind, browser, system } = session.device
  const parts = { kind: t(`device.${kind}`), browser, system }
  const device = browser === '' ? parts.kind : system === '' ? t('device.with', parts) : t('device.full', parts)
  const Picture = PICTURES[kind]
  return (
    <li>
      <Picture size={20} strokeWidth={1.75} aria-hidden />
      <div className={surfaces.grow}>
        <Group gap="xs">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {device}
          </Text>
          {session.isThis ? (
            <Badge variant="default" tt="none" fw={500}>
              {t('profile.this-session')}
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          {t('profile.last-used')} <MomentText value={session.lastUsedAt} /> · {t('profile.signed-in-at')}{' '}
          <MomentText value={session.signedInAt} />
          {session.address === '' ? null : ` · ${t('profile.from')} ${session.address}`}
        </Text>
      </div>
      {session.isThis ? null : (
        <ActionButton
          variant="default"
          size="compact-sm"
          leftSection={<LogOut size={16} aria-hidden />}
          pending={pending}
          aria-label={t('profile.end-session-of', { device })}
          onClick={end}
        >
          {t('profile.end-session')}
        </ActionButton>
      )}
    </li>
  )
}
